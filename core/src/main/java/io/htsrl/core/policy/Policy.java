package io.htsrl.core.policy;

import io.htsrl.core.random.RandomStream;

/**
 * The acting network, as one flat parameter vector and a pure function {@code (parameters, observation row, state row)
 * -> (output row, next state row)}; state rows are empty unless the policy has a memory. A policy itself is immutable
 * and may be shared; {@link Snapshot}s and {@link Forward}s may not.
 *
 * <p><b>Row stability</b> (invariant 5): every bit of an output row depends only on the parameters, its observation row
 * and its state row: not on the batch's size, its other rows, the row's position, the thread, or the time.
 */
public interface Policy {

    /** Returns the length of the flat parameter vector. */
    int parameterCount();

    /** Returns the number of floats in one observation row. */
    int observationSize();

    /** Returns the number of floats in one output row: for actor-critics {@code [logits | value]}. */
    int outputWidth();

    /** Returns the number of floats in the recurrent state of a replica; 0 without a memory. */
    default int memorySize() {
        return 0;
    }

    /** Returns the number of floats that {@link Forward} writes for a row: its outputs, then its next state. */
    default int rowWidth() {
        return outputWidth() + memorySize();
    }

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
         * @param snapshot a snapshot of the same policy
         * @param batch the observation rows, with their state rows if the policy has a memory
         * @param outputs receives the output rows, each followed by its next state
         * @param outputOffsets offset in {@code outputs} of the output row of each batch row
         */
        void forward(Snapshot snapshot, ObservationBatch batch, float[] outputs, int[] outputOffsets);
    }
}
