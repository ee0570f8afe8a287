package io.htsrl.policies.gradient;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.policies.network.GradientNetwork;

/**
 * Learner's side of n critics with one flat parameter vector, preallocated for a greatest number of rows: values of
 * actions, and how they change with the parameters and the actions. The first {@code critics} of the n take part in a
 * call. One thread at a time. Every element is one chain of fma in a fixed order: the bits depend on neither threads
 * nor processor.
 */
public interface Critics {

    /** Returns the layout of the parameters. */
    CriticsLayout layout();

    /** Returns the greatest number of rows of one {@link #forward}. */
    int maxRows();

    /** Copies in the parameter vector that later passes use. */
    void loadParameters(float[] parameters);

    /**
     * Computes values.
     *
     * @param observations rows, 1 .. {@link #maxRows()} of them
     * @param actions {@code [rows][actionWidth]}
     * @param critics number of critics that take part, from the first on
     * @param outputs receives {@code [critics][rows][outputs]}
     */
    void forward(ObservationBatch observations, float[] actions, int critics, float[] outputs);

    /**
     * Writes the gradient of a scalar with respect to the parameters, for the rows of the last {@link #forward}, in
     * which all critics must have taken part.
     *
     * @param outputGradient {@code [n][rows][outputs]}, the scalar's gradient with respect to the values
     * @param parameterGradient receives the gradient (overwritten)
     */
    void backward(float[] outputGradient, float[] parameterGradient);

    /**
     * Writes the gradient of a scalar with respect to the actions, for the rows and critics of the last
     * {@link #forward}. It is summed over the critics in their order.
     *
     * @param outputGradient as in {@link #backward}, of the critics that took part
     * @param actionGradient receives {@code [rows][actionWidth]}
     */
    void actionGradient(float[] outputGradient, float[] actionGradient);

    /** Sets the statistics of the next forwards, as {@link GradientNetwork#normalizeBy}. */
    default void normalizeBy(GradientNetwork.Statistics statistics) {}

    /** Writes the running statistics of all critics, as {@link GradientNetwork#moveStatistics}. */
    default void moveStatistics(float[] parameters, double share) {}
}
