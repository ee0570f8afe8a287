package io.htsrl.environments.wrapper;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.random.RandomStream;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.locks.LockSupport;

/**
 * Gives every step a randomly drawn duration, as steps of simulators and games have, to study its effect on a trainer.
 * The duration includes the inner environment's own step. Thread rule of {@link Environment}.
 *
 * <p>Sample {@code i} belongs to step {@code i} since the replica was created, across episodes; the number of steps is
 * saved with the state. Draws and waits leave the inner environment unchanged: its bits stay the same.
 *
 * <p>A blocking step parks until shortly before its deadline, then spins for at most 50 µs, because a parked thread
 * wakes up late by about as much. A burning step spins until the thread itself has used the processor time, so steps
 * that share a core slow each other down like real work. An interrupted thread stops waiting at once and stays
 * interrupted.
 */
public final class VariableStepTime extends EnvironmentWrapper {
    private static final long SPIN_NANOS = 50_000;

    private final StepTimeSampler sampler;
    private final boolean burn;
    private final StepClock clock;
    private long steps;

    /**
     * @param time distribution of the step times
     * @param stream source of the draws, a separate one for each replica
     */
    public VariableStepTime(Environment inner, StepTime time, RandomStream stream) {
        this(inner, time, stream, new StepClock.OfTheMachine());
    }

    VariableStepTime(Environment inner, StepTime time, RandomStream stream, StepClock clock) {
        super(inner);
        this.sampler = new StepTimeSampler(time, stream);
        this.burn = time.burn();
        this.clock = clock;
    }

    @Override
    public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
        long start = burn ? clock.processorNanos() : clock.wallNanos();
        super.step(actions, offset, out, result);
        long nanos = sampler.nanos(steps++);
        if (burn) {
            burn(start, nanos);
        } else {
            block(start, nanos);
        }
    }

    // elapsed times are differences of clock readings, so that neither a wrapping clock nor a huge draw overflows

    private void block(long start, long nanos) {
        long left = nanos - (clock.wallNanos() - start);
        while (left > 0 && !Thread.currentThread().isInterrupted()) {
            if (left > SPIN_NANOS) {
                clock.park(left - SPIN_NANOS);
            } else {
                clock.spin();
            }
            left = nanos - (clock.wallNanos() - start);
        }
    }

    private void burn(long start, long nanos) {
        while (clock.processorNanos() - start < nanos && !Thread.currentThread().isInterrupted()) {
            clock.spin();
        }
    }

    @Override
    public void saveState(DataOutput out) throws IOException {
        out.writeLong(steps);
        super.saveState(out);
    }

    @Override
    public void restoreState(DataInput in) throws IOException {
        steps = in.readLong();
        super.restoreState(in);
    }

    /** Clock of steps, replaceable so that tests need not wait. Any thread. */
    interface StepClock {

        /** Returns the elapsed time, in nanoseconds from an arbitrary origin. */
        long wallNanos();

        /** Returns the processor time of the calling thread, in nanoseconds from an arbitrary origin. */
        long processorNanos();

        /** Blocks for about {@code nanos}; may return early, and returns at once while the thread is interrupted. */
        void park(long nanos);

        /** Waits a moment without blocking. */
        void spin();

        /** The machine's clock. Processor time is replaced by elapsed time on a JVM that does not measure it. */
        final class OfTheMachine implements StepClock {
            private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
            private final boolean measuresProcessor =
                    threads.isCurrentThreadCpuTimeSupported() && threads.isThreadCpuTimeEnabled();

            @Override
            public long wallNanos() {
                return System.nanoTime();
            }

            @Override
            public long processorNanos() {
                return measuresProcessor ? threads.getCurrentThreadCpuTime() : System.nanoTime();
            }

            @Override
            public void park(long nanos) {
                LockSupport.parkNanos(this, nanos);
            }

            @Override
            public void spin() {
                Thread.onSpinWait();
            }
        }
    }
}
