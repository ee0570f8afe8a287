package io.htsrl.core.policy;

import io.htsrl.core.random.RandomStream;

/**
 * The acting network, as one flat parameter vector and a pure function
 * {@code (parameters, observation row) -> output row}. A policy itself is immutable and may be shared;
 * {@link Snapshot}s and {@link Forward}s may not.
 *
 * <p><b>Row stability</b> (invariant 5): every bit of an output row depends only on the parameters and on its
 * observation row: not on the batch's size, its other rows, the row's position, the thread, or the time.
 */
public interface Policy {

    /** Returns the length of the flat parameter vector. */
    int parameterCount();

    /** Returns the number of floats in one observation row. */
    int observationSize();

    /** Returns the number of floats in one output row: for actor-critics {@code [logits | value]}. */
    int outputWidth();

    /** Writes initial parameters, a function of the stream alone. */
    void initialise(float[] parameters, RandomStream stream);

    /** Creates a snapshot, empty at first, in the layout that {@link Forward} reads. */
    Snapshot newSnapshot();

    /** Creates a forward pass with separate scratch memory, for one thread. */
    Forward newForward();

    /** A copy of a parameter vector. Written by one thread, then read by many until it is written again. */
    interface Snapshot {

        /** Copies {@code parameters}. The swap orders this write before the actors' reads. */
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
         * @param outputOffsets offset in {@code outputs} of the output row of each batch row
         */
        void forward(Snapshot snapshot, ObservationBatch batch, float[] outputs, int[] outputOffsets);
    }
}
