package io.htsrl.learners.onpolicy;

import io.htsrl.core.policy.ActionDistribution;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.schedule.AsyncConfig;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.statistics.RewardScale;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.StorageBank;
import java.util.Map;

/** Advantages and value targets of a bank's steps. One thread; arrays are valid until the next {@link #compute}. */
public interface ReturnEstimates {

    /** Those that a run's learner needs: corrected by importance weights where its lag is. */
    static ReturnEstimates of(ActorCriticConfig config, LearnerInputs inputs, ActionDistribution distribution) {
        return inputs.correction() == AsyncConfig.Correction.VTRACE
                ? corrected(config, inputs.shape(), inputs.policy(), distribution)
                : new Advantages(
                        inputs.shape(),
                        inputs.policy(),
                        config.gamma(),
                        config.gaeLambda(),
                        config.rewards().scale(inputs.shape(), config.gamma()));
    }

    /** V-trace: those of the policy at the parameters given to {@link #compute}, whoever acted. */
    static ReturnEstimates corrected(
            ActorCriticConfig config, BankShape shape, Policy policy, ActionDistribution distribution) {
        return new VTrace(shape, policy, distribution, config);
    }

    /**
     * Estimates for all rows of {@code bank}, each bank once.
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
    default void weigh(float[] perRow) {}

    /** The rewards that returns are made of: their statistics are part of the learner's state. */
    RewardScale rewards();

    /** Adds what there is to tell of the last {@link #compute}. */
    default void addFigures(Map<String, Double> figures) {
        if (rewards().scales()) {
            figures.put("reward_scale", rewards().scale());
        }
    }
}
