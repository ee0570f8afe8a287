package io.htsrl.cluster.lanes;

import io.htsrl.learners.DelegatingLearner;
import io.htsrl.learners.Learner;
import io.htsrl.storage.StorageBank;
import java.util.Map;

/** A learner that tells its lanes of each bank before it learns from it. Its state is the learner's. One thread. */
final class LanedLearner extends DelegatingLearner {

    /** Hears of a bank, which stays as it is until the next. */
    @FunctionalInterface
    interface Banks {
        void begin(long update, StorageBank bank);
    }

    private final Banks banks;

    LanedLearner(Learner learner, Banks banks) {
        super(learner);
        this.banks = banks;
    }

    @Override
    public Map<String, Double> update(StorageBank bank, float[] behaviour, float[] parameters, long update) {
        banks.begin(update, bank);
        return super.update(bank, behaviour, parameters, update);
    }
}
