package io.htsrl.trainer.watch;

import io.htsrl.core.error.RunFailedException;
import io.htsrl.core.run.RunAbortedException;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.run.Worker;
import io.htsrl.core.run.WorkerThreads;
import java.util.List;
import java.util.function.Supplier;

/**
 * Runs work that may hang inside an environment on a separate thread: when the watchdog or the user aborts the run, the
 * thread is abandoned and its caller continues. One instance per call.
 */
public final class CancellableCall implements Worker {
    private final String role;
    private final Runnable work;
    private volatile boolean ended;
    private volatile Throwable thrown;

    private CancellableCall(String role, Runnable work) {
        this.role = role;
        this.work = work;
    }

    /**
     * Returns the result of {@code work}.
     *
     * @param role the name of the thread
     * @throws RunFailedException when the run failed meanwhile, for example because this work hung
     * @throws RunAbortedException when it was abandoned otherwise
     */
    public static <T> T call(String role, RunControl control, Supplier<T> work) throws InterruptedException {
        Object[] result = new Object[1];
        run(role, control, () -> result[0] = work.get());
        @SuppressWarnings("unchecked") // put there by the supplier
        T typed = (T) result[0];
        return typed;
    }

    /** Does the same as {@link #call} without a result. */
    public static void run(String role, RunControl control, Runnable work) throws InterruptedException {
        CancellableCall call = new CancellableCall(role, work);
        RunControl.Failure before = control.failure();
        WorkerThreads.run(control, List.of(call));
        RunControl.Failure failure = control.failure();
        if (failure != before && failure.cause() instanceof RunFailedException failed) {
            throw failed; // whatever the interrupted work returned
        }
        call.conclude();
    }

    private void conclude() {
        if (ended && thrown instanceof RuntimeException e) {
            throw e;
        }
        if (ended && thrown instanceof Error e) {
            throw e;
        }
        if (!ended) {
            throw RunAbortedException.INSTANCE;
        }
    }

    @Override
    public String roleName() {
        return role;
    }

    @Override
    public void run() {
        try {
            work.run();
        } catch (RuntimeException | Error e) {
            thrown = e; // for the caller to interpret
        }
        ended = true;
    }
}
