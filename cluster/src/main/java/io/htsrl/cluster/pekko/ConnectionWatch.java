package io.htsrl.cluster.pekko;

import io.htsrl.cluster.security.HostPort;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.CompletionHandler;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongConsumer;

/**
 * Holds an idle connection to each of its addresses. Where one is closed and a new one is refused, the process at the
 * address has certainly ended. Where a new one succeeds, only the connection was lost. Other errors say nothing. Any
 * thread may call; daemon threads of the JDK watch.
 */
public final class ConnectionWatch implements AutoCloseable {
    /**
     * Number of closed connections after which an address is no longer watched. A proxy, for example, accepts and
     * closes each.
     */
    private static final int MOST_CONNECTIONS = 4;

    private final LongConsumer ended;
    private final Map<Long, Watched> all = new ConcurrentHashMap<>();

    /** @param ended receives, once each and on any thread, the numbers of addresses at which no process listens any more */
    public ConnectionWatch(LongConsumer ended) {
        this.ended = ended;
    }

    /** A watched address. Its next event comes after the one before was handled. */
    private final class Watched implements CompletionHandler<Integer, Object> {
        private final long id;
        private final HostPort address;
        private int connections;
        private volatile AsynchronousSocketChannel channel;

        Watched(long id, HostPort address) {
            this.id = id;
            this.address = address;
        }

        void connect() {
            if (connections++ == MOST_CONNECTIONS || all.get(id) != this) {
                all.remove(id, this);
                return;
            }
            try {
                channel = AsynchronousSocketChannel.open();
                channel.connect(new InetSocketAddress(address.host(), address.port()), null, new CompletionHandler<>() {
                    @Override
                    public void completed(Void nothing, Object none) {
                        read();
                    }

                    @Override
                    public void failed(Throwable why, Object none) {
                        unconnected(why);
                    }
                });
            } catch (IOException | RuntimeException e) { // such as a host without an address
                all.remove(id, this);
                close();
            }
        }

        private void read() {
            channel.read(ByteBuffer.allocate(64), null, this);
        }

        @Override
        public void completed(Integer count, Object none) {
            if (count < 0) {
                failed(null, none);
            } else {
                read();
            }
        }

        /** Connects again, since the connection was closed or reset. */
        @Override
        public void failed(Throwable why, Object none) {
            close();
            connect();
        }

        /** Reports a refusal, and drops the address. Another error, such as a reset, says nothing. */
        private void unconnected(Throwable why) {
            if (why instanceof ConnectException
                    && String.valueOf(why.getMessage()).contains("refused")) {
                close();
                if (all.remove(id, this)) {
                    ended.accept(id);
                }
            } else {
                failed(why, null);
            }
        }

        private void close() {
            try {
                if (channel != null) {
                    channel.close();
                }
            } catch (IOException e) {
                // the connection is not needed any more
            }
        }
    }

    /** Watches an address, under a unique number. */
    public void watch(long id, HostPort address) {
        Watched watched = new Watched(id, address);
        all.put(id, watched);
        watched.connect();
    }

    /** Stops watching an address, without a report. */
    public void forget(long id) {
        Watched watched = all.remove(id);
        if (watched != null) {
            watched.close();
        }
    }

    @Override
    public void close() {
        all.keySet().forEach(this::forget);
    }
}
