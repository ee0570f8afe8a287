package io.htsrl.storage;

import io.htsrl.core.environment.ObservationSpace;

/**
 * The extents of a bank.
 *
 * @param steps α, steps per environment and interval
 * @param environments columns: n, one of each environment; under {@code async} the capacity in rollouts
 * @param observationSpace space of one observation; of one frame if {@code frameStack} is above 1
 * @param frameStack S, frames in one network input
 * @param actionWidth floats in one action row
 * @param outputWidth floats in one policy output row
 * @param scored whether returns are sums of scores instead of the learner's rewards
 * @param memorySize floats in the recurrent state of a replica; 0 without a memory
 */
public record BankShape(
        int steps,
        int environments,
        ObservationSpace observationSpace,
        int frameStack,
        int actionWidth,
        int outputWidth,
        boolean scored,
        int memorySize) {
    /** Bytes of each column besides its rows. */
    private static final int OF_A_COLUMN = 130;

    /** Creates a shape without frame stacks and scores. */
    public BankShape(int steps, int environments, ObservationSpace observationSpace, int actionWidth, int outputWidth) {
        this(steps, environments, observationSpace, 1, actionWidth, outputWidth, false, 0);
    }

    /** Returns a copy with another number of columns. */
    public BankShape withEnvironments(int columns) {
        return new BankShape(
                steps, columns, observationSpace, frameStack, actionWidth, outputWidth, scored, memorySize);
    }

    /** Returns the approximate bytes of a bank of this shape, even if it is too large to be created. */
    public double bytes() {
        double last = (double) frameStack * observationSpace.bytes(); // of one truncated episode each
        return BankFields.bytes(this) + environments * (last + OF_A_COLUMN);
    }

    /** Returns the rows of one interval, n·α. */
    public int rows() {
        return Math.multiplyExact(steps, environments);
    }
}
