package io.htsrl.monitor.onnx;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.onnxruntime.OrtException;
import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.random.RandomStream;
import io.htsrl.monitor.onnx.OnnxGraph.Port;
import io.htsrl.trainer.model.ModelFile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** ONNX Runtime computes of a file what the acting forward and the head compute of its parameters. */
@Tag("slow")
class OnnxPolicyTest {
    private static final int INPUTS = Boolean.getBoolean("hts.long") ? 1000 : 60;
    private static final double NEAR = 1e-5;
    /** Of the best action to the second best: nearer ones may change places. */
    private static final double TIE = 2e-5;

    private static final int MOST_TIES = 5;

    static Stream<Case> cases() {
        return Cases.all();
    }

    private static OnnxPolicy policy(Case of) {
        return policy(of, of.parameters());
    }

    private static OnnxPolicy policy(Case of, float[] parameters) {
        return OnnxPolicy.of(of.config(), of.spec(), new ModelFile.Model(8, parameters), 7, "1.2.3");
    }

    private static Map<String, OrtPolicy.Output> run(OrtPolicy runtime, Case of, Object observations)
            throws OrtException {
        return observations instanceof float[] floats
                ? runtime.run(floats, Inputs.shape(of))
                : runtime.run((byte[]) observations, Inputs.shape(of));
    }

