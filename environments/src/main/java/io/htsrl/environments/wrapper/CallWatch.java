package io.htsrl.environments.wrapper;

/**
 * The start time, name and thread of an environment's current call, or of a request, during which no thread is inside
 * the call. Begun and ended by the calling thread; read by any. Costs a clock reading and two volatile writes a call.
 */
public final class CallWatch {
    /** Value of {@link #since} between calls. */
    public static final long IDLE = 0;

    private Thread thread; // published by since, like the call
    private String call;
    private boolean request;
    private volatile long since = IDLE;

    /** Marks that the calling thread enters {@code newCall}. */
    public void begin(String newCall) {
        begin(newCall, false);
    }

    /** Marks that the calling thread begins a request for {@code newCall}, and continues with other work. */
    public void beginRequest(String newCall) {
        begin(newCall, true);
    }

    private void begin(String newCall, boolean newRequest) {
        thread = Thread.currentThread();
        call = newCall;
        request = newRequest;
        since = System.nanoTime() | 1; // odd, so never IDLE
    }

    /** Marks the end of the call. */
    public void end() {
        since = IDLE;
    }

    /** Returns the start time of the current call, by {@link System#nanoTime}; {@link #IDLE} between calls. */
    public long since() {
        return since;
    }

    /** Returns the thread of the call that {@link #since} has reported. */
    public Thread thread() {
        return thread;
    }

    /** Returns whether the call is a request, so that its thread is not inside it. */
    public boolean request() {
        return request;
    }

    /** Returns the name of the call, in the words of a message. */
    public String call() {
        return call;
    }
}
