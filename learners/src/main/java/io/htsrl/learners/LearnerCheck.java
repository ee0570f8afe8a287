package io.htsrl.learners;

import io.htsrl.core.schedule.Backend;
import io.htsrl.core.work.Team;
import io.htsrl.learners.optim.Optimizer;
import io.htsrl.policies.acting.JointPolicy;
import io.htsrl.policies.check.CheckRow;
import io.htsrl.policies.check.SelfCheck;
import io.htsrl.policies.network.PolicyNetwork;
import java.util.ArrayList;
import java.util.List;

/** The learner's part of the self-check: the networks and the optimiser that algorithms make. Stateless. */
public final class LearnerCheck {

    private LearnerCheck() {}

    /**
     * Forward and backward of what acts, and of critics beside it, and the optimiser, each repeated.
     *
     * @param network that a run's parameters are of
     * @param backend that computes gradients
     * @param team    that shares the learner's passes
     */
    public static List<CheckRow> run(
            SelfCheck check, AlgorithmConfig config, PolicyNetwork network, Backend backend, Team team) {
        PolicyNetwork policy = network.actor();
        List<CheckRow> rows =
                new ArrayList<>(check.learning(policy, room -> policy.newGradientNetwork(backend, room, team)));
        if (network instanceof JointPolicy joint) {
            rows.addAll(CriticCheck.run(check, joint, team));
        }
        rows.add(check.update(() -> {
            Optimizer optimizer = Optimizer.of(config.optimizer(), network.parameterCount(), team);
            return (parameters, gradient) ->
                    optimizer.step(parameters, gradient, 1, config.optimizer().learningRate());
        }));
        return rows;
    }
}
