package io.htsrl.policies.gradient;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.work.Team;
import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.kernel.Kernels;
import io.htsrl.policies.kernel.ScalarKernel;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.Allocation;
import io.htsrl.policies.network.ConvBatches;
import io.htsrl.policies.network.Heads;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.policies.network.MlpLayout;
import io.htsrl.policies.network.NaiveMlp;
import io.htsrl.policies.network.Rows;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares critics with the naive network in double, and with themselves by other threads and kernels. */
class KernelCriticsTest {
    private static final int ROWS = 37;

    static Stream<CriticsLayout> layouts() {
        return Stream.of(
                layout(3, 1, new MlpConfig(List.of(32, 32), Activation.RELU, true), 2, 1),
                layout(17, 6, new MlpConfig(List.of(20), Activation.TANH, true), 3, 25),
                layout(1, 2, new MlpConfig(List.of(7, 70, 5), Activation.RELU, true), 1, 1));
    }

    /** Everything that critics compute. */
    record Pass(float[] values, float[] gradient, float[] actionGradient) {}

    private static CriticsLayout layout(int observation, int action, MlpConfig config, int critics, int outputs) {
        return new CriticsLayout(
                new MlpLayout(observation + action, outputs, config, Heads.Q), observation, action, critics);
    }

    private static float[] parameters(CriticsLayout layout) {
        return ConvBatches.uniform(layout.parameterCount(), "parameters", 0.5);
    }

    private static float[] observations(CriticsLayout layout, int rows) {
        return ConvBatches.uniform(rows * layout.observationSize(), "observations", 1);
    }

    private static float[] actions(CriticsLayout layout, int rows) {
        return ConvBatches.uniform(rows * layout.actionWidth(), "actions", 1);
    }

    private static float[] weights(CriticsLayout layout, int rows) {
        return ConvBatches.uniform(layout.critics() * rows * layout.outputs(), "weights", 1);
    }

    private static Pass pass(KernelCritics critics, int rows) {
        CriticsLayout layout = critics.layout();
        critics.loadParameters(parameters(layout));
        float[] values = new float[layout.critics() * rows * layout.outputs()];
        float[] gradient = new float[layout.parameterCount()];
        float[] actionGradient = new float[rows * layout.actionWidth()];
        Arrays.fill(gradient, Float.NaN); // overwritten, every element
        Arrays.fill(actionGradient, Float.NaN);
        critics.forward(Rows.of(observations(layout, rows), rows), actions(layout, rows), layout.critics(), values);
        critics.backward(weights(layout, rows), gradient);
        critics.actionGradient(weights(layout, rows), actionGradient);
        return new Pass(values, gradient, actionGradient);
    }

    private static KernelCritics critics(CriticsLayout layout, int rows, Team team, DenseKernel kernel) {
        return new KernelCritics(layout, rows, team, kernel, true);
    }

