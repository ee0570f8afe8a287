package io.htsrl.trainer.evaluation;

import io.htsrl.core.policy.ActionHead;
import io.htsrl.core.policy.ActionSelector;
import io.htsrl.core.time.AnnealingHorizon;
import io.htsrl.learners.AlgorithmConfig;
import java.util.Locale;

/** How an evaluation chooses actions from output rows. Stateless, any thread. */
public enum EvaluationPolicy {

    /** The head's best: the greatest logit or action value, the first of equals; the mean of a Gaussian. */
    GREEDY {
        @Override
        public ActionSelector selector(AlgorithmConfig algorithm, ActionHead head) {
            return ActionSelector.greedy(head);
        }
    },

    /** As the run does at its end: drawn from the head's distribution; ε-greedy with DQN's final ε. */
    SAMPLED {
        @Override
        public ActionSelector selector(AlgorithmConfig algorithm, ActionHead head) {
            return algorithm.selector(
                    head, 0, 1, AnnealingHorizon.of(0)); // planned for no steps: ε has ended its fall before the first
        }
    };

    /**
     * What turns output rows into actions, of one environment alone.
     *
     * @param head the algorithm's
     */
    public abstract ActionSelector selector(AlgorithmConfig algorithm, ActionHead head);

    /** Such as {@code greedy}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
