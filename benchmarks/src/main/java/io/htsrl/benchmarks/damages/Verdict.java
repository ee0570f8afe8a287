package io.htsrl.benchmarks.damages;

/** Reaction of a command to a damage. Immutable. */
enum Verdict {
    /** The result is that of the undamaged run. */
    SAME(true),
    /** The result differs, and the command warned. */
    WARNED(true),
    /** The command failed with a message. */
    REFUSED(true),
    /** The result differs without a message. */
    SILENT(false),
    STACK_TRACE(false),
    /** The command printed control characters of a file. */
    CONTROL_CHARACTERS(false),
    HANG(false);

    private final boolean passes;

    Verdict(boolean passes) {
        this.passes = passes;
    }

    boolean passes() {
        return passes;
    }
}
