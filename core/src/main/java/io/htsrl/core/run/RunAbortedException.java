package io.htsrl.core.run;

/** Thrown out of a wait because the run is being aborted; carries no news of its own, hence no stack trace. */
public final class RunAbortedException extends RuntimeException {
    @SuppressWarnings("StaticAssignmentOfThrowable") // without a stack trace and suppressed ones: nothing to mix up
    public static final RunAbortedException INSTANCE = new RunAbortedException();

    private RunAbortedException() {
        super("the run was aborted", null, false, false);
    }
}
