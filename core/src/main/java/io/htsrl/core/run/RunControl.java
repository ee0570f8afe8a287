package io.htsrl.core.run;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * Ends a run early. Any thread may call any method. A <i>stop</i> is a request: the run ends whole at the next swap. An
 * <i>abort</i> ends every wait at once: every class that waits registers a hook with {@link #onAbort}.
 */
public final class RunControl {

    /** The first failure: role and cause. */
    public record Failure(String role, Throwable cause) {}

    private final AtomicReference<Failure> failure = new AtomicReference<>();
    private final List<Runnable> hooks = new CopyOnWriteArrayList<>();
    private final Consumer<Runnable> guarded = this::runGuarded; // allocated before memory may run out
    private final WaitRegistry waits = new WaitRegistry();
    private volatile boolean stopRequested;
    private volatile String endReason;
    private volatile long lastInterval = Long.MAX_VALUE;
    private final AtomicBoolean checkpointRequested = new AtomicBoolean();
    private final Set<Long> keptBefore = ConcurrentHashMap.newKeySet();
    private volatile boolean aborted;
    private final Set<Thread> givenUp = ConcurrentHashMap.newKeySet();

    /** Returns the registry of the run's waiting threads. */
    public WaitRegistry waits() {
        return waits;
    }

    /** Requests an orderly end at the next swap. */
    public void requestStop() {
        stopRequested = true;
    }

    /** Requests an orderly end at the next swap, which completes the run: its settings end it early. */
    public void requestEnd(String reason) {
        endReason = reason;
        stopRequested = true;
    }

    /**
     * Requests an orderly stop after {@code intervals} intervals, those before a checkpoint included. Has an effect
     * only before the run starts.
     */
    public void requestStopAfter(long intervals) {
        lastInterval = intervals;
    }

    /**
     * Restores the end that a resumed run's settings had requested: it has no intervals left. Has an effect only before
     * the run starts.
     */
    public void restoreEnd(String reason, long intervals) {
        endReason = reason;
        lastInterval = intervals;
    }

    /** Returns the number of intervals after which a stop was requested; {@link Long#MAX_VALUE} for none. */
    public long lastInterval() {
        return lastInterval;
    }

    /** Returns the reason for which the run's settings end it early; null if they don't. */
    public String endReason() {
        return endReason;
    }

    public boolean stopRequested() {
        return stopRequested;
    }

    /** Requests a checkpoint at the next swap; only for runs that support checkpoints. */
    public void requestCheckpoint() {
        checkpointRequested.set(true);
    }

    /** Returns whether a checkpoint was requested, and clears the request. Called inside a swap. */
    public boolean grantCheckpoint() {
        return checkpointRequested.getAndSet(false);
    }

    /** Keeps the newest checkpoint that was taken before {@code interval}, also where newer ones would replace it. */
    public void keepCheckpointBefore(long interval) {
        keptBefore.add(interval);
    }

    /** Returns the intervals before which a checkpoint is kept. */
    public Set<Long> keptBefore() {
        return keptBefore;
    }

    /** Records the first failure and aborts; later ones are consequences and are dropped. */
    public void fail(String role, Throwable cause) {
        try {
            failure.compareAndSet(null, new Failure(role, cause));
        } finally {
            abort(); // also when no memory is left for the message
        }
    }

    /** Ends every wait; a second call wakes every waiter once more. Exceptions of hooks are {@link #add added}. */
    public void abort() {
        aborted = true;
        hooks.forEach(guarded);
    }

    private void runGuarded(Runnable hook) {
        try {
            hook.run();
        } catch (RuntimeException | Error e) {
            add("abort", e);
        }
    }

    /**
     * Records an exception thrown during an abort: suppressed by the first failure, or as the failure if none exists.
     */
    public void add(String role, Throwable thrown) {
        if (!failure.compareAndSet(null, new Failure(role, thrown))
                && failure.get().cause() != thrown) {
            failure.get().cause().addSuppressed(thrown);
        }
    }

    public boolean aborted() {
        return aborted;
    }

    /** Returns the first failure, or null. */
    public Failure failure() {
        return failure.get();
    }

    /** Marks {@code thread} as lost: no other thread waits for it, and its resources are left open. */
    public void giveUp(Thread thread) {
        givenUp.add(thread);
    }

    /** Marks threads that have not left their waits after an abort, which is a failure: it is {@link #add added}. */
    public void giveUp(List<WaitRegistry.Waiting> stuck) {
        stuck.forEach(waiting -> giveUp(waiting.thread()));
        add("run", WaitRegistry.failure("the run was aborted, and threads have not left their waits: ", stuck));
    }

    public boolean hasGivenUp(Thread thread) {
        return givenUp.contains(thread);
    }

    /** Returns whether a lost thread may still run inside an environment or a library. */
    public boolean hasStragglers() {
        return givenUp.stream().anyMatch(Thread::isAlive);
    }

    /**
     * Registers a hook that wakes a kind of waiter; it runs at once if the run is already aborted. Must be idempotent.
     */
    public void onAbort(Runnable hook) {
        hooks.add(hook);
        if (aborted) {
            hook.run();
        }
    }

    /**
     * Aborts {@code other} with this run, until the link is closed. Without closing, a session of many runs would keep
     * all of them in memory.
     */
    public Link linkTo(RunControl other) {
        Runnable hook = other::abort;
        onAbort(hook);
        return () -> hooks.remove(hook);
    }

    /** A link by which one run aborts with another. */
    @FunctionalInterface
    public interface Link extends AutoCloseable {
        @Override
        void close();
    }

    /** @throws RunAbortedException when the run is aborted */
    public void checkAborted() {
        if (aborted) {
            throw RunAbortedException.INSTANCE;
        }
    }
}
