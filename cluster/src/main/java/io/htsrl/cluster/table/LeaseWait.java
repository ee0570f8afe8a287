package io.htsrl.cluster.table;

import io.htsrl.core.run.WaitMark;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;

/**
 * A wait of a run's thread for other machines. It is marked for the stall rule only while a counter does not grow.
 * While the counter grows, a machine works or its lease ends the wait, however long that takes. {@link #look} is to be
 * called about once a second. One thread.
 */
public final class LeaseWait implements AutoCloseable {
    public static final Duration LOOK = Duration.ofSeconds(1);

    private final WaitMark mark;
    private final LongSupplier progress;
    private final String what;
    private long before;
    private boolean marked;

    /**
     * Begins unmarked.
     *
     * @param mark mark of the waiting thread
     * @param progress the counter
     * @param what description such as {@code wait for environments}
     */
    public LeaseWait(WaitMark mark, LongSupplier progress, String what) {
        this.mark = mark;
        this.progress = progress;
        this.what = what;
        this.before = progress.getAsLong();
    }

    /** Waits for {@code done}; throws as {@link Future#get(long, TimeUnit)}. */
    public static <T> T await(Future<T> done, Duration limit, WaitMark mark, LongSupplier progress, String what)
            throws TimeoutException, ExecutionException, InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        try (LeaseWait wait = new LeaseWait(mark, progress, what)) {
            for (long left = limit.toNanos(); left > LOOK.toNanos(); left = end - System.nanoTime()) {
                try {
                    return done.get(LOOK.toNanos(), TimeUnit.NANOSECONDS);
                } catch (TimeoutException e) {
                    wait.look();
                }
            }
            return done.get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
        }
    }

    /** Marks the wait, or removes the mark. */
    public void look() {
        long now = progress.getAsLong();
        if (now != before) {
            mark.leave();
        } else if (!marked) {
            mark.enter(what);
        }
        marked = now == before;
        before = now;
    }

    /** Ends the wait. */
    @Override
    public void close() {
        mark.leave();
    }
}
