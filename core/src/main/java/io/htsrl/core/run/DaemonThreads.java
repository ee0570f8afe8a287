package io.htsrl.core.run;

import java.util.concurrent.ThreadFactory;

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
}
