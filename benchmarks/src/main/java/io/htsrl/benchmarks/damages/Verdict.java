package io.htsrl.benchmarks.damages;

/** How a command took a damage. Immutable. */
enum Verdict {
    /** It gave what it gives of the undamaged run. */
    SAME(true),
    /** It gave something else, and a warning. */
    TOLD(true),
    /** It gave nothing but a message. */
    REFUSED(true),
    /** It gave something else without a word. */
    SILENT(false),
    STACK_TRACE(false),
    /** It sent control characters of a file to the terminal. */
    RAW(false),
    HANG(false);

    private final boolean good;

    Verdict(boolean good) {
        this.good = good;
    }

    boolean good() {
        return good;
    }
}
