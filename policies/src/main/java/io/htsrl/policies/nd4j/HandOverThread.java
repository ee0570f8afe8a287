package io.htsrl.policies.nd4j;

/**
 * A daemon thread that runs the same job once each time it is told to, by one thread at a time: {@link #begin}, then
 * {@link #awaitEnd}, or {@link #close}. What the caller wrote before {@code begin} is visible to the job, and what the
 * job wrote to the caller after {@code awaitEnd}.
 */
final class HandOverThread implements AutoCloseable {
    private final Runnable job;
    private final Thread thread;
    private final TurnCounter begun = new TurnCounter();
    private final TurnCounter ended = new TurnCounter();
    private int turn;
    /** Written before {@code ended} advances, read after it. */
    private Throwable failure;
    /** Written before {@code begun} advances, read after it. */
    private boolean closing;

    private HandOverThread(String name, Runnable job) {
        this.job = job;
        thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    static HandOverThread start(String name, Runnable job) {
        HandOverThread handOver = new HandOverThread(name, job);
        handOver.thread.start();
        return handOver;
    }

    private void run() {
        int next = 1;
        begun.await(next);
        while (!closing) {
            failure = runJob();
            ended.advance();
            next++;
            begun.await(next);
        }
    }

    /** Whatever a job throws belongs to the caller. */
    private Throwable runJob() {
        try {
            job.run();
            return null;
        } catch (Throwable e) {
            return e;
        }
    }

    /** Lets the job run once; returns at once. Not again before {@link #awaitEnd}. */
    void begin() {
        turn++;
        begun.advance();
    }

    /** Waits until the job begun last has ended. Returns what it threw, or null. */
    Throwable awaitEnd() {
        ended.await(turn);
        return failure;
    }

    /** Ends the thread and waits until it is gone; an interrupt does not end the wait, but stays set. */
    @Override
    public void close() {
        closing = true;
        begun.advance();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
