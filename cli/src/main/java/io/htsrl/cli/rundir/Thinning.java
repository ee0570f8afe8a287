package io.htsrl.cli.rundir;

/**
 * Choice of the lines that are written to a file that grows with the run. It depends on a line's index alone, so that a
 * resumed run writes the same lines as the uninterrupted one. Stateless, any thread.
 */
public enum Thinning {
    /** Every line. */
    NONE,
    /**
     * The first {@link #WHOLE} lines; from there on every second, from twice as many on every fourth, and so on: each
     * doubling of the run adds {@code WHOLE / 2} lines.
     */
    DOUBLING;

    /** Number of lines from the start of which none is left out. */
    public static final long WHOLE = 1 << 16;

    /** Returns about the distance from a line at {@code index} to the next. */
    private long spacing(long index) {
        return this == NONE || index < WHOLE ? 1 : Long.highestOneBit(index) / (WHOLE / 2);
    }

    /** Returns whether the line at {@code index}, from 0, is written. */
    public boolean keeps(long index) {
        return (index + 1) % spacing(index) == 0;
    }

    /** Returns the index of the first written line at {@code index} or behind. */
    public long next(long index) {
        long spacing = spacing(index);
        return (index + spacing) / spacing * spacing - 1; // an octave ends with a line, so this is within its own
    }
}
