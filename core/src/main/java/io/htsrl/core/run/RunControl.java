package io.htsrl.core.run;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * How a run ends before its time. Any thread may call any method. A <i>stop</i> is a wish: the run ends whole at the
 * next swap. An <i>abort</i> ends every wait at once: whatever can wait registers a hook with {@link #onAbort}.
 */
public final class RunControl {

    /** The first failure: who and why. */
    public record Failure(String role, Throwable cause) {}

    private final AtomicReference<Failure> failure = new AtomicReference<>();
    private final List<Runnable> hooks = new CopyOnWriteArrayList<>();
    private final Consumer<Runnable> guarded = this::runGuarded; // made before there is no memory left
    private final WaitRegistry waits = new WaitRegistry();
    private volatile boolean stopRequested;
    private final AtomicBoolean checkpointRequested = new AtomicBoolean();
    private volatile boolean aborted;
    private final Set<Thread> givenUp = ConcurrentHashMap.newKeySet();

    /** Who of the run's threads waits. */
    public WaitRegistry waits() {
        return waits;
    }

    /** Asks for an orderly end at the next swap. */
    public void requestStop() {
        stopRequested = true;
    }

    public boolean stopRequested() {
        return stopRequested;
    }

    /** Asks for a checkpoint at the next swap, of a run that can take them. */
    public void requestCheckpoint() {
        checkpointRequested.set(true);
    }

    /** Whether one is asked for, which is granted with that. Inside a swap. */
    public boolean grantCheckpoint() {
        return checkpointRequested.getAndSet(false);
    }

    /** Records the first failure and aborts; later ones are consequences and are dropped. */
    public void fail(String role, Throwable cause) {
        try {
            failure.compareAndSet(null, new Failure(role, cause));
        } finally {
            abort(); // also when there is no memory left to say why
        }
    }

    /** Ends every wait; again, wakes every waiter once more. What a hook throws is {@link #add added}. */
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

    /** Records what went wrong during an abort: suppressed by the first failure, or as it where there is none. */
    public void add(String role, Throwable thrown) {
        if (!failure.compareAndSet(null, new Failure(role, thrown))
                && failure.get().cause() != thrown) {
            failure.get().cause().addSuppressed(thrown);
        }
    }

    public boolean aborted() {
        return aborted;
    }

    /** The first failure, or null. */
    public Failure failure() {
        return failure.get();
    }

    /** {@code thread} will not come back: nobody waits for it, and what it uses is left open. */
    public void giveUp(Thread thread) {
        givenUp.add(thread);
    }

    /** The same of threads that have not left their waits after an abort, which is a failure: it is {@link #add added}. */
    public void giveUp(List<WaitRegistry.Waiting> stuck) {
        stuck.forEach(waiting -> giveUp(waiting.thread()));
        add("run", WaitRegistry.failure("the run was aborted, and threads have not left their waits: ", stuck));
    }

    public boolean hasGivenUp(Thread thread) {
        return givenUp.contains(thread);
    }

    /** Whether a thread that was given up may still be at work inside an environment or a library. */
    public boolean hasStragglers() {
        return givenUp.stream().anyMatch(Thread::isAlive);
    }

    /** Registers what wakes a kind of waiter; runs at once when the run is already aborted. Must be idempotent. */
    public void onAbort(Runnable hook) {
        hooks.add(hook);
        if (aborted) {
            hook.run();
        }
    }

    /**
     * Aborts {@code other} with this one, until the link is closed: a session of many runs would keep them all in memory
     * otherwise.
     */
    public Link linkTo(RunControl other) {
        Runnable hook = other::abort;
        onAbort(hook);
        return () -> hooks.remove(hook);
    }

    /** Two runs of which one ends with the other. */
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
