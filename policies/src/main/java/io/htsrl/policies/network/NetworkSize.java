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

    /** Returns the size of both networks beside each other. */
    public NetworkSize plus(NetworkSize other) {
        long most = Long.MAX_VALUE / 2; // where one is too large to create
        return new NetworkSize(
                Math.min(parameters, most) + Math.min(other.parameters, most),
                Math.min(activations, most) + Math.min(other.activations, most),
                Math.max(widest, other.widest));
    }
}
