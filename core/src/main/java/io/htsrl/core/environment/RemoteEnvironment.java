package io.htsrl.core.environment;

import java.util.concurrent.locks.LockSupport;

/**
 * An environment that computes elsewhere: in another process, on another machine. Its calls have a beginning, which
 * returns at once, and a completion; so one executor thread has requests of several such environments under way and goes
 * on with whichever is ready. Thread rule and contract of {@link Environment}, and beyond them:
 * <ol>
 *   <li>At most one request of a replica is under way: begun and not yet completed. A beginning copies what it needs:
 *       the action row may change afterwards.</li>
 *   <li>What was begun may be held back until {@link #flush}, so that replicas which share a worker travel in one
 *       message: callers begin all they have, then flush each. Who travels together changes no bit.</li>
 *   <li>{@link #ready} is asked again and again: a plain look, without lock or system call. It becomes true for a
 *       failure too, and then the completion throws: {@link EnvironmentDiedException} when what it computes in is gone,
 *       any other for the rest. Afterwards no request is under way.</li>
 *   <li>A completion is called after {@code ready} was true, and does not wait.</li>
 *   <li>{@link Environment#close} may come while a request is under way, which then never completes.</li>
 * </ol>
 * The blocking calls are made of these: for evaluations, checks and the serial schedule nothing changes.
 */
public interface RemoteEnvironment extends Environment {

    /** Begins {@link Environment#reset}. */
    void beginReset(long seed);

    /** Begins {@link Environment#step}. */
    void beginStep(float[] actions, int offset);

    /** Sends what was begun and held back, of this replica at least. Costs nothing where nothing is held back. */
    default void flush() {}

    /** Whether the request under way can be completed without waiting. */
    boolean ready();

    /**
     * Asks for a wake-up: the calling thread wants to sleep. When the request under way becomes {@link #ready}, from
     * this call on, {@code wakeup} is called once (or more often, or later without need). One request for a wake-up is
     * kept, the latest; it ends with the completion.
     *
     * @return {@link #ready}, looked at after the request for a wake-up was placed: true means do not sleep
     */
    boolean wakeWhenReady(Wakeup wakeup);

    /** Completes a {@link #beginReset}. */
    void completeReset(ObservationSlot out);

    /** Completes a {@link #beginStep}; every field of {@code result} is assigned. */
    void completeStep(ObservationSlot out, StepResult result);

    /**
     * What is known of a request that does not answer, such as where its process stands: a clause or more for the
     * message that ends the run. Called by the watchdog's thread while others may use the replica; within a second.
     */
    default String describeStall() {
        return "";
    }

    /**
     * Whether the request under way is what its worker is at, as far as is known; false where it waits for its turn, or to
     * be told. Of several that do not answer those at work are named first. Called by the watchdog's thread.
     */
    default boolean atWork() {
        return true;
    }

    /**
     * The request under way will not be waited for: ends what it computes in, if that can be. Called by the watchdog's
     * thread, at the end of a run.
     */
    default void abandon() {}

    /** Waits until the request under way is {@link #ready}. */
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

    /** Waits for one {@link RemoteEnvironment}: looks for some microseconds, then sleeps. Stateless, any thread. */
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
