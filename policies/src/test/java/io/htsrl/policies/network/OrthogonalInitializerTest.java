package io.htsrl.policies.network;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.random.BoxMuller;
import io.htsrl.core.random.RandomStream;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OrthogonalInitializerTest {
    // wide (8 -> 64), tall (64 -> 32, 32 -> 3), square (64 -> 64), single columns and rows
    private static final List<Integer> HIDDEN = List.of(64, 64, 32, 1, 32);

    private static MlpLayout layout(boolean shared) {
        return new MlpLayout(8, 3, new MlpConfig(HIDDEN, Activation.TANH, shared), Heads.ACTOR_CRITIC);
    }

    private static float[] initialise(MlpLayout layout, long seed) {
        float[] parameters = new float[layout.parameterCount()];
        Arrays.fill(parameters, Float.NaN);
        new OrthogonalInitializer().initialise(layout, parameters, RandomStream.root(seed));
        return parameters;
    }

    private static double gain(DenseLayer layer) {
        return switch (layer.name()) {
            case "policy.head" -> 0.01;
            case "q.head", "advantage.head", "value.head" -> 1;
            default -> Math.sqrt(2);
        };
    }

    @ParameterizedTest
    @CsvSource({"false,ACTOR_CRITIC", "true,ACTOR_CRITIC", "false,Q", "false,DUELING"})
    void shouldMakeTheSmallerSideOrthonormalTimesTheGain(boolean shared, Heads heads) {
        MlpLayout layout = new MlpLayout(8, 3, new MlpConfig(HIDDEN, Activation.TANH, shared), heads);
        float[] parameters = initialise(layout, 7);
        layout.layers().forEach(layer -> assertOrthonormal(parameters, layer));
    }

    @Test
    void shouldStartFreeOutputsAsItIsToldAndChangeNothingElse() {
        MlpConfig config = new MlpConfig(HIDDEN, Activation.TANH, false);
        MlpLayout layout = new MlpLayout(8, new FirstHead(3, 3, -0.5f), config, Heads.ACTOR_CRITIC);
        float[] parameters = initialise(layout, 7);
        DenseLayer free = layout.policyHeads().get(1);
        for (int i = free.offset(); i < free.end(); i++) {
            assertEquals(-0.5f, parameters[i]);
        }
        float[] without = initialise(new MlpLayout(8, 3, config, Heads.ACTOR_CRITIC), 7);
        assertEquals(without.length + 3, parameters.length);
        assertArrayEquals(without, joined(parameters, free.offset(), free.end()));
    }

    private static float[] joined(float[] parameters, int from, int to) {
        float[] left = Arrays.copyOf(parameters, parameters.length - to + from);
        System.arraycopy(parameters, to, left, from, parameters.length - to);
        return left;
    }

    private static void assertOrthonormal(float[] parameters, DenseLayer layer) {
        boolean columns = layer.inputs() >= layer.outputs();
        int count = Math.min(layer.inputs(), layer.outputs());
        for (int a = 0; a < count; a++) {
            for (int b = 0; b < count; b++) {
                double product = dot(parameters, layer, columns, a, b) / (gain(layer) * gain(layer));
                assertEquals(a == b ? 1 : 0, product, 1e-6, layer.name() + " " + a + " " + b);
            }
        }
    }

    private static double dot(float[] parameters, DenseLayer layer, boolean columns, int a, int b) {
        int length = columns ? layer.inputs() : layer.outputs();
        int vectorStep = columns ? 1 : layer.outputs();
        int elementStep = columns ? layer.outputs() : 1;
        double sum = 0;
        for (int i = 0; i < length; i++) {
            sum += (double) parameters[layer.offset() + a * vectorStep + i * elementStep]
                    * parameters[layer.offset() + b * vectorStep + i * elementStep];
        }
        return sum;
    }

    @Test
    void shouldStartAllBiasesAtZero() {
        MlpLayout layout = layout(false);
        float[] parameters = initialise(layout, 7);
        for (DenseLayer layer : layout.layers()) {
            assertArrayEquals(
                    new float[layer.outputs()],
                    Arrays.copyOfRange(parameters, layer.biasOffset(), layer.end()),
                    layer.name());
        }
    }

    @Test
    void shouldBeAFunctionOfTheStreamAlone() {
        MlpLayout layout = layout(false);
        assertArrayEquals(initialise(layout, 1), initialise(layout, 1));
        assertFalse(Arrays.equals(initialise(layout, 1), initialise(layout, 2)));
    }

    /** Many vectors are computed in blocks and on all cores. */
    @Test
    void shouldGiveLargeLayersTheBitsOfTheTextbook() {
        int rows = 1027;
        int columns = 1030;
        MlpConfig config = new MlpConfig(List.of(columns), Activation.TANH, true);
        MlpLayout layout = new MlpLayout(rows, 3, config, Heads.ACTOR_CRITIC);
        DenseLayer layer = layout.policyTorso().get(0);
        RandomStream stream = RandomStream.root(5).spawn(layer.name());

        float[] parameters = initialise(layout, 5);

        double[][] expected = new double[rows][columns];
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                long draw = 2 * ((long) i * columns + j);
                expected[i][j] = BoxMuller.strictNormal(stream.uniform(draw), stream.uniform(draw + 1));
            }
            for (int k = 0; k < i; k++) {
                double length = dot(expected[i], expected[k]);
                for (int j = 0; j < columns; j++) {
                    expected[i][j] -= length * expected[k][j];
                }
            }
            double norm = Math.sqrt(dot(expected[i], expected[i]));
            for (int j = 0; j < columns; j++) {
                expected[i][j] /= norm;
                float weight = (float) (gain(layer) * expected[i][j]);
                assertEquals(weight, parameters[layer.offset() + i * columns + j]);
            }
        }
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int j = 0; j < a.length; j++) {
            sum += a[j] * b[j];
        }
        return sum;
    }

    @Test
    void shouldGiveTheTwoTorsosDifferentWeights() {
        MlpLayout layout = layout(false);
        float[] parameters = initialise(layout, 1);
        DenseLayer policy = layout.policyTorso().get(0);
        DenseLayer value = layout.valueTorso().get(0);
        assertFalse(Arrays.equals(parameters, policy.offset(), policy.end(), parameters, value.offset(), value.end()));
    }

    @Test
    void shouldDrawSignsWithoutBias() {
        // the mean of 64 x 64 elements of standard deviation sqrt(2)/8: 5 standard errors
        MlpLayout layout = layout(true);
        float[] parameters = initialise(layout, 3);
        DenseLayer square = layout.policyTorso().get(1);
        double mean = 0;
        for (int i = square.offset(); i < square.biasOffset(); i++) {
            mean += parameters[i] / 4096.0;
        }
        assertEquals(0, mean, 5 * Math.sqrt(2) / 8 / 64);
    }

    @Test
    void shouldMakeTheOutputChannelsOfConvolutionsOrthonormalTimesTheGain() {
        ConvLayout layout = new ConvLayout(
                ObservationSpace.bytes(20, 20), 4, 3, new ConvConfig(ConvConfig.Kind.IMPALA, 24), Heads.DUELING);
        float[] parameters = new float[layout.parameterCount()];
        Arrays.fill(parameters, Float.NaN);
        new OrthogonalInitializer().initialise(layout, parameters, RandomStream.root(5));
        for (ConvLayer conv : layout.convolutions()) {
            // the matrix [outputs][channels * kernel * kernel]: fewer rows than columns in every layer here
            DenseLayer matrix = new DenseLayer("torso", conv.outputs(), conv.windowSize(), conv.offset());
            assertOrthonormal(parameters, matrix);
            for (int i = conv.biasOffset(); i < conv.end(); i++) {
                assertEquals(0, parameters[i], conv.name());
            }
        }
        assertOrthonormal(parameters, layout.hidden());
        layout.headLayers().forEach(head -> assertOrthonormal(parameters, head));
    }

    @Test
    void shouldGiveEqualConvolutionsDifferentWeights() {
        ConvLayout layout =
                new ConvLayout(ObservationSpace.bytes(20, 20), 4, 3, ConvConfig.of(ConvConfig.Kind.IMPALA), Heads.Q);
        float[] parameters = new float[layout.parameterCount()];
        new OrthogonalInitializer().initialise(layout, parameters, RandomStream.root(5));
        ImpalaStage.Block block = layout.stages().get(0).blocks().get(0);
        assertFalse(Arrays.equals(
                parameters,
                block.first().offset(),
                block.first().end(),
                parameters,
                block.second().offset(),
                block.second().end()));
    }
}
