package io.htsrl.learners;

import io.htsrl.learners.optim.Optimizer;
import io.htsrl.policies.check.CheckRow;
import io.htsrl.policies.check.SelfCheck;
import io.htsrl.policies.network.PolicyNetwork;
import java.util.ArrayList;
import java.util.List;

/** The learner's part of the self-check: the networks and the optimiser that algorithms make. Stateless. */
public final class LearnerCheck {

    private LearnerCheck() {}

    /**
     * Forward, backward and optimiser, each repeated.
     *
     * @param threads that a minibatch's gradient is split over
     */
    public static List<CheckRow> run(SelfCheck check, AlgorithmConfig config, PolicyNetwork policy, int threads) {
        List<CheckRow> rows =
                new ArrayList<>(check.learning(policy, room -> LearnerInputs.network(policy, room, threads)));
        rows.add(check.update(() -> {
            Optimizer optimizer = Optimizer.of(config.optimizer(), policy.parameterCount());
            return (parameters, gradient) ->
                    optimizer.step(parameters, gradient, config.optimizer().learningRate());
        }));
        return rows;
    }
}
