package io.htsrl.policies.gradient;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.work.Team;
import io.htsrl.policies.acting.Networks;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.ChainedNetwork;
import io.htsrl.policies.network.ConvBatches;
import io.htsrl.policies.network.FirstHead;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.Heads;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.policies.network.ObservationNormalization;
import io.htsrl.policies.network.PolicyNetwork;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Several networks share the rows: the gradient is one network's, to the bit, wherever the rows are cut. */
class ChainedNetworkTest {
    private static final int ROWS = 19;
    private static final int[][] CUTS = {{0, 1, 8, 8, 17, 19}};

    @ParameterizedTest
    @MethodSource("io.htsrl.policies.gradient.KernelNetworkTest#chained")
    void shouldHaveTheGradientOfAllRows(KernelNetworkTest.Case one) {
        check(one.policy(), one.parameters(3), one.batch(ROWS));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3})
    void shouldLeaveStatisticsOfObservationsOutOfAllSlices(int free) {
        MlpConfig config =
                new MlpConfig(List.of(16, 16), Activation.TANH, true).with(new ObservationNormalization(true, 10));
        PolicyNetwork policy =
                Networks.create(config, ObservationSpace.floats(5), 1, new FirstHead(3, free, 0), Heads.ACTOR_CRITIC);
        float[] parameters = ConvBatches.uniform(policy.parameterCount(), "parameters", 0.3);
        ObservationBatch batch = new ObservationBatch(ROWS);
        batch.over(ConvBatches.uniform(ROWS * 5, "observations", 1));
        for (int row = 0; row < ROWS; row++) {
            batch.add(row * 5);
        }
        check(policy, parameters, batch);
    }

    /** The backward pass of one who has many rows is in blocks of them. */
    @Test
    void shouldHaveTheGradientOfMoreRowsThanABlock() {
        MlpConfig config = new MlpConfig(List.of(256, 256), Activation.TANH, true);
        PolicyNetwork policy =
                Networks.create(config, ObservationSpace.floats(5), 1, FirstHead.of(3), Heads.ACTOR_CRITIC);
        int rows = 600;
        ObservationBatch batch = new ObservationBatch(rows);
        batch.over(ConvBatches.uniform(rows * 5, "observations", 1));
        for (int row = 0; row < rows; row++) {
            batch.add(row * 5);
        }
        check(policy, ConvBatches.uniform(policy.parameterCount(), "parameters", 0.1), batch);
    }

    private static void check(PolicyNetwork policy, float[] parameters, ObservationBatch batch) {
        int width = policy.outputWidth();
        int rowCount = batch.rows();
        float[] outputs = new float[rowCount * width];
        float[] outputGradient = ConvBatches.uniform(outputs.length, "output gradient", 1);
        float[] whole = new float[policy.parameterCount()];
        try (GradientNetwork all = policy.newGradientNetwork(Backend.JVM, rowCount, Team.alone());
                Team team = Team.of(2)) {
            all.loadParameters(parameters);
            all.forward(batch, outputs);
            all.backward(outputGradient, whole);
            for (int[] cuts : rowCount == ROWS ? CUTS : new int[][] {{0, rowCount}}) {
                float[] sums = new float[whole.length];
                for (int i = 0; i + 1 < cuts.length; i++) {
                    if (cuts[i] < cuts[i + 1]) {
                        goOn(policy, team, parameters, batch, cuts[i], cuts[i + 1], outputs, outputGradient, sums);
                    }
                }
                assertArrayEquals(bits(whole), bits(sums), "cut at " + Arrays.toString(cuts));
            }
        }
    }

    private static void goOn(
            PolicyNetwork policy,
            Team team,
            float[] parameters,
            ObservationBatch batch,
            int from,
            int to,
            float[] outputs,
            float[] outputGradient,
            float[] sums) {
        int width = policy.outputWidth();
        ObservationBatch rows = new ObservationBatch(batch.rows());
        rows.copy(batch, from, to - from);
        float[] own = new float[(to - from) * width];
        try (ChainedNetwork network =
                policy.newChainedNetwork(to - from + 2, team).orElseThrow()) {
            network.loadParameters(parameters);
            network.forward(rows, own);
            assertArrayEquals(bits(Arrays.copyOfRange(outputs, from * width, to * width)), bits(own));
            network.backward(Arrays.copyOfRange(outputGradient, from * width, to * width));
            for (int slice = 0; slice < network.slices().size(); slice++) {
                float[] slices = new float[sums.length];
                Arrays.fill(slices, Float.NaN); // but for what the slice has, nothing counts and nothing is written
                for (ChainedNetwork.Span span : network.slices().get(slice)) {
                    System.arraycopy(sums, span.from(), slices, span.from(), span.to() - span.from());
                }
                network.accumulate(slice, slices);
                int written = 0;
                for (ChainedNetwork.Span span : network.slices().get(slice)) {
                    System.arraycopy(slices, span.from(), sums, span.from(), span.to() - span.from());
                    written += span.to() - span.from();
                }
                long numbers = 0;
                for (float value : slices) {
                    numbers += Float.isNaN(value) ? 0 : 1;
                }
                assertEquals(written, numbers);
            }
        }
    }

    private static int[] bits(float[] values) {
        int[] bits = new int[values.length];
        Arrays.setAll(bits, i -> Float.floatToRawIntBits(values[i]));
        return bits;
    }
}
