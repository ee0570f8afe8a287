package io.htsrl.cluster.pekko;

import java.io.IOException;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/** One direction of a link between two processes, which can be cut, slow, late or damaged. Any thread. */
final class Cable {
    private static final int QUIET = 4096; // bytes at the beginning of a connection that are not damaged

    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private volatile long delayNanos;
    private volatile int bytesPerSecond; // 0 for any
    private volatile int flipEvery; // bytes; 0 for never
    private boolean held; // guarded by this
    private long flips; // guarded by this

    /** A link that is down, or leads nowhere: what is sent waits in buffers, and nobody is told. */
    synchronized void hold(boolean now) {
        held = now;
        notifyAll();
    }

    /** All connections are reset. */
    void reset() {
        sockets.forEach(Cable::close);
        sockets.removeIf(Socket::isClosed);
    }

    void delay(long nanos) {
        delayNanos = nanos;
    }

    void rate(int newBytesPerSecond) {
        bytesPerSecond = newBytesPerSecond;
    }

    /** Flips a bit in each so many bytes of ours. */
    void damage(int everyBytes) {
        flipEvery = everyBytes;
    }

    synchronized long damages() {
        return flips;
    }

    void carry(Socket socket) {
        sockets.add(socket);
    }

    /** @param before how many bytes of ours went the same way */
    synchronized void damage(byte[] bytes, long before) {
        int every = flipEvery;
        if (every > 0 && before > QUIET && before / every != (before + bytes.length) / every) {
            bytes[bytes.length / 2] ^= 4;
            flips++;
        }
    }

    /** Takes the time of the link for some bytes that were read at once. */
    void pass(int bytes) throws IOException {
        long wait = delayNanos + (bytesPerSecond == 0 ? 0 : bytes * 1_000_000_000L / bytesPerSecond);
        for (long end = System.nanoTime() + wait; wait > 0 && System.nanoTime() < end; ) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
        synchronized (this) {
            while (held) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
            }
        }
    }

    static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // of no use any more
        }
    }
}
