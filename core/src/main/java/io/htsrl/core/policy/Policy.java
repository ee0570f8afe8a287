package io.htsrl.core.policy;

import io.htsrl.core.random.RandomStream;

/**
 * The network that acts, as one flat parameter vector and a pure function {@code (parameters, observation row) ->
 * output row}. A policy itself is immutable and may be shared; {@link Snapshot}s and {@link Forward}s are not.
 *
 * <p><b>Row stability</b> (invariant 5): an output row depends on the parameters and on its observation row alone, to
 * the last bit: not on the batch's size, its other rows, the row's position, the thread, or the time.
 */
public interface Policy {

    /** Length of the flat parameter vector. */
    int parameterCount();

    /** Floats in one observation row. */
    int observationSize();

    /** Floats in one output row: for actor-critics {@code [logits | value]}. */
    int outputWidth();

    /** Writes initial parameters, a function of the stream alone. */
    void initialise(float[] parameters, RandomStream stream);

    /** Room for one set of parameters in the layout that {@link Forward} reads. */
    Snapshot newSnapshot();

    /** A forward pass with its own scratch memory, for one thread. */
    Forward newForward();

    /** A copy of a parameter vector. Written by one thread, then read by many until it is written again. */
    interface Snapshot {

        /** Becomes a copy of {@code parameters}. The swap orders this write before the actors' reads. */
        void load(float[] parameters);
    }

    /** One thread's forward pass; allocates nothing. */
    interface Forward {

        /**
         * Computes the output rows of a batch.
         *
         * @param snapshot      a snapshot of the same policy
         * @param batch         the observation rows
         * @param outputs       receives the output rows
         * @param outputOffsets where in {@code outputs} the row of each batch row begins
         */
        void forward(Snapshot snapshot, ObservationBatch batch, float[] outputs, int[] outputOffsets);
    }
}
