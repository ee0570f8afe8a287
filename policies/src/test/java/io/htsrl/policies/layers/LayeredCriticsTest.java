package io.htsrl.policies.layers;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ObservationPart;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.work.Team;
import io.htsrl.policies.acting.MlpNetwork;
import io.htsrl.policies.gradient.Critics;
import io.htsrl.policies.gradient.CriticsLayout;
import io.htsrl.policies.gradient.KernelCritics;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.ConvBatches;
import io.htsrl.policies.network.FirstHead;
import io.htsrl.policies.network.GradientNetwork.Statistics;
import io.htsrl.policies.network.Heads;
import io.htsrl.policies.network.LayerGraph;
import io.htsrl.policies.network.LayeredLayout;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.policies.network.MlpLayout;
import io.htsrl.policies.network.Rows;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Critics of layers are the same function as critics of dense layers, and take actions beside images. */
class LayeredCriticsTest {
    private static final int ROWS = 37;
    private static final int ACTION = 2;
    private static final ObservationSpace PARTS =
            ObservationSpace.of(List.of(ObservationPart.image("camera", 9, 7, 3), ObservationPart.vector("speed", 3)));

    /** Everything that critics compute. */
    private record Pass(float[] values, float[] gradient, float[] actionGradient) {}

    private static Pass pass(Critics critics, float[] actions) {
        return pass(critics, actions, Statistics.RUNNING);
    }

    private static Pass pass(Critics critics, float[] actions, Statistics statistics) {
        CriticsLayout layout = critics.layout();
        ObservationBatch observations =
                Rows.of(ConvBatches.uniform(ROWS * layout.observationSize(), "observations", 1), ROWS);
        float[] weights = ConvBatches.uniform(layout.critics() * ROWS * layout.outputs(), "weights", 1);
        float[] parameters = ConvBatches.uniform(layout.parameterCount(), "parameters", 0.5);
        layout.tensors().stream()
                .filter(tensor -> tensor.name().endsWith(".variance"))
                .forEach(tensor -> Arrays.fill(parameters, tensor.offset(), tensor.end(), 0.5f));
        critics.loadParameters(parameters);
        critics.normalizeBy(statistics);
        float[] values = new float[weights.length];
        float[] gradient = new float[layout.parameterCount()];
        float[] actionGradient = new float[actions.length];
        Arrays.fill(gradient, Float.NaN); // overwritten, every element
        Arrays.fill(actionGradient, Float.NaN);
        critics.forward(observations, actions, layout.critics(), values);
        critics.backward(weights, gradient);
        critics.actionGradient(weights, actionGradient);
        return new Pass(values, gradient, actionGradient);
    }

    private static float[] actions(int width) {
        return ConvBatches.uniform(ROWS * width, "actions", 1);
    }

    /** Critics over images and vectors, smooth in the action. */
    private static CriticsLayout ofParts() {
        return ofParts(false);
    }

    private static CriticsLayout ofParts(boolean batchNorm) {
        MlpConfig layers = new MlpConfig(
                List.of(24, 16), Optional.empty(), Optional.empty(), Activation.GELU, false, batchNorm, false, null);
        CombinedNetwork network = new CombinedNetwork();
        LayeredLayout critic = network.critic(new CombinedNetwork.Combined(layers, null), PARTS, 1, ACTION, 3);
        return new CriticsLayout(critic, PARTS.size(), ACTION, 2);
    }

