package io.htsrl.policies.network;

/**
 * Size of a network: exact numbers, known before it is created. Immutable.
 *
 * @param parameters  floats in the parameter vector
 * @param activations floats that the learner keeps of one row of a minibatch, gradients included
 * @param widest      floats of the widest of these rows
 */
public record NetworkSize(long parameters, long activations, long widest) {
    /** Greatest number of elements of a Java array. */
    public static final long MOST_PARAMETERS = Integer.MAX_VALUE - 8;

    /** Returns the size of several such networks beside each other. */
    public NetworkSize times(int count) {
        long most = Long.MAX_VALUE / count; // where one is too large to create
        return new NetworkSize(Math.min(parameters, most) * count, Math.min(activations, most) * count, widest);
    }
}
