package io.htsrl.storage;

import io.htsrl.core.ObservationSpace;

/**
 * The extents of a bank.
 *
 * @param steps            α, steps per environment and interval
 * @param environments     columns: n, one of each environment; under {@code async} the rollouts there is room for
 * @param observationSpace of one observation
 * @param actionWidth      floats in one action row
 * @param outputWidth      floats in one policy output row
 */
public record BankShape(
        int steps, int environments, ObservationSpace observationSpace, int actionWidth, int outputWidth) {

    /** Rows of one interval, n·α. */
    public int rows() {
        return Math.multiplyExact(steps, environments);
    }
}
