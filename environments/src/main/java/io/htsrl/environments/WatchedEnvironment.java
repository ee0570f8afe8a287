package io.htsrl.environments;

import io.htsrl.core.Environment;
import io.htsrl.core.ObservationSlot;
import io.htsrl.core.StepResult;

/**
 * Tells a watchdog since when a call of {@link #step} or {@link #reset} has been under way, and on which thread. Costs
 * a clock reading and two volatile writes a call. Thread rule of {@link Environment}; {@link #since} and
 * {@link #thread} are for any thread.
 */
public final class WatchedEnvironment extends EnvironmentWrapper {
    /** What {@link #since} gives between calls. */
    public static final long IDLE = 0;

    private Thread thread; // published by since
    private volatile long since = IDLE;

    public WatchedEnvironment(Environment inner) {
        super(inner);
    }

    /** When the call under way began, by {@link System#nanoTime} but never {@link #IDLE}; {@link #IDLE} without one. */
    public long since() {
        return since;
    }

    /** The thread of the call that {@link #since} has told of. */
    public Thread thread() {
        return thread;
    }

    @Override
    public void reset(long seed, ObservationSlot out) {
        begin();
        try {
            super.reset(seed, out);
        } finally {
            since = IDLE;
        }
    }

    @Override
    public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
        begin();
        try {
            super.step(actions, offset, out, result);
        } finally {
            since = IDLE;
        }
    }

    private void begin() {
        thread = Thread.currentThread();
        since = System.nanoTime() | 1; // odd, so never IDLE
    }
}
