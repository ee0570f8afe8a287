package io.htsrl.policies.mask;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.policy.DistributionHead;
import io.htsrl.core.policy.DistributionHead.ActionDistribution;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.OutputRow;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.random.RandomStream;
import io.htsrl.policies.acting.Networks;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.FirstHead;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.Heads;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.policies.network.ObservationNormalization;
import io.htsrl.policies.network.PolicyNetwork;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** A masked network is the plain one over rows without masks, but for the outputs of forbidden actions. */
class MaskedPolicyTest {
    private static final ActionSpace CHOICES = new ActionSpace.MultiDiscrete(new int[] {2, 3});
    private static final DistributionHead HEAD = DistributionHead.of(CHOICES);
    private static final MlpConfig PLAIN = new MlpConfig(List.of(7), Activation.TANH, true);
    private static final int FEATURES = 3;
    private static final int ROW = FEATURES + 5;

    private static PolicyNetwork network(ObservationSpace frame, int stack, boolean normalized) {
        MlpConfig config = normalized ? PLAIN.with(new ObservationNormalization(true, 2)) : PLAIN;
        return Networks.create(config, frame, stack, FirstHead.of(HEAD), Heads.ACTOR_CRITIC);
    }

    /** Frames with masks that allow at least the last action of each choice. */
    private static float[] frames(int count, RandomStream draws) {
        float[] frames = new float[count * ROW];
        for (int i = 0; i < frames.length; i++) {
            int at = i % ROW - FEATURES;
            frames[i] = at < 0 ? (float) draws.uniform(i) - 0.5f : at == 1 || at == 4 || draws.uniform(i) < 0.4 ? 1 : 0;
        }
        return frames;
    }

    @Property(tries = 60)
    void shouldChangeNoOutputButThoseOfForbiddenActions(
            @ForAll @IntRange(min = 1, max = 70) int rows,
            @ForAll @IntRange(min = 1, max = 3) int stack,
            @ForAll boolean normalized,
            @ForAll long seed) {
        RandomStream root = RandomStream.root(seed);
        ObservationSpace frame = ObservationSpace.floats(FEATURES);
        PolicyNetwork masked = network(frame.withMask(CHOICES), stack, normalized);
        PolicyNetwork plain = network(frame, stack, normalized);
        assertEquals(stack * ROW, masked.observationSize());
        float[] parameters = new float[masked.parameterCount()];
        masked.initialise(parameters, root);
        float[] frames = frames(rows + stack - 1, root);
        float[] bare = new float[(rows + stack - 1) * FEATURES];
        for (int i = 0; i < bare.length; i++) {
            bare[i] = frames[i / FEATURES * ROW + i % FEATURES];
        }
        int width = plain.outputWidth();
        float[] outputs = outputs(masked, parameters, batch(frames, rows, stack, ROW));
        float[] expected = outputs(plain, parameters, batch(bare, rows, stack, FEATURES));
        for (int row = 0; row < rows; row++) {
            for (int action = 0; action < 5; action++) {
                if (frames[(row + stack - 1) * ROW + FEATURES + action] == 0) {
                    expected[row * width + action] = OutputRow.FORBIDDEN;
                }
            }
        }
        assertArrayEquals(expected, outputs);
        GradientNetwork learner = masked.newGradientNetwork(rows);
        learner.loadParameters(parameters);
        learner.forward(batch(frames, rows, stack, ROW), outputs);
        assertArrayEquals(expected, outputs, 1e-6f);
    }

    private static ObservationBatch batch(float[] frames, int rows, int stack, int size) {
        ObservationBatch batch = new ObservationBatch(rows);
        batch.over(frames, stack, size);
        for (int row = 0; row < rows; row++) {
            batch.add((row + stack - 1) * size);
        }
        return batch;
    }

    private static float[] outputs(PolicyNetwork network, float[] parameters, ObservationBatch batch) {
        float[] outputs = new float[batch.rows() * network.outputWidth()];
        int[] offsets = new int[batch.rows()];
        for (int row = 0; row < offsets.length; row++) {
            offsets[row] = row * network.outputWidth();
        }
        Policy.Snapshot snapshot = network.newSnapshot();
        snapshot.load(parameters);
        network.newForward().forward(snapshot, batch, outputs, offsets);
        return outputs;
    }

    /** Compares the gradient of log-probabilities and entropies through network and mask with finite differences. */
    @Example
    void shouldHaveTheGradientOfFiniteDifferences() {
        int rows = 6;
        RandomStream root = RandomStream.root(11);
        PolicyNetwork network = network(ObservationSpace.floats(FEATURES).withMask(CHOICES), 1, false);
        float[] parameters = new float[network.parameterCount()];
        for (int i = 0; i < parameters.length; i++) {
            parameters[i] = (float) root.uniform(i, 1) - 0.5f;
        }
        ObservationBatch batch = batch(frames(rows, root), rows, 1, ROW);
        GradientNetwork learner = network.newGradientNetwork(rows);
        int width = network.outputWidth();
        float[] outputs = new float[rows * width];
        learner.loadParameters(parameters);
        learner.forward(batch, outputs);
        float[] ofOutputs = new float[outputs.length];
        ActionDistribution distribution = HEAD.newDistribution();
        for (int row = 0; row < rows; row++) {
            distribution.evaluate(outputs, row * width, new float[] {1, 2}, 0);
            distribution.gradient(0.8, -0.5, ofOutputs, row * width);
        }
        float[] gradient = new float[parameters.length];
        learner.backward(ofOutputs, gradient);
        for (int i = 0; i < parameters.length; i += 3) {
            float step = 4e-3f;
            double slope = (scalar(learner, batch, parameters, i, step) - scalar(learner, batch, parameters, i, -step))
                    / (2 * step);
            assertEquals(slope, gradient[i], 2e-3 * (1 + Math.abs(slope)), "parameter " + i);
        }
    }

    private static double scalar(
            GradientNetwork learner, ObservationBatch batch, float[] parameters, int changed, float by) {
        float[] moved = parameters.clone();
        moved[changed] += by;
        learner.loadParameters(moved);
        int width = learner.outputWidth();
        float[] outputs = new float[batch.rows() * width];
        learner.forward(batch, outputs);
        ActionDistribution distribution = HEAD.newDistribution();
        double sum = 0;
        for (int row = 0; row < batch.rows(); row++) {
            distribution.evaluate(outputs, row * width, new float[] {1, 2}, 0);
            sum += 0.8 * distribution.logProbability() - 0.5 * distribution.entropy();
        }
        return sum;
    }
}
