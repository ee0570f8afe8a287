package io.htsrl.cli.rundir;

/** How a run ended, as far as its directory tells. */
public enum RunState {
    /** It went to its end. */
    FINISHED,
    /** It was ended early on request. */
    STOPPED,
    /** It failed, and said so. */
    FAILED,
    /** It has no summary: it was killed, or it is still going. */
    UNFINISHED
}
