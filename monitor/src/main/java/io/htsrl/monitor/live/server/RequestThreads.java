package io.htsrl.monitor.live.server;

import java.io.Closeable;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads of a server, each of which reads one request and answers it. Where all are busy and another request
 * waits, the request that has been arriving for longest is cut off, so that incomplete requests do not block the
 * server. They are daemons of the lowest priority. Any thread.
 */
final class RequestThreads implements Executor, Closeable {
    private static final int WAITING = 256;
    private static final long LAST_MILLIS = 500;
    /** Time for a request to arrive, many times longer than a browser needs. */
    private static final long PATIENCE_NANOS = 100_000_000;

    private final int size;
    private final ThreadPoolExecutor threads;
    private final ScheduledThreadPoolExecutor clock = new ScheduledThreadPoolExecutor(1, RequestThreads::thread);
    private final Map<Thread, Long> reading = new LinkedHashMap<>(); // start times, oldest first; guarded by this
    private final Set<Thread> leaving = new HashSet<>(); // threads whose requests are cut off; guarded by this
    private int tasks; // number begun or waiting; guarded by this
    private ScheduledFuture<?> checking; // null where none is scheduled; guarded by this

    /** @param size maximum number of threads */
    RequestThreads(int size) {
        this.size = size;
        this.threads = new ThreadPoolExecutor(
                size,
                size,
                10,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(WAITING),
                RequestThreads::thread,
                (task, pool) -> ended());
        threads.allowCoreThreadTimeOut(true);
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "live-page");
        thread.setDaemon(true);
        thread.setPriority(Thread.MIN_PRIORITY);
        return thread;
    }

    /** Runs a task that reads a request, calls {@link #arrived} when it is complete, and answers it. */
    @Override
    public void execute(Runnable request) {
        synchronized (this) {
            tasks++;
            checkSoon();
        }
        threads.execute(() -> run(request));
    }

    private void run(Runnable request) {
        synchronized (this) {
            reading.put(Thread.currentThread(), System.nanoTime());
            checkSoon();
        }
        try {
            request.run();
        } finally {
            arrived();
            Thread.interrupted(); // the interrupt was for this request: the thread serves others later
            ended();
        }
    }

    /** Records that this thread's request has arrived, so that it is not cut off any more. */
    synchronized void arrived() {
        reading.remove(Thread.currentThread());
    }

    private synchronized void ended() {
        tasks--;
        leaving.remove(Thread.currentThread());
    }

    private int tooMany() {
        return tasks - leaving.size() - size;
    }

    private void checkSoon() {
        if (checking == null && tooMany() > 0) {
            checking = clock.schedule(this::check, PATIENCE_NANOS, TimeUnit.NANOSECONDS);
        }
    }

    /** Interrupts requests that have been arriving for too long, the oldest first, which closes their connections. */
    private synchronized void check() {
        checking = null;
        long now = System.nanoTime();
        Iterator<Map.Entry<Thread, Long>> oldest = reading.entrySet().iterator();
        while (tooMany() > 0 && oldest.hasNext()) {
            Map.Entry<Thread, Long> request = oldest.next();
            if (now - request.getValue() < PATIENCE_NANOS) {
                break;
            }
            leaving.add(request.getKey());
            request.getKey().interrupt();
            oldest.remove();
        }
        if (!reading.isEmpty()) {
            checkSoon();
        }
    }

    /** Accepts no further tasks; requests in progress have half a second to end. */
    @Override
    public void close() {
        threads.shutdown();
        try {
            threads.awaitTermination(LAST_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Cuts off requests that have not ended by then. */
    void cutOff() {
        threads.shutdownNow();
        clock.shutdownNow();
    }
}
