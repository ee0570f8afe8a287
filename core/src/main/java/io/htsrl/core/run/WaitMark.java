package io.htsrl.core.run;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Whether one thread of a run is inside a wait, and for what. Its thread enters and leaves; anybody looks. Who is
 * inside is woken by another thread of the run or not at all: whatever computes, or waits for something outside the run (a
 * disk, an environment), has left. A wait costs two plain-speed writes and no allocation.
 */
public final class WaitMark {
    /** What {@link #state} gives outside of waits. */
    public static final long WORKING = 0;

    private static final VarHandle STATE = VarHandles.handle(MethodHandles.lookup(), "state", long.class);

    private String what; // published by state

    @SuppressWarnings("UnusedVariable") // read and written through STATE
    private long state; // which wait it is, never the same twice

    private long entered; // waits so far; its thread's alone

    /**
     * The thread is about to wait.
     *
     * @param reason such as {@code wait for actions}
     */
    public void enter(String reason) {
        what = reason;
        STATE.setRelease(this, ++entered);
    }

    /** The thread goes on. */
    public void leave() {
        STATE.setOpaque(this, WORKING);
    }

    /** {@link #WORKING}, or a number of the wait that it is inside: equal at two moments means no work in between. */
    long state() {
        return (long) STATE.getAcquire(this);
    }

    /** What it waits for, while it does. */
    String what() {
        return what;
    }
}
