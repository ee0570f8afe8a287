package io.htsrl.policies.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.random.RandomStream;
import io.htsrl.policies.acting.MlpPolicy;
import io.htsrl.policies.acting.Networks;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.ConvConfig;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.Heads;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.policies.network.PolicyNetwork;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SelfCheckTest {
    private static final ObservationSpace VECTOR = ObservationSpace.floats(5);
    private static final MlpConfig CONFIG = new MlpConfig(List.of(40, 33), Activation.TANH, false);
    private static final RandomStream STREAM = RandomStream.root(7);

    private final MlpPolicy policy = new MlpPolicy(VECTOR, 3, CONFIG);
    private final SelfCheck check = new SelfCheck(VECTOR, 1, 64, parameters(policy), STREAM);

    private static float[] parameters(Policy policy) {
        float[] parameters = new float[policy.parameterCount()];
        policy.initialise(parameters, STREAM);
        return parameters;
    }

    /** A learner's side that goes wrong in one way. */
    private abstract static class Disturbed implements GradientNetwork {
        private final GradientNetwork whole;

        Disturbed(GradientNetwork whole) {
            this.whole = whole;
        }

        @Override
        public int parameterCount() {
            return whole.parameterCount();
        }

        @Override
        public int outputWidth() {
            return whole.outputWidth();
        }

        @Override
        public int maxRows() {
            return whole.maxRows();
        }

        @Override
        public void loadParameters(float[] parameters) {
            whole.loadParameters(parameters);
        }

        @Override
        public void forward(ObservationBatch batch, float[] outputs) {
            whole.forward(batch, outputs);
        }

        @Override
        public void backward(float[] outputGradient, float[] parameterGradient) {
            whole.backward(outputGradient, parameterGradient);
        }

        @Override
        public void close() {
            whole.close();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 16, 30, 64, 1000})
    void shouldFindTheJvmsKernelStableUnderAnyLimit(int limit) {
        CheckRow row = new SelfCheck(VECTOR, 1, limit, parameters(policy), STREAM).acting(policy);

        assertTrue(row.holds(), row::toString);
        assertTrue(row.compared() >= Math.max(70, limit), row::toString);
        assertEquals("acting forward", row.subject());
    }

    @Test
    void shouldCheckStacksOfFrames() {
        ObservationSpace frame = ObservationSpace.bytes(6, 6);
        MlpPolicy stacked = new MlpPolicy(frame, 4, 2, CONFIG, Heads.Q);
        SelfCheck stacks = new SelfCheck(frame, 4, 20, parameters(stacked), STREAM);

        assertTrue(stacks.acting(stacked).holds());
        assertTrue(new CheckTable(stacks.learning(stacked, stacked::newGradientNetwork)).holds());
    }

    @ParameterizedTest
    @EnumSource
    void shouldCheckNetworksThatReadFrames(ConvConfig.Kind kind) {
        ObservationSpace frame = ObservationSpace.bytes(36, 36);
        PolicyNetwork network = Networks.create(new ConvConfig(kind, 24), frame, 4, 3, Heads.ACTOR_CRITIC);
        SelfCheck frames = new SelfCheck(frame, 4, 16, parameters(network), STREAM);

        CheckRow acting = frames.acting(network);
        List<CheckRow> learning = frames.learning(network, network::newGradientNetwork);

        assertTrue(acting.holds(), acting::toString);
        assertTrue(new CheckTable(learning).holds(), learning::toString);
    }

    static Stream<BrokenNetwork.Fault> faults() {
        return Stream.of(
                (batch, row) -> batch.rows() == 13,
                (batch, row) -> batch.rows() % 8 == 0,
                (batch, row) -> batch.rows() == 64 && row == 63, // the limit's own size
                (batch, row) -> row == 47,
                (batch, row) -> row % 4 == 3,
                (batch, row) -> row > 0 && batch.floats()[batch.offset(row - 1)] > 1.5f);
    }

    /** Rows depend on batch sizes, positions, or what other rows hold. */
    @ParameterizedTest
    @MethodSource("faults")
    void shouldFindRowsThatDependOnTheirBatch(BrokenNetwork.Fault fault) {
        CheckRow row = check.acting(new BrokenNetwork(policy, fault));

        assertFalse(row.holds(), row::toString);
        assertTrue(row.different() < row.compared(), row::toString);
    }

    @Test
    void shouldLookAtTheSameRowsEachTime() {
        BrokenNetwork broken = new BrokenNetwork(policy, (batch, row) -> row % 4 == 3);

        assertEquals(check.acting(broken).different(), check.acting(broken).different());
    }

    @Test
    void shouldFindTheLearnersPassesRepeatable() {
        List<CheckRow> rows = check.learning(policy, policy::newGradientNetwork);

        assertEquals(4, rows.size());
        assertTrue(new CheckTable(rows).holds(), rows::toString);
    }

    @Test
    void shouldFindAForwardThatDoesNotRepeat() {
        int[] passes = {0};
        List<CheckRow> rows = check.learning(policy, room -> new Disturbed(policy.newGradientNetwork(room)) {
            @Override
            public void forward(ObservationBatch batch, float[] outputs) {
                super.forward(batch, outputs);
                outputs[7] = Math.nextUp(outputs[7] + passes[0]++ * 0x1p-20f);
            }
        });

        assertFalse(rows.get(0).holds());
        assertTrue(rows.get(1).holds());
        assertTrue(rows.get(2).holds(), "to rounding it is right");
        assertTrue(new CheckTable(rows).failures().startsWith("learner's forward, repetition: 2 of 2 differ"));
    }

    @Test
    void shouldFindABackwardThatDoesNotRepeat() {
        int[] networks = {0};
        List<CheckRow> rows = check.learning(policy, room -> {
            int network = networks[0]++;
            return new Disturbed(policy.newGradientNetwork(room)) {
                @Override
                public void backward(float[] outputGradient, float[] parameterGradient) {
                    super.backward(outputGradient, parameterGradient);
                    parameterGradient[0] += network; // the second network's alone
                }
            };
        });

        assertTrue(rows.get(0).holds());
        assertEquals(1, rows.get(1).different());
    }

    @ParameterizedTest
    @ValueSource(floats = {Float.NaN, 0, 1})
    void shouldFindALearnerThatComputesSomethingElse(float wrong) {
        List<CheckRow> rows = check.learning(policy, room -> new Disturbed(policy.newGradientNetwork(room)) {
            @Override
            public void forward(ObservationBatch batch, float[] outputs) {
                super.forward(batch, outputs);
                outputs[outputs.length - 1] = wrong;
            }
        });

        assertTrue(rows.get(0).holds());
        assertEquals(1, rows.get(2).different());
    }

    @Test
    void shouldCloseTheNetworksThatItMade() {
        List<String> closed = new ArrayList<>();
        check.learning(policy, room -> new Disturbed(policy.newGradientNetwork(room)) {
            @Override
            public void close() {
                super.close();
                closed.add("closed");
            }
        });

        assertEquals(2, closed.size());
    }

    @Test
    void shouldFindAnUpdateThatDoesNotRepeat() {
        assertTrue(check.update(() -> (parameters, gradient) -> parameters[0] -= gradient[0])
                .holds());
        float[] shared = {0};
        assertFalse(check.update(() -> (parameters, gradient) -> parameters[0] -= shared[0]++)
                .holds());
    }
}
