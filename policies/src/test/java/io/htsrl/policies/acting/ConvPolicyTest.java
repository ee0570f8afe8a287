package io.htsrl.policies.acting;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.random.RandomStream;
import io.htsrl.policies.kernel.Kernels;
import io.htsrl.policies.kernel.ScalarKernel;
import io.htsrl.policies.network.Allocation;
import io.htsrl.policies.network.ConvConfig;
import io.htsrl.policies.network.ConvConfig.Kind;
import io.htsrl.policies.network.ConvLayer;
import io.htsrl.policies.network.ConvLayout;
import io.htsrl.policies.network.Heads;
import io.htsrl.policies.network.NaiveConvNetwork;
import io.htsrl.policies.network.NaiveMlp;
import io.htsrl.policies.network.OrthogonalInitializer;
import io.htsrl.policies.network.Rows;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class ConvPolicyTest {

    static Stream<ConvLayout> layouts() {
        return Stream.of(Heads.values())
                .flatMap(heads -> Stream.of(
                        ConvRows.layout(Kind.NATURE, 36, 45, 4, 40, heads),
                        ConvRows.layout(Kind.NATURE, 51, 36, 1, 17, heads),
                        ConvRows.layout(Kind.IMPALA, 12, 17, 4, 24, heads),
                        ConvRows.layout(Kind.IMPALA, 1, 6, 3, 9, heads)));
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void shouldAgreeWithANaiveForwardInDouble(ConvLayout layout) {
        ConvRows rows = new ConvRows(layout, 1);
        ConvPolicy policy = rows.policy(Kernels.best());
        Policy.Snapshot snapshot = rows.snapshot(policy);
        NaiveConvNetwork naive = new NaiveConvNetwork(layout, NaiveMlp.widen(rows.parameters));
        for (int index : new int[] {0, 3, 47, 85}) {
            double[] expected = naive.forward(rows.observation(index))[0];
            float[] actual = rows.alone(policy, snapshot, index);
            assertEquals(expected.length, actual.length);
            for (int j = 0; j < expected.length; j++) {
                // sums of up to 2000 float products, of magnitudes up to about 10, through up to 16 layers
                assertEquals(expected[j], actual[j], 2e-4, "row " + index + " output " + j);
            }
        }
    }

    @Tag("slow")
    @Tag("thorough")
    @Test
    void shouldAgreeOnTheNetworksAsPublished() {
        for (Kind kind : Kind.values()) {
            ConvLayout layout =
                    new ConvLayout(ObservationSpace.bytes(84, 84), 4, 6, ConvConfig.of(kind), Heads.DUELING);
            ConvRows rows = new ConvRows(layout, 2);
            Arrays.fill(rows.parameters, 0);
            new OrthogonalInitializer().initialise(layout, rows.parameters, RandomStream.root(3));
            ConvPolicy policy = rows.policy(Kernels.best());
            double[] expected =
                    new NaiveConvNetwork(layout, NaiveMlp.widen(rows.parameters)).forward(rows.observation(90))[0];
            float[] actual = rows.alone(policy, rows.snapshot(policy), 90);
            for (int j = 0; j < expected.length; j++) {
                assertEquals(expected[j], actual[j], 1e-4, kind + " output " + j);
            }
        }
    }

    @Test
    void shouldReadFloatFramesToo() {
        ConvLayout layout = ConvRows.layout(Kind.NATURE, 40, 40, 4, 20, Heads.Q);
        ConvRows rows = new ConvRows(layout, 3);
        ConvPolicy policy = rows.policy(Kernels.best());
        float[] fractions = new float[rows.strip.length];
        for (int i = 0; i < fractions.length; i++) {
            fractions[i] = (rows.strip[i] & 0xff) / 255f;
        }
        ObservationBatch batch = new ObservationBatch(1);
        batch.over(fractions, 4, layout.frameSize());
        rows.add(batch, 77);
        float[] outputs = new float[policy.outputWidth()];
        policy.newForward().forward(rows.snapshot(policy), batch, outputs, new int[1]);
        assertArrayEquals(rows.alone(policy, rows.snapshot(policy), 77), outputs);
    }

    @ParameterizedTest
    @EnumSource
    void shouldConfineANaNObservationToItsRow(Kind kind) {
        ConvLayout layout = ConvRows.layout(kind, 36, 36, 1, 20, Heads.ACTOR_CRITIC);
        ConvPolicy policy = new ConvPolicy(layout, Kernels.best());
        float[] frames = new float[7 * layout.frameSize()];
        frames[3 * layout.frameSize() + 36 * 17 + 18] = Float.NaN;
        float[] outputs = new float[7 * 6];
        int[] offsets = {0, 6, 12, 18, 24, 30, 36};
        policy.newForward().forward(new ConvRows(layout, 4).snapshot(policy), Rows.of(frames, 7), outputs, offsets);
        for (int i = 0; i < outputs.length; i++) {
            int nan = Float.floatToRawIntBits(Float.NaN);
            assertEquals(i / 6 == 3, Float.floatToRawIntBits(outputs[i]) == nan, "output " + i);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldPassNaNParametersOn(Kind kind) {
        ConvLayout layout = ConvRows.layout(kind, 36, 36, 1, 20, Heads.ACTOR_CRITIC);
        List<Integer> biases = Stream.concat(
                        layout.convolutions().stream().map(ConvLayer::biasOffset),
                        Stream.of(
                                layout.hidden().biasOffset(),
                                layout.headLayers().get(0).biasOffset()))
                .toList();
        for (int bias : biases) {
            ConvRows rows = new ConvRows(layout, 5);
            ConvPolicy policy = rows.policy(Kernels.best());
            rows.parameters[bias] = Float.NaN;
            float[] outputs = rows.alone(policy, rows.snapshot(policy), 20);
            assertTrue(Float.isNaN(outputs[0]), "bias at " + bias);
            assertEquals(bias < layout.hidden().end(), Float.isNaN(outputs[5]), "the value, of the bias at " + bias);
        }
    }

    @Test
    void shouldUseACopyOfTheParametersLoadedLast() {
        ConvLayout layout = ConvRows.layout(Kind.NATURE, 36, 36, 2, 20, Heads.DUELING);
        ConvRows first = new ConvRows(layout, 6);
        ConvPolicy policy = first.policy(Kernels.best());
        Policy.Snapshot snapshot = first.snapshot(policy);
        float[] before = first.alone(policy, snapshot, 9);
        ConvRows second = new ConvRows(layout, 7);
        snapshot.load(second.parameters);
        float[] after = first.alone(policy, snapshot, 9);
        assertFalse(Arrays.equals(before, after));
        Arrays.fill(second.parameters, 0);
        assertArrayEquals(after, first.alone(policy, snapshot, 9));
        assertArrayEquals(after, first.alone(policy, new ConvRows(layout, 7).snapshot(policy), 9));
    }

    @Test
    void shouldRefuseWhatBelongsToAnotherPolicy() {
        ConvLayout layout = ConvRows.layout(Kind.NATURE, 36, 36, 2, 20, Heads.Q);
        ConvRows rows = new ConvRows(layout, 8);
        ConvPolicy policy = rows.policy(Kernels.best());
        ConvLayout other = ConvRows.layout(Kind.NATURE, 36, 36, 2, 20, Heads.Q);
        assertThrows(
                IllegalArgumentException.class,
                () -> rows.alone(policy, new ConvPolicy(other, Kernels.best()).newSnapshot(), 1));
        assertThrows(
                IllegalArgumentException.class,
                () -> policy.newSnapshot().load(new float[policy.parameterCount() - 1]));
    }

    @ParameterizedTest
    @EnumSource
    void shouldAllocateNothingInTheSteadyState(Kind kind) {
        ConvLayout layout = ConvRows.layout(kind, 36, 36, 4, 20, Heads.ACTOR_CRITIC);
        ConvRows rows = new ConvRows(layout, 9);
        ConvPolicy policy = rows.policy(new ScalarKernel());
        Policy.Snapshot snapshot = rows.snapshot(policy);
        Policy.Forward forward = policy.newForward();
        ObservationBatch batch = rows.batch(3);
        List.of(1, 60, 100).forEach(index -> rows.add(batch, index));
        float[] outputs = new float[3 * policy.outputWidth()];
        int[] offsets = new int[3];
        Allocation.assertNone(20, () -> {
            snapshot.load(rows.parameters);
            forward.forward(snapshot, batch, outputs, offsets);
        });
    }
}
