package io.htsrl.determinism.commands;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.work.Team;
import io.htsrl.learners.offpolicy.ActorCritics;
import io.htsrl.policies.acting.JointPolicy;
import io.htsrl.policies.gradient.Critics;
import io.htsrl.policies.gradient.CriticsLayout;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.policies.normalize.NormalizedPolicy;
import io.htsrl.storage.StorageBank;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/** Values of recorded steps by the critics of SAC, TQC, TD3 and DDPG. Stateless, any thread. */
final class CriticValues {
    private CriticValues() {}

    /**
     * Returns the value of each row's observation and action: the mean of the critics' smallest outputs, as many as the
     * algorithm keeps (one: the least). Empty for policies without critics of their own.
     *
     * @param phi the parameters that collected the steps
     */
    static Optional<double[]> of(ActorCritics config, PolicyNetwork policy, StorageBank steps, float[] phi) {
        if (!(policy instanceof JointPolicy joint)) {
            return Optional.empty();
        }
        int rows = steps.shape().rows();
        int from = joint.criticsOffset();
        float[] outputs = new float[config.critics() * rows * joint.critics().outputs()];
        ObservationBatch observations = new ObservationBatch(rows);
        steps.bind(observations);
        for (int row = 0; row < rows; row++) {
            steps.addRow(observations, row);
        }
        try (Team team = Team.alone()) {
            Critics critics = JointPolicy.critics(joint.critics(), rows, team, false);
            critics.loadParameters(
                    Arrays.copyOfRange(phi, from, from + joint.critics().parameterCount()));
            ObservationBatch inputs = NormalizedPolicy.rowsOf(joint.actor(), rows)
                    .map(normalized -> normalized.of(phi, observations, 0, rows))
                    .orElse(observations);
            critics.forward(inputs, steps.actions(), config.critics(), outputs);
        }
        double[] values = new double[rows];
        Arrays.setAll(values, row -> value(config, joint.critics(), steps, outputs, row));
        return Optional.of(values);
    }

    private static double value(
            ActorCritics config, CriticsLayout layout, StorageBank steps, float[] outputs, int row) {
        int rows = steps.shape().rows();
        int width = layout.outputs();
        return IntStream.range(0, config.critics() * width)
                .filter(i -> layout.actionWidth() > 0 || i % width == (int) steps.actions()[row]) // of each action
                .mapToDouble(i -> outputs[(i / width * rows + row) * width + i % width])
                .sorted()
                .limit(config.keptValues())
                .average()
                .orElseThrow();
    }
}
