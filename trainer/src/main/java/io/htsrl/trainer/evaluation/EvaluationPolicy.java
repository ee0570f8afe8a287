package io.htsrl.trainer.evaluation;

import io.htsrl.core.policy.ActionHead;
import io.htsrl.core.policy.ActionSelector;
import io.htsrl.core.time.AnnealingHorizon;
import io.htsrl.learners.AlgorithmConfig;
import java.util.Locale;

/** The rule by which an evaluation chooses actions from output rows. Stateless, any thread. */
public enum EvaluationPolicy {

    /**
     * Chooses the head's best action: the greatest logit or action value, the first of equals; the mean of a Gaussian.
     */
    GREEDY {
        @Override
        public ActionSelector selector(AlgorithmConfig algorithm, ActionHead head) {
            return ActionSelector.greedy(head);
        }
    },

    /** Chooses as the run does at its end: drawn from the head's distribution; ε-greedy with DQN's final ε. */
    SAMPLED {
        @Override
        public ActionSelector selector(AlgorithmConfig algorithm, ActionHead head) {
            return algorithm.selector(
                    head, 0, 1, AnnealingHorizon.of(0)); // planned for no steps, so ε is at its end before the first
        }
    };

    /**
     * Returns a selector of actions from output rows, for one environment.
     *
     * @param head the algorithm's
     */
    public abstract ActionSelector selector(AlgorithmConfig algorithm, ActionHead head);

    /** Returns the name, such as {@code greedy}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
