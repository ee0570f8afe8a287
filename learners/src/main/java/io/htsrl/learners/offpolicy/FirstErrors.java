package io.htsrl.learners.offpolicy;

import io.htsrl.replay.ReplayMemory;
import io.htsrl.storage.StorageBank;

/** The errors that transitions are first prioritised by, before anything is learnt from them. One thread. */
public interface FirstErrors {

    /** As if each were the greatest so far, so that all are drawn soon (Schaul et al. 2016). */
    FirstErrors GREATEST_SO_FAR = new FirstErrors() {
        @Override
        public void begin(StorageBank bank, float[] behaviour) {}

        @Override
        public double of(int step, int environment, int truncation) {
            return ReplayMemory.GREATEST_SO_FAR;
        }
    };

    /**
     * Looks at a bank, before it is asked for each of its transitions.
     *
     * @param behaviour the parameters that collected it
     */
    void begin(StorageBank bank, float[] behaviour);

    /**
     * The absolute error of a step of that bank.
     *
     * @param truncation how many truncations the environment had in this bank before the step
     */
    double of(int step, int environment, int truncation);
}
