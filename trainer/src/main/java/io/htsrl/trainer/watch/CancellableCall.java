package io.htsrl.trainer.watch;

import io.htsrl.core.error.RunFailedException;
import io.htsrl.core.run.RunAbortedException;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.run.Worker;
import io.htsrl.core.run.WorkerThreads;
import java.util.List;
import java.util.function.Supplier;

/**
 * Work that may hang inside an environment, on a thread of its own: when the run is aborted, by the watchdog or the
 * user, the thread is given up and its caller goes on. One instance a call.
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
     * What {@code work} gives.
     *
     * @param role the name of the thread
     * @throws RunFailedException  when the run failed meanwhile: since this work hung, for example
     * @throws RunAbortedException when it was given up otherwise
     */
    public static <T> T call(String role, RunControl control, Supplier<T> work) throws InterruptedException {
        Object[] result = new Object[1];
        run(role, control, () -> result[0] = work.get());
        @SuppressWarnings("unchecked") // put there by the supplier
        T typed = (T) result[0];
        return typed;
    }

    /** {@link #call} without a result. */
    public static void run(String role, RunControl control, Runnable work) throws InterruptedException {
        CancellableCall call = new CancellableCall(role, work);
        RunControl.Failure before = control.failure();
        WorkerThreads.run(control, List.of(call));
        RunControl.Failure failure = control.failure();
        if (failure != before && failure.cause() instanceof RunFailedException failed) {
            throw failed; // whatever the work made of its interruption
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
            thrown = e; // the caller's, who knows what it means
        }
        ended = true;
    }
}
