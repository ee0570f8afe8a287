package io.htsrl.environments;

/**
 * Since when a call of an environment has been under way, which one, and on which thread; or a request, in which no
 * thread is. Begun and ended by the thread that calls; read by any. Costs a clock reading and two volatile writes a call.
 */
public final class CallWatch {
    /** What {@link #since} gives between calls. */
    public static final long IDLE = 0;

    private Thread thread; // published by since, as is the call
    private String call;
    private boolean request;
    private volatile long since = IDLE;

    /** The calling thread goes into {@code newCall}. */
    public void begin(String newCall) {
        begin(newCall, false);
    }

    /** The calling thread asks for {@code newCall}, and goes on with other things. */
    public void beginRequest(String newCall) {
        begin(newCall, true);
    }

    private void begin(String newCall, boolean newRequest) {
        thread = Thread.currentThread();
        call = newCall;
        request = newRequest;
        since = System.nanoTime() | 1; // odd, so never IDLE
    }

    /** It is back. */
    public void end() {
        since = IDLE;
    }

    /** When the call under way began, by {@link System#nanoTime} but never {@link #IDLE}; {@link #IDLE} without one. */
    public long since() {
        return since;
    }

    /** The thread of the call that {@link #since} has told of. */
    public Thread thread() {
        return thread;
    }

    /** Returns whether that thread has asked for it only, and is not inside of it. */
    public boolean request() {
        return request;
    }

    /** Which call that is, in the words of a message. */
    public String call() {
        return call;
    }
}
