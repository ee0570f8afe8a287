package io.htsrl.core.run;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Makes threads that do not keep the process from ending. Stateless, any thread. */
public final class DaemonThreads {

    private DaemonThreads() {}

    /** Starts a thread. */
    public static Thread start(String name, Runnable work) {
        Thread thread = named(name).newThread(work);
        thread.start();
        return thread;
    }

    /** Threads for a pool; all have this name. */
    public static ThreadFactory named(String name) {
        return work -> {
            Thread thread = new Thread(work, name);
            thread.setDaemon(true);
            return thread;
        };
    }

    /** Creates a pool of such threads, which start with the first tasks. It ignores tasks after its shutdown. */
    public static ExecutorService pool(String name, int count) {
        return new ThreadPoolExecutor(
                count,
                count,
                0,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                named(name),
                new ThreadPoolExecutor.DiscardPolicy());
    }

    /** Shuts a pool down, and waits at most five seconds for its threads; returns whether they have ended. */
    public static boolean end(ExecutorService pool) {
        pool.shutdownNow();
        try {
            return pool.awaitTermination(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
