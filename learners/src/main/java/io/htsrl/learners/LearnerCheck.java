package io.htsrl.learners;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.work.Team;
import io.htsrl.learners.optim.Optimizer;
import io.htsrl.policies.acting.JointPolicy;
import io.htsrl.policies.acting.MlpPolicy;
import io.htsrl.policies.agents.SeparatePolicies;
import io.htsrl.policies.check.CheckRow;
import io.htsrl.policies.check.SelfCheck;
import io.htsrl.policies.gradient.CriticsLayout;
import io.htsrl.policies.gradient.KernelCritics;
import io.htsrl.policies.gradient.LayoutGradientNetwork;
import io.htsrl.policies.layers.LayeredPolicy;
import io.htsrl.policies.network.Heads;
import io.htsrl.policies.network.LayeredLayout;
import io.htsrl.policies.network.MlpLayout;
import io.htsrl.policies.network.PolicyNetwork;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Learner's part of the self-check: repeats the passes of the algorithms' networks and the optimiser's steps.
 * Stateless.
 */
public final class LearnerCheck {

    private LearnerCheck() {}

    /**
     * Repeats forward and backward of the actor and of its critics, and the optimiser's steps, and compares the
     * results.
     *
     * @param network network of the run's parameters
     * @param backend backend that computes gradients
     * @param team team that computes the learner's passes
     */
    public static List<CheckRow> run(
            SelfCheck check, AlgorithmConfig config, PolicyNetwork network, Backend backend, Team team) {
        PolicyNetwork policy = network.actor();
        List<CheckRow> rows = new ArrayList<>();
        Optional<SeparatePolicies> different = SeparatePolicies.of(policy)
                .filter(all -> all.differ() || all.memorySize() > 0); // else the first has the layout of all
        if (different.isPresent()) {
            for (SeparatePolicies.Part part : different.get().parts()) {
                check.part(part.name(), part.frame(), different.get().frameStack(), part.from(), part.to())
                        .learning(part.own(), room -> part.own().newGradientNetwork(backend, room, team))
                        .forEach(row -> rows.add(row.of(part.name() + ": " + row.subject())));
            }
        } else {
            rows.addAll(check.learning(policy, room -> policy.newGradientNetwork(backend, room, team)));
        }
        if (network instanceof JointPolicy joint) {
            rows.addAll(CriticCheck.run(check, joint, team));
        }
        rows.add(check.update(() -> {
            Optimizer optimizer =
                    Optimizer.of(config.optimizer(), network.parameterCount(), network.parameterCount(), team);
            return (parameters, gradient) -> optimizer.step(
                    parameters, gradient, 1, config.optimizer().learningRate().from());
        }));
        return rows;
    }

    /**
     * Self-check of the critics. It treats the first critic as a network whose observations are {@code [observation |
     * action]}. One thread.
     */
    private static final class CriticCheck {

        private CriticCheck() {}

        /** Repeats forward and backward and compares them with a reference network. */
        static List<CheckRow> run(SelfCheck check, JointPolicy policy, Team team) {
            CriticsLayout all = policy.critics();
            int from = policy.criticsOffset();
            int to = from + all.critic().parameterCount();
            List<CheckRow> rows;
            if (all.critic() instanceof LayeredLayout layers) {
                PolicyNetwork network = new LayeredPolicy(layers);
                rows = check.part("critic", layers.frame(), layers.frameStack(), from, to)
                        .learning(network, room -> network.newGradientNetwork(Backend.JVM, room, team));
            } else {
                CriticsLayout one = new CriticsLayout(all.critic(), all.observationSize(), all.actionWidth(), 1);
                ObservationSpace inputs = ObservationSpace.floats(all.critic().observationSize());
                PolicyNetwork network =
                        new MlpPolicy(inputs, all.outputs(), ((MlpLayout) all.critic()).config(), Heads.Q);
                rows = check.part("critic", inputs, 1, from, to)
                        .learning(network, room -> new Passes(new KernelCritics(one, room, team)));
            }
            return rows.stream()
                    .map(row -> row.of(row.subject().replace("learner's", "critic's")))
                    .toList();
        }

        /** Adapter that presents a critic as a network of such observations. */
        private static final class Passes extends LayoutGradientNetwork {
            private final KernelCritics critic;
            private final CriticsLayout layout;

            Passes(KernelCritics critic) {
                super(critic.layout().parameterCount(), critic.layout().outputs(), critic.maxRows());
                this.critic = critic;
                this.layout = critic.layout();
            }

            @Override
            protected void load(float[] parameters) {
                critic.loadParameters(parameters);
            }

            @Override
            protected void compute(ObservationBatch batch, int rows, float[] outputs) {
                int observation = layout.observationSize();
                int action = layout.actionWidth();
                float[] actions = new float[rows * action];
                ObservationBatch observations = new ObservationBatch(rows);
                observations.over(batch.floats());
                for (int row = 0; row < rows; row++) {
                    observations.add(batch.offset(row));
                    System.arraycopy(batch.floats(), batch.offset(row) + observation, actions, row * action, action);
                }
                critic.forward(observations, actions, 1, outputs);
            }

            @Override
            protected void differentiate(float[] outputGradient, int rows, float[] parameterGradient) {
                critic.backward(outputGradient, parameterGradient);
            }
        }
    }
}