    private static int[] counts(ActionSpace space) {
        if (space instanceof ActionSpace.Discrete discrete) {
            return new int[] {discrete.count()};
        }
        if (space instanceof ActionSpace.MultiDiscrete choices) {
            return choices.counts();
        }
        int[] counts = new int[space instanceof ActionSpace.MultiBinary switches ? switches.count() : 0];
        Arrays.fill(counts, 2);
        return counts;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldComputeWhatThePolicyDoesInBatchesOfAnySizeAndTheSameBytes(Case of) throws OrtException {
        Object observations = Inputs.draw(of, INPUTS);
        float[] parameters = of.parameters();
        Reference reference = new Reference(of.config(), of.spec(), parameters);
        Set<List<Float>> actions = new HashSet<>();
        int ties = 0;
        OnnxPolicy policy = policy(of, parameters);
        assertEquals(policy.bytes(), policy(of, parameters.clone()).bytes());
        try (OrtPolicy runtime = new OrtPolicy(policy.bytes().toByteArray())) {
            Map<String, OrtPolicy.Output> outputs = run(runtime, of, observations);
            assertTakesOne(runtime, of, policy.outputs(), observations, outputs);
            for (int i = 0; i < INPUTS; i++) {
                reference.see(observations, i);
                boolean tie = reference.margin(counts(of.actions())) < TIE;
                ties += tie ? 1 : 0;
                for (Map.Entry<String, OrtPolicy.Output> output : outputs.entrySet()) {
                    if (!tie || !output.getKey().equals("action")) {
                        int row = i;
                        assertArrayEquals(
                                reference.output(output.getKey()),
                                output.getValue().row(i),
                                (float) NEAR,
                                () -> output.getKey() + " of input " + row);
                    }
                }
                actions.add(list(outputs.get("action").row(i)));
            }
        }
        assertTrue(ties <= MOST_TIES, ties + " ties: else this test shows little");
        assertTrue(actions.size() > 1, "else this test shows little: " + actions);
    }

    @ParameterizedTest
    @CsvSource({
        "a2c, shared-torso, false",
        "ppo, shared-torso, true",
        "dqn, dueling, false",
        "dqn, dueling, true",
        "dqn, distributional, categorical",
        "dqn, distributional, quantile",
        "dqn, distributional, implicit"
    })
    void shouldTakeAMaskOfAllowedActions(String algorithm, String setting, String value) throws OrtException {
        ActionSpace actions =
                algorithm.equals("ppo") ? new ActionSpace.MultiDiscrete(new int[] {3, 2}) : new ActionSpace.Discrete(5);
        ObservationSpace space = ObservationSpace.floats(4).withMask(actions);
        Case of = Case.of(algorithm, space, actions, setting, value);
        float[] parameters = new float[of.config().policy(of.spec()).parameterCount()];
        of.config().policy(of.spec()).initialise(parameters, RandomStream.root(3));
        Reference reference = new Reference(of.config(), of.spec(), parameters);
        RandomStream chance = RandomStream.root(5);
        float[] rows = new float[INPUTS * 9];
        float[] seen = new float[INPUTS * 4];
        float[] masks = new float[INPUTS * 5];
        for (int i = 0; i < rows.length; i++) {
            boolean always = i % 9 == 4 || i % 9 == 8;
            rows[i] = i % 9 < 4 ? (float) chance.uniform(i) - 0.5f : always || chance.uniform(i) < 0.4 ? 1 : 0;
            if (i % 9 < 4) {
                seen[i / 9 * 4 + i % 9] = rows[i];
            } else {
                masks[i / 9 * 5 + i % 9 - 4] = rows[i];
            }
        }
        OnnxPolicy policy = policy(of, parameters);
        assertEquals(
                List.of("observation", "action_mask"),
                policy.inputs().stream().map(Port::name).toList());
        try (OrtPolicy runtime = new OrtPolicy(policy.bytes().toByteArray())) {
            Map<String, OrtPolicy.Output> outputs = runtime.run(seen, masks, INPUTS);
            for (int i = 0; i < INPUTS; i++) {
                reference.see(rows, i);
                for (Map.Entry<String, OrtPolicy.Output> output : outputs.entrySet()) {
                    assertArrayEquals(
                            reference.output(output.getKey()),
                            output.getValue().row(i),
                            (float) NEAR,
                            output.getKey() + " of input " + i);
                }
            }
        }
    }

    private static List<Float> list(float[] row) {
        List<Float> list = new ArrayList<>();
        for (float value : row) {
            list.add(value);
        }
        return list;
    }

    private static long[] shape(long rows, List<Integer> row) {
        return LongStream.concat(LongStream.of(rows), row.stream().mapToLong(Integer::longValue))
                .toArray();
    }

    /** A batch of one has the same first row. */
    private static void assertTakesOne(
            OrtPolicy runtime, Case of, List<Port> ports, Object all, Map<String, OrtPolicy.Output> outputs)
            throws OrtException {
        Object one = all instanceof float[] floats
                ? Arrays.copyOf(floats, floats.length / INPUTS)
                : Arrays.copyOf((byte[]) all, ((byte[]) all).length / INPUTS);
        Map<String, OrtPolicy.Output> alone = run(runtime, of, one);
        for (Port port : ports) {
            assertArrayEquals(
                    shape(INPUTS, port.shape()), outputs.get(port.name()).shape(), port.name());
            assertArrayEquals(shape(1, port.shape()), alone.get(port.name()).shape(), port.name());
            assertArrayEquals(
                    outputs.get(port.name()).row(0), alone.get(port.name()).row(0), (float) NEAR, port.name());
        }
    }

    @Test
    void shouldNameTheOutputsAfterTheHead() {
        assertEquals(List.of("action", "logits", "value"), outputs("ppo", new ActionSpace.Discrete(2)));
        assertEquals(List.of("action", "mean", "log_std", "value"), outputs("ppo", box()));
        assertEquals(List.of("action", "mean", "log_std", "value"), outputs("sac", box()));
        assertEquals(List.of("action", "logits", "q_values"), outputs("sac", new ActionSpace.Discrete(2)));
        assertEquals(List.of("action", "pre_tanh", "value"), outputs("td3", box()));
        assertEquals(List.of("action", "q_values"), outputs("dqn", new ActionSpace.Discrete(2), "dueling", "false"));
        assertEquals(
                List.of("action", "q_values", "value"), outputs("dqn", new ActionSpace.Discrete(2), "dueling", "true"));
    }

    private static ActionSpace box() {
        return new ActionSpace.Continuous(new float[] {-1}, new float[] {1});
    }

    private static List<String> outputs(String algorithm, ActionSpace actions, String... settings) {
        return policy(Case.of(algorithm, ObservationSpace.floats(3), actions, settings)).outputs().stream()
                .map(Port::name)
                .toList();
    }

    @Test
    void shouldSayWhoseItIs() throws OrtException {
        Case of = Case.of(
                "ppo",
                ObservationSpace.floats(3),
                new ActionSpace.Discrete(2),
                "norm-obs",
                "true",
                "frame-stack",
                "2",
                "learning-rate",
                "0.125");
        try (OrtPolicy runtime = new OrtPolicy(policy(of).bytes().toByteArray())) {
            Map<String, String> metadata = runtime.metadata();
            assertEquals("1.2.3", metadata.get("hts-rl"));
            assertEquals("ppo", metadata.get("algo"));
            assertEquals("Case-v0", metadata.get("env"));
            assertEquals("7", metadata.get("interval"));
            assertEquals("0.125", metadata.get("setting.learning-rate"));
            assertEquals("categorical", metadata.get("network.action-head"));
            assertTrue(metadata.get("parameters").matches("[0-9a-f]{32}"), metadata.get("parameters"));
            assertTrue(metadata.get("observation.normalisation").contains("clipped at 10.0, in the graph"));
            assertTrue(metadata.get("observation.stack").startsWith("2 observations, the oldest first"));
            assertEquals("none", metadata.get("observation.scaling"));
        }
    }

    @Test
    void shouldRefuseParametersThatAreNoNumbers() {
        Case of = Case.of("ppo", ObservationSpace.floats(3), new ActionSpace.Discrete(2));
        float[] parameters = of.parameters();
        parameters[5] = Float.NaN;

        ConfigurationException refused = assertThrows(ConfigurationException.class, () -> policy(of, parameters));

        assertTrue(refused.getMessage().contains("parameter 5 is NaN"), refused.getMessage());
    }
}
