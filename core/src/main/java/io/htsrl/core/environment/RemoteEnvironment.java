package io.htsrl.core.environment;

import java.util.concurrent.locks.LockSupport;

/**
 * An environment that another process or machine computes. Each call has a beginning, which returns at once, and a
 * completion. So one executor thread can have requests of several such environments in flight and continue with
 * whichever is ready. Thread rule and contract of {@link Environment}, and in addition:
 *
 * <ol>
 *   <li>A replica has at most one request in flight: begun and not yet completed. A beginning copies the action row,
 *       which may change afterwards.
 *   <li>A request may be held back until {@link #flush}, so that replicas which share a worker send one message:
 *       callers begin all requests, then flush each. The grouping changes no bit.
 *   <li>{@link #ready} is polled: it takes no lock and makes no system call. It also becomes true for a failure, and
 *       then the completion throws: {@link EnvironmentDiedException} when the process or machine is gone, any other
 *       exception otherwise. Afterwards no request is in flight.
 *   <li>A completion is called after {@code ready} was true, and does not wait.
 *   <li>{@link Environment#close} may be called while a request is in flight, which then never completes.
 * </ol>
 *
 * The blocking calls use these: evaluations, checks and the serial schedule need no special case.
 */
public interface RemoteEnvironment extends Environment {

    /** Begins {@link Environment#reset}. */
    void beginReset(long seed);

    /** Begins {@link Environment#step}. */
    void beginStep(float[] actions, int offset);

    /** Sends requests that were held back, at least those of this replica. Returns at once if it has none. */
    default void flush() {}

    /** Returns whether the request in flight can be completed without waiting. */
    boolean ready();

    /**
     * Registers a wake-up for a thread that is about to sleep. When the request in flight becomes {@link #ready} after
     * this call, {@code wakeup} is called once (or more often, or later without need). Only the latest wake-up is kept;
     * it ends with the completion.
     *
     * @return {@link #ready}, read after the wake-up was registered: if true, do not sleep
     */
    boolean wakeWhenReady(Wakeup wakeup);

    /** Completes a {@link #beginReset}. */
    void completeReset(ObservationSlot out);

    /** Completes a {@link #beginStep}; every field of {@code result} is assigned. */
    void completeStep(ObservationSlot out, StepResult result);

    /**
     * Returns whether the last observation needs no action, because its agent takes no part at present. The next step
     * ignores its action, and its result is {@linkplain StepResult#setAbsent absent}.
     */
    default boolean absent() {
        return false;
    }

    /**
     * Returns details of a request that is not answered, such as the state of its process: a clause or more for the
     * message that ends the run. The watchdog's thread calls it while others may use the replica; it returns within a
     * second.
     */
    default String describeStall() {
        return "";
    }

    /**
     * Returns whether the worker is computing the request in flight, as far as is known; false if the request waits for
     * its turn or has not been sent. The watchdog's message names such environments first. The watchdog's thread calls
     * it.
     */
    default boolean atWork() {
        return true;
    }

    /**
     * Ends the process of the request in flight, if possible, because the run will not wait for it. The watchdog's
     * thread calls it at the end of a run.
     */
    default void abandon() {}

    /** Waits until the request in flight is {@link #ready}. */
    default void await() {
        BlockingWait.until(this);
    }

    @Override
    default void reset(long seed, ObservationSlot out) {
        beginReset(seed);
        flush();
        await();
        completeReset(out);
    }

    @Override
    default void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
        beginStep(actions, offset);
        flush();
        await();
        completeStep(out, result);
    }

    /** Waits for one {@link RemoteEnvironment}: polls for some microseconds, then sleeps. Stateless, any thread. */
    final class BlockingWait {
        private static final long SPIN_NANOS = 20_000;

        private BlockingWait() {}

        /** @throws IllegalStateException when the thread is interrupted, and stays so: its watchdog has given it up */
        static void until(RemoteEnvironment environment) {
            long begin = System.nanoTime();
            while (!environment.ready()) {
                if (System.nanoTime() - begin > SPIN_NANOS) {
                    sleepUntil(environment);
                    return;
                }
                Thread.onSpinWait();
            }
        }

        private static void sleepUntil(RemoteEnvironment environment) {
            Thread sleeper = Thread.currentThread();
            boolean ready = environment.wakeWhenReady(() -> LockSupport.unpark(sleeper));
            while (!ready) {
                LockSupport.park(environment);
                if (sleeper.isInterrupted()) {
                    throw new IllegalStateException("interrupted while it waited for "
                            + environment.spec().id());
                }
                ready = environment.ready();
            }
        }
    }
}
