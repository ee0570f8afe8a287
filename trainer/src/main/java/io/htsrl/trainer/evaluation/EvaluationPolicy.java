package io.htsrl.trainer.evaluation;

import io.htsrl.core.policy.ActionSelector;
import io.htsrl.core.policy.EpsilonGreedySelector;
import io.htsrl.core.time.Horizon;
import io.htsrl.learners.AlgorithmConfig;
import java.util.Locale;

/** How an evaluation chooses actions from output rows. Stateless, any thread. */
public enum EvaluationPolicy {

    /** The greatest logit or action value, the first of equals. */
    GREEDY {
        @Override
        public ActionSelector selector(AlgorithmConfig algorithm, int actions) {
            return new EpsilonGreedySelector(actions, 0, 0, 0, 1);
        }
    },

    /** As the run does at its end: from the softmax of the logits; ε-greedy with DQN's final ε. */
    SAMPLED {
        @Override
        public ActionSelector selector(AlgorithmConfig algorithm, int actions) {
            return algorithm.selector(
                    actions, 0, 1, Horizon.of(0)); // planned for no steps: ε has ended its fall before the first
        }
    };

    /**
     * What turns an output row into an action.
     *
     * @param actions discrete actions
     */
    public abstract ActionSelector selector(AlgorithmConfig algorithm, int actions);

    /** Such as {@code greedy}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
