package io.htsrl.core.run;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Marks whether one thread of a run is inside a wait, and its reason. Only that thread enters and leaves; any thread
 * reads. Only another thread of the run can end such a wait: a thread that computes, or waits for something outside the
 * run (a disk, an environment), has left. A wait costs two plain-speed writes and no allocation.
 */
public final class WaitMark {
    /** Value of {@link #state} outside of waits. */
    public static final long WORKING = 0;

    private static final VarHandle STATE = VarHandles.handle(MethodHandles.lookup(), "state", long.class);

    private String what; // published by state

    @SuppressWarnings("UnusedVariable") // read and written through STATE
    private long state; // number of the wait, never reused

    private long entered; // number of waits so far; only its thread reads and writes it

    /**
     * Marks that the thread is about to wait.
     *
     * @param reason such as {@code wait for actions}
     */
    public void enter(String reason) {
        what = reason;
        STATE.setRelease(this, ++entered);
    }

    /** Marks that the thread continues. */
    public void leave() {
        STATE.setOpaque(this, WORKING);
    }

    /** Returns {@link #WORKING}, or the number of the current wait: equal at two moments means no work in between. */
    long state() {
        return (long) STATE.getAcquire(this);
    }

    /** Returns the reason of the current wait. */
    String what() {
        return what;
    }
}
