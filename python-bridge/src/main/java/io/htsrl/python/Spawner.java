package io.htsrl.python;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Begins processes on a thread that lives as long as the JVM: Linux ends a worker with the very thread that began it.
 * Any thread.
 */
final class Spawner {
    private static final ExecutorService THREAD = Executors.newSingleThreadExecutor(work -> {
        Thread thread = new Thread(work, "python-spawner");
        thread.setDaemon(true);
        return thread;
    });

    private Spawner() {}

    /** @throws IOException when there is no such program */
    static Process start(ProcessBuilder builder) throws IOException {
        try {
            return THREAD.submit(builder::start).get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException refused ? refused : new IOException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted before it was started", e);
        }
    }
}
