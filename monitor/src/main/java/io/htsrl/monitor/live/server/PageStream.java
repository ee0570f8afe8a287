package io.htsrl.monitor.live.server;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The unsent events of one page. Threads that add an event never wait; the thread of the page's request sends them. A
 * page that does not read is dropped when its queue is full or a send hangs. The thread in the hanging send is
 * interrupted, which closes its connection. Pages reconnect by themselves.
 */
public final class PageStream implements Closeable {
    private static final int ROOM = 64;
    private static final long BEAT_SECONDS = 10;
    private static final long PATIENCE_NANOS = 20_000_000_000L;
    private static final byte[] BEAT = ": still here\n\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NEWEST = {}; // placeholder for an event in newest
    private static final byte[] END = {};

    private final List<byte[]> first;
    private final EventHub hub;
    private final BlockingQueue<byte[]> events = new ArrayBlockingQueue<>(ROOM);
    private final AtomicReference<byte[]> newest = new AtomicReference<>();
    private volatile long sendingSince;
    private volatile boolean dropped;
    private Thread sender; // guarded by this

    /**
     * Creates the stream of a page of {@code hub}.
     *
     * @param first events to send first, whatever their size
     */
    PageStream(List<byte[]> first, EventHub hub) {
        this.first = first;
        this.hub = hub;
    }

    /** Adds an event that the page must receive. Any thread. */
    void add(byte[] event) {
        if (!events.offer(event)) {
            drop();
        }
    }

    /** Adds an event that a newer one replaces. Any thread. */
    void addNewest(byte[] event) {
        if (newest.getAndSet(event) == null && !events.offer(NEWEST)) {
            drop();
        }
    }

    /** Drops the page if the current send has taken too long. Any thread. */
    void dropIfHanging(long now) {
        long since = sendingSince;
        if (since != 0 && now - since > PATIENCE_NANOS) {
            drop();
        }
    }

    /** Ends the stream after the remaining events. Any thread. */
    void finish() {
        add(END);
    }

    /** Ends the page's connection. Any thread. */
    synchronized void drop() {
        dropped = true;
        if (sender != null) {
            sender.interrupt();
        }
    }

    boolean dropped() {
        return dropped;
    }

    /** Sends until the page has disconnected or is dropped. */
    void send(OutputStream out) throws IOException {
        synchronized (this) {
            sender = Thread.currentThread();
        }
        try {
            for (byte[] event : first) {
                send(event, out);
            }
            while (!dropped) {
                byte[] event = events.poll(BEAT_SECONDS, TimeUnit.SECONDS);
                if (event == END) {
                    break;
                }
                byte[] meant = event == NEWEST ? newest.getAndSet(null) : event;
                send(meant == null ? BEAT : meant, out);
            }
        } catch (InterruptedException e) {
            dropped = true;
        } finally {
            synchronized (this) {
                dropped = true;
                sender = null;
                Thread.interrupted(); // the interrupt was for this page: the thread serves others later
            }
        }
    }

    private void send(byte[] event, OutputStream out) throws IOException {
        if (dropped) {
            return;
        }
        sendingSince = System.nanoTime() | 1;
        out.write(event);
        out.flush();
        sendingSince = 0;
    }

    /** Removes the page. */
    @Override
    public void close() {
        hub.leave(this);
    }
}
