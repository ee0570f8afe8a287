package io.htsrl.policies.network;

import io.htsrl.core.policy.ObservationBatch;

/**
 * The learner's side of n critics with one flat parameter vector: what actions are worth, and how that changes with the
 * parameters and with the actions. One thread at a time. Preallocated for a greatest number of rows; nothing is
 * allocated per call. Equal calls give equal bits. The first {@code critics} of the n take part in a call.
 */
public interface CriticNetwork {

    /** Where the parameters lie. */
    CriticsLayout layout();

    /** The greatest number of rows of one {@link #forward}. */
    int maxRows();

    /** Copies in the parameter vector that later passes use. */
    void loadParameters(float[] parameters);

    /**
     * Computes values.
     *
     * @param observations rows, 1 .. {@link #maxRows()} of them
     * @param actions      {@code [rows][actionWidth]}
     * @param critics      how many take part, from the first on
     * @param outputs      receives {@code [critics][rows][outputs]}
     */
    void forward(ObservationBatch observations, float[] actions, int critics, float[] outputs);

    /**
     * Writes the gradient of a scalar with respect to the parameters, for the rows of the last {@link #forward}, in which
     * all critics must have taken part.
     *
     * @param outputGradient    {@code [n][rows][outputs]}, the scalar's gradient with respect to the values
     * @param parameterGradient receives the gradient (overwritten)
     */
    void backward(float[] outputGradient, float[] parameterGradient);

    /**
     * Writes the gradient of a scalar with respect to the actions, for the rows and critics of the last {@link #forward}:
     * over the critics it is summed in their order.
     *
     * @param outputGradient as in {@link #backward}, of the critics that took part
     * @param actionGradient receives {@code [rows][actionWidth]}
     */
    void actionGradient(float[] outputGradient, float[] actionGradient);
}
