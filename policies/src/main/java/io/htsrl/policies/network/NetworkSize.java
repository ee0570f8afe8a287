package io.htsrl.policies.network;

/**
 * Size of a network: numbers known before it is created, exact up to 2^50. Immutable.
 *
 * @param parameters floats in the parameter vector
 * @param activations floats that the learner keeps of one row of a minibatch, gradients included
 * @param widest floats of the widest of these rows
 */
public record NetworkSize(long parameters, long activations, long widest) {
    /** Greatest number of elements of a Java array. */
    public static final long MOST_PARAMETERS = Integer.MAX_VALUE - 8;

    private static final long MOST = 1L << 50; // thousands of them can be added

    public NetworkSize {
        parameters = Math.min(parameters, MOST);
        activations = Math.min(activations, MOST);
    }

    /** Returns the size of a network that is too large to be created. */
    public static NetworkSize tooLarge(long widest) {
        return new NetworkSize(MOST, MOST, widest);
    }

    /** Returns the size of both networks beside each other. */
    public NetworkSize plus(NetworkSize other) {
        return new NetworkSize(
                parameters + other.parameters, activations + other.activations, Math.max(widest, other.widest));
    }
}
