package io.htsrl.determinism.commands;

import io.htsrl.cli.terminal.ExitCode;

/** What {@code hts diff} finds. */
enum Verdict {
    /** Both chains are the same, first line to last. */
    EQUAL(ExitCode.OK),
    /** All intervals that both have are equal, and one run has more. */
    EQUAL_SO_FAR(ExitCode.OK),
    /** Equal settings, and an interval that differs. */
    DIFFERENT(ExitCode.DIFFERENT),
    /** A setting that decides bits differs, or the schedule promises none. */
    NOT_COMPARABLE(ExitCode.NOT_COMPARABLE);

    private final int exitCode;

    Verdict(int exitCode) {
        this.exitCode = exitCode;
    }

    int exitCode() {
        return exitCode;
    }
}
