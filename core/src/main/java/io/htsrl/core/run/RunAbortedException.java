package io.htsrl.core.run;

/** Thrown out of a wait because the run is being aborted; it has no information besides, hence no stack trace. */
public final class RunAbortedException extends RuntimeException {
    @SuppressWarnings("StaticAssignmentOfThrowable") // no stack trace or suppressed exceptions to share
    public static final RunAbortedException INSTANCE = new RunAbortedException();

    private RunAbortedException() {
        super("the run was aborted", null, false, false);
    }
}
