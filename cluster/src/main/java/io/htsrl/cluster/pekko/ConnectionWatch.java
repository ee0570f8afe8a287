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
 * Holds a connection, on which nothing is said, to each address it is given. Where one is closed and another is refused,
 * nobody listens there any more: the process has ended, which is certain. Where another can be made, only the connection
 * was lost. An address that cannot be reached at all says nothing. Any thread may call; one thread of its own watches.
 */
public final class ConnectionWatch implements AutoCloseable {
    /** Who accepts and closes again and again, a proxy for example, is not worth watching. */
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
    private final Map<Long, Watched> all = new HashMap<>(); // the thread's

    /** @param ended hears, once and on the thread that watches, which addresses nobody listens at any more */
    public ConnectionWatch(LongConsumer ended) {
        this.ended = ended;
        try {
            this.selector = Selector.open();
        } catch (IOException e) {
            throw new IllegalStateException("no connection can be watched: " + e.getMessage(), e);
        }
        DaemonThreads.start("connection-watch", this::run);
    }

    /** Watches an address, under a number of nobody else. */
    public void watch(long id, HostPort address) {
        wish(() -> {
            Watched watched = new Watched(id, address);
            all.put(id, watched);
            connect(watched);
        });
    }

    /** Lets go of it, without a word. */
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
            // closed, or no longer possible: the leases are there
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

    /** Not: timed out, no route. */
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
            // it is of no use any more
        }
    }

    @Override
    public void close() {
        try {
            selector.close();
        } catch (IOException e) {
            // its thread ends with the process
        }
    }
}
