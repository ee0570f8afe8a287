package io.htsrl.cli.rundir.files;

/**
 * Which lines of a file that grows with the run are written. A function of a line's index alone, so that a resumed run
 * writes what the uninterrupted one does. Stateless, any thread.
 */
public enum Thinning {
    /** Every line. */
    NONE,
    /**
     * Every one of the first {@link #WHOLE} lines; from there on every second, from twice as many on every fourth, and
     * so on: each doubling of the run adds {@code WHOLE / 2} lines.
     */
    DOUBLING;

    /** Lines from the start of which none is left out. */
    public static final long WHOLE = 1 << 16;

    /** From a line at {@code index} to the next, about. */
    private long spacing(long index) {
        return this == NONE || index < WHOLE ? 1 : Long.highestOneBit(index) / (WHOLE / 2);
    }

    /** Whether the line at {@code index}, from 0, is written. */
    public boolean keeps(long index) {
        return (index + 1) % spacing(index) == 0;
    }

    /** The first line that is written, of those at {@code index} and behind. */
    public long next(long index) {
        long spacing = spacing(index);
        return (index + spacing) / spacing * spacing - 1; // an octave ends with a line, so this is within its own
    }
}
