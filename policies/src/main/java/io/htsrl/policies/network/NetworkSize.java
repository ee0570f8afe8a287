package io.htsrl.policies.network;

/**
 * How large a network is: exact numbers, told before any of it is made. Immutable.
 *
 * @param parameters  floats in the parameter vector
 * @param activations floats that the learner keeps of one row of a minibatch, gradients included
 * @param widest      floats of the widest of these rows
 */
public record NetworkSize(long parameters, long activations, long widest) {
    /** What one Java array holds. */
    public static final long MOST_PARAMETERS = Integer.MAX_VALUE - 8;
}
