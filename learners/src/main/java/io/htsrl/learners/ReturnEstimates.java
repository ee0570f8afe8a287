package io.htsrl.learners;

import io.htsrl.storage.StorageBank;
import java.util.Map;

/** Advantages and value targets of a bank's steps. One thread; arrays are valid until the next {@link #compute}. */
interface ReturnEstimates {

    /**
     * Estimates for all rows of {@code bank}.
     *
     * @param parameters what values that the bank holds no outputs for are computed with
     */
    void compute(StorageBank bank, float[] parameters);

    /** A, {@code [steps][environments]}, of the last {@link #compute}. */
    float[] advantages();

    /** The value targets, {@code [steps][environments]}. */
    float[] returns();

    /** V(s) as the behaviour policy gave it. */
    float value(StorageBank bank, int row);

    /**
     * Multiplies each row's advantage with the importance weight that a plain policy gradient gives it; 1 where nothing
     * is corrected.
     */
    default void weigh(float[] perRow) {
    }

    /** Adds what there is to tell of the last {@link #compute}. */
    default void addFigures(Map<String, Double> figures) {
    }
}
