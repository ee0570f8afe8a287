package io.htsrl.environments.wrapper;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.random.RandomStream;

/** Time that passes only when it is used: by parking, by spinning, and by whoever calls {@link #work}. */
public final class FakeClock implements VariableStepTime.StepClock {
    long wall = Long.MAX_VALUE - 1000; // wraps early: elapsed times must be differences
    long processor = 5;
    long parked;
    long spun;
    int spins;
    long overshoot;
    boolean interruptWhileParked;

    /** Returns an environment whose steps take such a time of this clock. */
    public static Environment slowed(Environment inner, StepTime time, RandomStream stream) {
        return new VariableStepTime(inner, time, stream, new FakeClock());
    }

    /** The calling thread computes for {@code nanos}. */
    void work(long nanos) {
        wall += nanos;
        processor += nanos;
    }

    /** The calling thread waits for a processor for {@code nanos}. */
    void descheduled(long nanos) {
        wall += nanos;
    }

    @Override
    public long wallNanos() {
        return wall;
    }

    @Override
    public long processorNanos() {
        return processor;
    }

    @Override
    public void park(long nanos) {
        if (interruptWhileParked) {
            Thread.currentThread().interrupt();
            return;
        }
        parked += nanos + overshoot;
        wall += nanos + overshoot;
    }

    @Override
    public void spin() {
        long moment = 1000;
        spins++;
        spun += moment;
        work(moment);
    }
}