    private static double[] inputs(CriticsLayout layout, float[] observations, float[] actions, int rows) {
        int width = layout.observationSize() + layout.actionWidth();
        double[] inputs = new double[rows * width];
        for (int row = 0; row < rows; row++) {
            for (int i = 0; i < width; i++) {
                int action = i - layout.observationSize();
                inputs[row * width + i] = action < 0
                        ? observations[row * layout.observationSize() + i]
                        : actions[row * layout.actionWidth() + action];
            }
        }
        return inputs;
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void shouldAgreeWithNaiveCriticsInDouble(CriticsLayout layout) {
        Pass pass = pass(critics(layout, ROWS, Team.alone(), Kernels.best()), ROWS);
        double[] inputs = inputs(layout, observations(layout, ROWS), actions(layout, ROWS), ROWS);
        double[] all = NaiveMlp.widen(parameters(layout));
        float[] weights = weights(layout, ROWS);
        for (int critic = 0; critic < layout.critics(); critic++) {
            int end = layout.offset(critic) + layout.critic().parameterCount();
            double[] own = Arrays.copyOfRange(all, layout.offset(critic), end);
            double[][] values = new NaiveMlp((MlpLayout) layout.critic()).forward(own, inputs, ROWS);
            double[][] gradients = new double[ROWS][layout.outputs()];
            for (int row = 0; row < ROWS; row++) {
                for (int j = 0; j < layout.outputs(); j++) {
                    int at = (critic * ROWS + row) * layout.outputs() + j;
                    assertEquals(values[row][j], pass.values()[at], 1e-4);
                    gradients[row][j] = weights[at];
                }
            }
            double[] gradient = new NaiveMlp((MlpLayout) layout.critic()).gradient(own, inputs, gradients);
            for (int i = 0; i < gradient.length; i++) {
                assertEquals(gradient[i], pass.gradient()[layout.offset(critic) + i], 1e-3);
            }
        }
    }

    /** The scalar that the passes differentiate, in double. */
    private static double scalar(CriticsLayout layout, double[] inputs) {
        double[] all = NaiveMlp.widen(parameters(layout));
        float[] weights = weights(layout, ROWS);
        double sum = 0;
        for (int critic = 0; critic < layout.critics(); critic++) {
            int end = layout.offset(critic) + layout.critic().parameterCount();
            double[] own = Arrays.copyOfRange(all, layout.offset(critic), end);
            double[][] values = new NaiveMlp((MlpLayout) layout.critic()).forward(own, inputs, ROWS);
            for (int row = 0; row < ROWS; row++) {
                for (int j = 0; j < layout.outputs(); j++) {
                    sum += weights[(critic * ROWS + row) * layout.outputs() + j] * values[row][j];
                }
            }
        }
        return sum;
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void shouldDifferentiateByTheActions(CriticsLayout layout) {
        Pass pass = pass(critics(layout, ROWS, Team.alone(), Kernels.best()), ROWS);
        double[] inputs = inputs(layout, observations(layout, ROWS), actions(layout, ROWS), ROWS);
        int width = layout.observationSize() + layout.actionWidth();
        double step = 1e-7; // a rectifier's corner is not nearer than that to any sum
        for (int row = 0; row < ROWS; row++) {
            for (int j = 0; j < layout.actionWidth(); j++) {
                int at = row * width + layout.observationSize() + j;
                double[] above = inputs.clone();
                double[] below = inputs.clone();
                above[at] += step;
                below[at] -= step;
                double slope = (scalar(layout, above) - scalar(layout, below)) / (2 * step);
                assertEquals(slope, pass.actionGradient()[row * layout.actionWidth() + j], 1e-3);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void shouldHaveTheSameBitsForAnyThreadsKernelAndRoom(CriticsLayout layout) {
        for (int rows : new int[] {1, 16, 20, ROWS}) {
            Pass expected = pass(critics(layout, rows, Team.alone(), new ScalarKernel()), rows);
            for (int threads = 1; threads <= 4; threads++) {
                try (Team team = Team.of(threads)) {
                    KernelCritics critics = critics(layout, ROWS, team, Kernels.best());
                    for (int repetition = 0; repetition < 3; repetition++) {
                        Pass pass = pass(critics, rows);
                        assertArrayEquals(expected.values(), pass.values());
                        assertArrayEquals(expected.gradient(), pass.gradient());
                        assertArrayEquals(expected.actionGradient(), pass.actionGradient());
                    }
                }
            }
        }
    }

    @Test
    void shouldLeaveOutTheLaterCritics() {
        CriticsLayout layout = layouts().findFirst().orElseThrow();
        KernelCritics critics = critics(layout, ROWS, Team.alone(), Kernels.best());
        Pass all = pass(critics, ROWS);
        float[] values = new float[ROWS];
        float[] actionGradient = new float[ROWS];
        ObservationBatch batch = Rows.of(observations(layout, ROWS), ROWS);
        critics.forward(batch, actions(layout, ROWS), 1, values);
        critics.actionGradient(weights(layout, ROWS), actionGradient);
        assertArrayEquals(Arrays.copyOf(all.values(), ROWS), values);
        float[] second = new float[2 * ROWS];
        System.arraycopy(weights(layout, ROWS), ROWS, second, ROWS, ROWS);
        critics.forward(batch, actions(layout, ROWS), 2, new float[2 * ROWS]);
        float[] rest = new float[ROWS];
        critics.actionGradient(second, rest);
        for (int row = 0; row < ROWS; row++) {
            assertEquals(all.actionGradient()[row], actionGradient[row] + rest[row]);
        }
    }

    @Test
    void shouldAllocateNothingInTheSteadyState() {
        CriticsLayout layout = layouts().findFirst().orElseThrow();
        KernelCritics critics = critics(layout, ROWS, Team.alone(), new ScalarKernel());
        float[] parameters = parameters(layout);
        float[] gradient = new float[parameters.length];
        float[] actions = actions(layout, ROWS);
        ObservationBatch batch = Rows.of(observations(layout, ROWS), ROWS);
        float[] values = new float[2 * ROWS];
        Allocation.assertNone(5, () -> {
            critics.loadParameters(parameters);
            critics.forward(batch, actions, 2, values);
            critics.backward(values, gradient);
            critics.actionGradient(values, actions);
        });
    }

    /** Targets: nobody asks them for a gradient. */
    @ParameterizedTest
    @MethodSource("layouts")
    void shouldGiveTheSameValuesWithoutAWayBack(CriticsLayout layout) {
        KernelCritics both = critics(layout, ROWS, Team.alone(), Kernels.best());
        KernelCritics values = KernelCritics.forwardOnly(layout, ROWS, Team.alone());
        ObservationBatch batch = Rows.of(observations(layout, ROWS), ROWS);
        float[][] outputs = new float[2][layout.critics() * ROWS * layout.outputs()];
        both.loadParameters(parameters(layout));
        values.loadParameters(parameters(layout));
        both.forward(batch, actions(layout, ROWS), layout.critics(), outputs[0]);
        values.forward(batch, actions(layout, ROWS), layout.critics(), outputs[1]);
        assertArrayEquals(outputs[0], outputs[1]);
        float[] gradient = new float[layout.parameterCount()];
        assertThrows(IllegalStateException.class, () -> values.backward(weights(layout, ROWS), gradient));
        assertThrows(
                IllegalStateException.class, () -> values.actionGradient(weights(layout, ROWS), actions(layout, ROWS)));
    }

    @Test
    void shouldRefuseWhatDoesNotFit() {
        CriticsLayout layout = layouts().findFirst().orElseThrow();
        assertThrows(IllegalArgumentException.class, () -> critics(layout, 0, Team.alone(), Kernels.best()));
        KernelCritics critics = critics(layout, 2, Team.alone(), Kernels.best());
        assertThrows(IllegalArgumentException.class, () -> critics.loadParameters(new float[3]));
        assertThrows(IllegalStateException.class, () -> critics.actionGradient(new float[2], new float[2]));
        ObservationBatch batch = Rows.of(observations(layout, 3), 3);
        assertThrows(IllegalArgumentException.class, () -> critics.forward(batch, new float[3], 2, new float[6]));
        ObservationBatch two = Rows.of(observations(layout, 2), 2);
        assertThrows(IllegalArgumentException.class, () -> critics.forward(two, new float[2], 3, new float[6]));
        critics.loadParameters(parameters(layout));
        critics.forward(two, new float[2], 1, new float[2]);
        float[] gradient = new float[layout.parameterCount()];
        assertThrows(IllegalStateException.class, () -> critics.backward(new float[4], gradient));
    }
}
