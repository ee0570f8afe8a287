package io.htsrl.policies.network;

import java.util.List;

/**
 * Learner's network whose minibatch can be divided by rows, among machines too. Every element of a gradient is one
 * chain of sums over the minibatch's rows in their order. Adding partial sums would change bits, so the process with
 * the next rows continues the chain of the previous one. The bits are those of {@link #backward} over all rows, for any
 * division. Thread rule of {@link GradientNetwork}.
 */
public interface ChainedNetwork extends GradientNetwork {

    /** Parameters {@code from} to below {@code to}. */
    record Span(int from, int to) {}

    /**
     * Returns the parameters in slices, in the best order of the calls. Each slice has a separate chain. Parameters in
     * no slice have a gradient of 0.
     */
    List<List<Span>> slices();

    /**
     * Computes the first half of {@link #backward}, which is independent of other rows.
     *
     * @param outputGradient as there; not to be written until the next {@link #forward}
     */
    void backward(float[] outputGradient);

    /**
     * Computes the second half for one slice, once per slice after {@link #backward}: adds the rows of the last
     * {@link #forward}.
     *
     * @param sums holds, at the slice's places, the sums over the rows before (0 for the first), and then those over
     *     these rows too, {@code [parameterCount]}
     */
    void accumulate(int slice, float[] sums);
}
