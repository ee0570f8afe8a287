package io.htsrl.storage;

import io.htsrl.core.environment.ObservationSpace;

/**
 * The extents of a bank.
 *
 * @param steps            α, steps per environment and interval
 * @param environments     columns: n, one of each environment; under {@code async} the rollouts there is room for
 * @param observationSpace of one observation; of one frame where {@code frameStack} is above 1
 * @param frameStack       S, frames in one network input
 * @param actionWidth      floats in one action row
 * @param outputWidth      floats in one policy output row
 * @param scored           whether returns are reported in something else than the rewards that are learnt from
 */
public record BankShape(
        int steps,
        int environments,
        ObservationSpace observationSpace,
        int frameStack,
        int actionWidth,
        int outputWidth,
        boolean scored) {
    /** Bytes kept of each column besides its rows. */
    private static final int OF_A_COLUMN = 130;

    /** Observations that are not stacked, and rewards as they are. */
    public BankShape(int steps, int environments, ObservationSpace observationSpace, int actionWidth, int outputWidth) {
        this(steps, environments, observationSpace, 1, actionWidth, outputWidth, false);
    }

    /** The same with room for another number of rollouts. */
    public BankShape withEnvironments(int columns) {
        return new BankShape(steps, columns, observationSpace, frameStack, actionWidth, outputWidth, scored);
    }

    /** Bytes that a bank of this shape takes, about; also of one that is larger than can be made. */
    public double bytes() {
        double last = (double) frameStack * observationSpace.bytes(); // of one truncated episode each
        return BankFields.bytes(this) + environments * (last + OF_A_COLUMN);
    }

    /** Rows of one interval, n·α. */
    public int rows() {
        return Math.multiplyExact(steps, environments);
    }
}
