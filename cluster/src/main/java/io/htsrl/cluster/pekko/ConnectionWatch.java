package io.htsrl.cluster.pekko;

import io.htsrl.cluster.security.HostPort;
import io.htsrl.core.run.DaemonThreads;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongConsumer;

/**
 * Holds an idle connection to each of its addresses. Where one is closed and a new one is refused, the process at the
 * address has certainly ended. Where a new one succeeds, only the connection was lost. Other errors say nothing. Any
 * thread may call; one dedicated thread watches.
 */
public final class ConnectionWatch implements AutoCloseable {
    /**
     * Number of closed connections after which an address is no longer watched. A proxy, for example, accepts and
     * closes each.
     */
    private static final int MOST_CONNECTIONS = 4;

    private static final class Watched {
        private final long id;
        private final HostPort address;
        private int connections;
        private SocketChannel channel;

        Watched(long id, HostPort address) {
            this.id = id;
            this.address = address;
        }
    }

    private final LongConsumer ended;
    private final Selector selector;
    private final Queue<Runnable> wishes = new ConcurrentLinkedQueue<>();
    private final Map<Long, Watched> all = new HashMap<>(); // accessed by the watching thread

    /**
     * @param ended receives, once each and on the watching thread, the numbers of addresses at which no process listens
     *     any more
     */
    public ConnectionWatch(LongConsumer ended) {
        this.ended = ended;
        try {
            this.selector = Selector.open();
        } catch (IOException e) {
            throw new IllegalStateException("no connection can be watched: " + e.getMessage(), e);
        }
        DaemonThreads.start("connection-watch", this::run);
    }

    /** Watches an address, under a unique number. */
    public void watch(long id, HostPort address) {
        wish(() -> {
            Watched watched = new Watched(id, address);
            all.put(id, watched);
            connect(watched);
        });
    }

    /** Stops watching an address, without a report. */
    public void forget(long id) {
        wish(() -> {
            Watched watched = all.remove(id);
            if (watched != null) {
                close(watched);
            }
        });
    }

    private void wish(Runnable wish) {
        wishes.add(wish);
        selector.wakeup();
    }

    private void run() {
        try {
            while (selector.isOpen()) {
                for (Runnable wish = wishes.poll(); wish != null; wish = wishes.poll()) {
                    wish.run();
                }
                selector.select(this::look);
            }
        } catch (IOException | ClosedSelectorException e) {
            // closed, or watching has failed: leases remain
        } finally {
            all.values().forEach(ConnectionWatch::close);
        }
    }

    private void connect(Watched watched) {
        if (watched.connections++ == MOST_CONNECTIONS) {
            all.remove(watched.id);
            return;
        }
        try {
            watched.channel = SocketChannel.open();
            watched.channel.configureBlocking(false);
            boolean connected =
                    watched.channel.connect(new InetSocketAddress(watched.address.host(), watched.address.port()));
            watched.channel.register(selector, connected ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT, watched);
        } catch (IOException | RuntimeException e) { // such as a host without an address
            failed(watched, e);
        }
    }

    private void look(SelectionKey key) {
        Watched watched = (Watched) key.attachment();
        if (!key.isValid()) {
            return;
        }
        try {
            if (key.isConnectable()) {
                watched.channel.finishConnect();
                key.interestOps(SelectionKey.OP_READ);
            } else if (watched.channel.read(ByteBuffer.allocate(64)) < 0) {
                again(watched);
            }
        } catch (IOException e) {
            if (isRefusal(e)) {
                failed(watched, e);
            } else {
                again(watched); // reset, by a process that was killed for example, perhaps before it was looked at
            }
        }
    }

    private void again(Watched watched) {
        close(watched);
        connect(watched);
    }

    private void failed(Watched watched, Exception why) {
        close(watched);
        all.remove(watched.id);
        if (isRefusal(why)) {
            ended.accept(watched.id);
        }
    }

    /** Returns whether the connection was refused, and not timed out or without a route. */
    private static boolean isRefusal(Exception why) {
        return why instanceof ConnectException
                && String.valueOf(why.getMessage()).contains("refused");
    }

    private static void close(Watched watched) {
        try {
            if (watched.channel != null) {
                watched.channel.close();
            }
        } catch (IOException e) {
            // the connection is not needed any more
        }
    }

    @Override
    public void close() {
        try {
            selector.close();
        } catch (IOException e) {
            // the watching thread ends with the process
        }
    }
}
