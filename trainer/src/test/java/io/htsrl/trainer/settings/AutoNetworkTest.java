package io.htsrl.trainer.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.Layer;
import io.htsrl.trainer.config.FlatImages;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.evaluation.EvaluationConfig;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The network of a run that names none follows from the observations, and a preset from the actions. */
class AutoNetworkTest {
    private static final ActionSpace DISCRETE = new ActionSpace.Discrete(4);

    /** Gives nothing: no test steps it. */
    private record Described(ObservationSpace observations, ActionSpace actions) implements Environment {
        @Override
        public EnvironmentSpec spec() {
            return new EnvironmentSpec("Described-v0", observations, actions, 0, Double.NaN);
        }

        @Override
        public void reset(long seed, ObservationSlot out) {
            throw new IllegalStateException("no test steps it");
        }

        @Override
        public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
            throw new IllegalStateException("no test steps it");
        }
    }

    private static final ActionSpace BOX = new ActionSpace.Continuous(new float[] {-1}, new float[] {1});
    private static final String CONTINUOUS = "presets/ppo/continuous-actions.yaml";

    private static ObservationSpace space(String text) {
        int[] shape = Stream.of(
                        text.substring(text.indexOf('[') + 1, text.indexOf(']')).split(" "))
                .mapToInt(Integer::parseInt)
                .toArray();
        return text.startsWith("uint8") ? ObservationSpace.bytes(shape) : ObservationSpace.floats(shape);
    }

    private static RunConfig resolve(String algo, Environment environment, Violations violations, String... settings) {
        return resolver(algo, environment, violations, settings).resolve(false).config();
    }

    private static RunResolver resolver(
            String algo, Environment environment, Violations violations, String... settings) {
        Layer layer = Layer.ofProgram().add("algo", algo).add("env", "Described-v0");
        for (int i = 0; i < settings.length; i += 2) {
            layer.add(settings[i], settings[i + 1]);
        }
        return new RunResolver(RunSchema.ofRun(), List.of(layer), violations, () -> environment);
    }

    private static RunConfig resolved(String algo, String observations, ActionSpace actions, String... settings) {
        Violations violations = new Violations();
        RunConfig config = resolve(algo, new Described(space(observations), actions), violations, settings);
        assertTrue(violations.isEmpty(), () -> violations.list().toString());
        return config;
    }

    @ParameterizedTest
    @CsvSource({
        "ppo, uint8[210 160 3], nature",
        "a2c, uint8[4 84 84], nature",
        "dqn, uint8[84 84], nature",
        "ppo, uint8[36 40 3], nature",
        "ppo, uint8[35 40 3], mlp",
        "ppo, uint8[7 7 3], mlp",
        "ppo, uint8[128], mlp",
        "ppo, float32[84 84 3], mlp",
        "ppo, float32[4], mlp"
    })
    void shouldFollowFromTheObservations(String algo, String observations, String network) {
        RunConfig config = resolved(algo, observations, DISCRETE);

        assertEquals(network, config.network().network());
        assertEquals(network, RunSchema.values(config, EvaluationConfig.OFF).get("network"), "what config.yaml has");
    }

    @ParameterizedTest
    @CsvSource({"ppo", "a2c", "dqn"})
    void shouldReadImagesBeforeAMemoryToo(String algo) {
        RunConfig config = resolved(algo, "uint8[84 84]", DISCRETE, "memory", "gru");

        assertEquals("nature", config.network().network());
    }

    @Test
    void shouldLeaveWhatTheUserChose() {
        RunConfig config = resolved("ppo", "uint8[84 84]", DISCRETE, "network", "mlp", "hidden-sizes", "32");

        assertEquals("32 tanh", config.network().description());
        assertEquals(
                "--network mlp reads the images uint8[84, 84] of Described-v0 as 7,056 separate numbers; give --network "
                        + "nature",
                FlatImages.warning(config, config.ask(Environment::spec)).orElseThrow());
    }

    @Test
    void shouldKeepHiddenSizesOfAnMlp() {
        assertEquals(
                "32 tanh",
                resolved("ppo", "float32[4]", DISCRETE, "hidden-sizes", "32")
                        .network()
                        .description());
        assertEquals(
                "32 tanh",
                resolved("ppo", "float32[4]", DISCRETE, "hidden-sizes", "32", "network", "auto")
                        .network()
                        .description());
    }

    @Test
    void shouldRefuseSettingsOfAnMlpThatAnImageDoesNotGet() {
        Violations violations = new Violations();
        resolve("ppo", new Described(space("uint8[84 84]"), DISCRETE), violations, "hidden-sizes", "32");

        assertEquals(1, violations.list().size());
        assertEquals(
                "remove it, or choose --network mlp or combined",
                violations.list().get(0).remedy());
    }

    @ParameterizedTest
    @CsvSource({"sac, uint8[96 96 3], combined", "td3, uint8[35 40 3], mlp", "tqc, float32[4], mlp"})
    void shouldJoinActionsAndImagesInCritics(String algo, String observations, String network) {
        assertEquals(network, resolved(algo, observations, BOX).network().network());
    }

    @Test
    void shouldNormalizeForContinuousActionsBelowWhatTheUserGives() {
        Violations violations = new Violations();
        RunResolver.Resolution run = resolver(
                        "ppo",
                        new Described(space("float32[4]"), BOX),
                        violations,
                        "num-envs",
                        "8",
                        "norm-reward",
                        "false")
                .resolve(false);

        assertTrue(violations.isEmpty(), () -> violations.list().toString());
        assertEquals(CONTINUOUS, run.sources().get(2));
        Map<String, Object> values = RunSchema.values(run.config(), EvaluationConfig.OFF);
        assertEquals(true, values.get("norm-obs"));
        assertEquals(false, values.get("norm-reward"));
        assertEquals(8, values.get("num-envs"));
        assertEquals(512, values.get("sync-interval"));
    }

    static Stream<Arguments> others() {
        return Stream.of(
                arguments("ppo", "float32[4]", DISCRETE, List.of()),
                arguments("a2c", "float32[4]", BOX, List.of()),
                arguments("ppo", "uint8[84 84 3]", BOX, List.of()),
                arguments("ppo", "float32[4]", BOX, List.of("memory", "lstm")),
                arguments("ppo", "float32[4]", BOX, List.of("preset", "cleanrl-ppo-continuous")));
    }

    @ParameterizedTest
    @MethodSource("others")
    void shouldChooseNoPresetForOtherRuns(String algo, String seen, ActionSpace actions, List<String> settings) {
        Violations violations = new Violations();
        List<String> sources = resolver(
                        algo, new Described(space(seen), actions), violations, settings.toArray(String[]::new))
                .resolve(false)
                .sources();

        assertTrue(violations.isEmpty(), () -> violations.list().toString());
        assertFalse(sources.contains(CONTINUOUS), sources.toString());
    }

    @Test
    void shouldChooseNoPresetForARunThatHasBegun() {
        List<String> sources = resolver("ppo", new Described(space("float32[4]"), BOX), new Violations())
                .ofRecordedRun(true)
                .resolve(false)
                .sources();

        assertFalse(sources.contains(CONTINUOUS), sources.toString());
    }
}
