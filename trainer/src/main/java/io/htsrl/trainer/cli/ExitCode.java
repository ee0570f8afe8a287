package io.htsrl.trainer.cli;

/** What the process says at its end. */
final class ExitCode {
    static final int OK = 0;
    /** A worker failed, or the run directory could not be written. */
    static final int FAILED = 1;
    /** The user's mistake; nothing was run. */
    static final int MISTAKE = 2;
    /** {@code hts diff}: equal settings, and bits that differ. */
    static final int DIFFERENT = 1;
    /** {@code hts diff}: settings that decide bits differ. */
    static final int NOT_COMPARABLE = 3;
    /** Ended by Ctrl-C, as shells count: 128 + SIGINT. */
    static final int INTERRUPTED = 130;
    /** Ended by SIGTERM. */
    static final int TERMINATED = 143;
    /** Ended by SIGHUP: the terminal is gone. */
    static final int HUNG_UP = 129;

    private ExitCode() {
    }
}
