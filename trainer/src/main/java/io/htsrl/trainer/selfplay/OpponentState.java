package io.htsrl.trainer.selfplay;

/**
 * A pool of opponents during one interval, for a machine that plays against it. Immutable; arrays are not changed.
 *
 * @param ids of members, oldest first, and then of those that are no longer drawn and play on
 * @param weights running sums of the drawn members' weights
 * @param parameters of each member
 */
public record OpponentState(long[] ids, double[] weights, float[][] parameters) {
    /** Without self-play. */
    public static final OpponentState NONE = new OpponentState(new long[0], new double[0], new float[0][]);

    /** @throws IllegalArgumentException when the lengths do not fit */
    public OpponentState {
        if (weights.length > ids.length || parameters.length != ids.length) {
            throw new IllegalArgumentException(ids.length + " opponents have " + weights.length + " weights and "
                    + parameters.length + " vectors of parameters");
        }
    }
}
