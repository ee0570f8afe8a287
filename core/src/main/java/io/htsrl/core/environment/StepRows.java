package io.htsrl.core.environment;

/**
 * The rows of one step of consecutive replicas, in arrays of the caller: replica {@code i} of the range has action row
 * {@code actionOffset + i * width}, observation row {@code observationOffset + i * size}, and reward and ending
 * {@code row + i}. The owner of a range reuses it for every step; an environment must not keep the arrays.
 */
public final class StepRows {
    /** Ending of a step that reached a terminal state. */
    public static final byte TERMINATED = 1;
    /** Ending of a step that a limit cut off, without a terminal state. */
    public static final byte TRUNCATED = 2;

    public float[] actions;
    public int actionOffset;
    public float[] observations;
    public int observationOffset;
    public float[] rewards;
    /** {@link #TERMINATED}, {@link #TRUNCATED} or 0 where the episode continues. */
    public byte[] endings;

    public int row;
}
