package io.htsrl.policies.network;

import java.util.List;

/**
 * A learner's side whose minibatch may be shared out by rows, among machines too. Every element of a gradient is one chain
 * of sums over the minibatch's rows in their order, so what several have of some rows each cannot be added up without
 * changing bits; but whoever has the next rows can go on with the chain where the one before has ended. Whatever the cuts,
 * the bits are those of {@link #backward} over all rows. Thread rule of {@link GradientNetwork}.
 */
public interface ChainedNetwork extends GradientNetwork {

    /** Parameters {@code from} to below {@code to}. */
    record Span(int from, int to) {}

    /**
     * The parameters in slices, each of which has a chain of its own to go on with: in the order in which they are asked
     * for best. Parameters in no slice have a gradient of 0.
     */
    List<List<Span>> slices();

    /**
     * The first half of {@link #backward}, which needs nothing of other rows.
     *
     * @param outputGradient as there; not to be written until the next {@link #forward}
     */
    void backward(float[] outputGradient);

    /**
     * The other half, for one slice, each once after {@link #backward}: adds the rows of the last {@link #forward}.
     *
     * @param sums holds, at the slice's places, the sums over the rows before (0 for the first), and then those over
     *             these rows too, {@code [parameterCount]}
     */
    void accumulate(int slice, float[] sums);
}