    /** @param width of actions; 0 where critics give a value for each action */
    @ParameterizedTest
    @ValueSource(ints = {6, 0})
    void shouldComputeWhatCriticsOfDenseLayersDo(int width) {
        MlpConfig config = new MlpConfig(List.of(20, 12), Activation.TANH, false);
        CriticsLayout dense = new CriticsLayout(new MlpLayout(17 + width, 25, config, Heads.Q), 17, width, 3);
        LayeredLayout layered = new LayeredLayout(
                FirstHead.of(25),
                Heads.Q,
                new LayerGraph(ObservationSpace.floats(17), 1, width),
                true,
                graph -> config.addTo(graph, graph.withAction(graph.features())));

        Pass expected = pass(new KernelCritics(dense, ROWS, Team.alone()), actions(width));
        Pass actual =
                pass(new LayeredCritics(new CriticsLayout(layered, 17, width, 3), ROWS, Team.alone()), actions(width));

        assertArrayEquals(expected.values(), actual.values(), 1e-5f);
        assertArrayEquals(expected.gradient(), actual.gradient(), 1e-4f);
        assertArrayEquals(expected.actionGradient(), actual.actionGradient(), 1e-4f);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldNormalizeTheLayersOfCritics(boolean batchNorm) {
        MlpConfig config = new MlpConfig(
                List.of(8), Optional.empty(), Optional.of(List.of(9)), Activation.ELU, true, batchNorm, false, null);

        LayeredLayout critic =
                (LayeredLayout) new MlpNetwork().critic(config, ObservationSpace.floats(5), 2, ACTION, 1);

        int ofBatches = batchNorm ? 4 * (5 * 2 + ACTION + 9) : 0;
        assertEquals((5 * 2 + ACTION + 1) * 9 + 2 * 9 + 9 + 1 + ofBatches, critic.parameterCount());
        assertEquals(
                critic.parameterCount(),
                config.criticSize(ObservationSpace.floats(5), 2, ACTION, 1).parameters());
    }

    /** Rows of a gradient are padded to 16 floats, and must not reach into each other. */
    @Test
    void shouldRefuseAConvolutionOfAVectorWhoseLengthIsNoMultipleOfSixteen() {
        LayerGraph graph = new LayerGraph(ObservationSpace.floats(5), 1);
        graph.convolution(graph.features(), 16, 1, 1, 0);

        String message = assertThrows(
                        IllegalArgumentException.class,
                        () -> graph.convolution(graph.dense(graph.features(), 30), 16, 1, 1, 0))
                .getMessage();

        assertTrue(
                message.contains("needs convolutions of observations, or of 16, 32, 48 ... channels, not of 30"),
                message);
    }

    /** @param statistics by which batches are normalised; null without batch normalisation */
    @ParameterizedTest
    @NullSource
    @EnumSource(
            value = Statistics.class,
            names = {"RUNNING", "ROWS"})
    void shouldDifferentiateByTheActionsBesideImages(Statistics statistics) {
        CriticsLayout layout = ofParts(statistics != null);
        Critics critics = new LayeredCritics(layout, ROWS, Team.alone());
        float[] weights = ConvBatches.uniform(layout.critics() * ROWS * layout.outputs(), "weights", 1);
        float[] actions = actions(ACTION);
        float step = 1f / 64;
        float[] gradient = pass(critics, actions, statistics).actionGradient();
        for (int i = 0; i < actions.length; i += 5) {
            float[] up = actions.clone();
            float[] down = actions.clone();
            up[i] += step;
            down[i] -= step;
            double slope = (weighed(pass(critics, up, statistics).values(), weights)
                            - weighed(pass(critics, down, statistics).values(), weights))
                    / (2 * step);
            assertEquals(slope, gradient[i], 2e-2 * Math.max(1, Math.abs(slope)), "action " + i);
        }
    }

    private static double weighed(float[] values, float[] weights) {
        double sum = 0;
        for (int i = 0; i < values.length; i++) {
            sum += (double) values[i] * weights[i];
        }
        return sum;
    }

    @ParameterizedTest
    @NullSource
    @EnumSource(Statistics.class)
    void shouldHaveTheSameBitsForAnyThreads(Statistics statistics) {
        CriticsLayout layout = ofParts(statistics != null);
        Critics one = new LayeredCritics(layout, ROWS, Team.alone());
        Pass alone = pass(one, actions(ACTION), statistics);
        float[] moved = new float[layout.parameterCount()];
        one.moveStatistics(moved, 0.5);
        try (Team team = Team.of(3)) {
            Critics other = new LayeredCritics(layout, ROWS + 20, team);
            Pass shared = pass(other, actions(ACTION), statistics);
            float[] together = new float[layout.parameterCount()];
            other.moveStatistics(together, 0.5);
            assertArrayEquals(alone.values(), shared.values());
            assertArrayEquals(alone.gradient(), shared.gradient());
            assertArrayEquals(alone.actionGradient(), shared.actionGradient());
            assertArrayEquals(moved, together);
        }
    }

    @Test
    void shouldRejectAGradientOfSomeCriticsOnly() {
        CriticsLayout layout = ofParts();
        Critics critics = new LayeredCritics(layout, ROWS, Team.alone());
        pass(critics, actions(ACTION));
        critics.forward(
                Rows.of(ConvBatches.uniform(layout.observationSize(), "one", 1), 1),
                new float[ACTION],
                1,
                new float[layout.outputs()]);

        assertThrows(
                IllegalStateException.class,
                () -> critics.backward(new float[2 * layout.outputs()], new float[layout.parameterCount()]));
    }
}
