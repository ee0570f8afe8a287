package io.htsrl.cli.terminal;

/** Exit codes of the process. */
public final class ExitCode {
    public static final int OK = 0;
    /** A worker failed, or the run directory could not be written. */
    public static final int FAILED = 1;
    /** The user made a mistake; nothing was run. */
    public static final int MISTAKE = 2;
    /** {@code hts diff}: equal settings, but bits that differ. */
    public static final int DIFFERENT = 1;
    /** {@code hts diff}: settings that decide bits differ. */
    public static final int NOT_COMPARABLE = 3;
    /** Ended by Ctrl-C; as in shells 128 + SIGINT. */
    public static final int INTERRUPTED = 130;
    /** Ended by SIGTERM. */
    public static final int TERMINATED = 143;
    /** Ended by SIGHUP: the terminal was closed. */
    public static final int HUNG_UP = 129;

    private ExitCode() {}
}
