package io.htsrl.cli.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.htsrl.cli.CommandLineFixture;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.Layer;
import io.htsrl.core.settings.SettingSpec;
import io.htsrl.core.settings.ValueType;
import io.htsrl.learners.Algorithm;
import io.htsrl.learners.Algorithms;
import io.htsrl.trainer.settings.Presets;
import io.htsrl.trainer.settings.RunSchema;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class HelpTest {
    private static String help; // of hts train

    private final CommandLineFixture hts = new CommandLineFixture();

    @BeforeAll
    static void askForHelp() {
        CommandLineFixture hts = new CommandLineFixture();
        assertEquals(ExitCode.OK, hts.run("train", "--help"));
        help = hts.out.toString();
    }

    static Stream<SettingSpec> settings() {
        return CliSettings.schema().all().stream();
    }

    @ParameterizedTest
    @MethodSource("settings")
    void shouldExplainEverySetting(SettingSpec setting) {
        String flag =
                setting.type().form() == ValueType.Form.SWITCH && !setting.key().equals("quiet")
                        ? "--[no-]" + setting.key()
                        : setting.flag();
        assertTrue(help.lines().anyMatch(line -> line.matches("      \\Q" + flag + "\\E(?:[ =\\[].*)?")), help);
    }

    @Test
    void shouldShowOneAlgorithmsSettingsUnlessAllAreWanted() {
        assertEquals(ExitCode.OK, hts.run("train", "--algo", "ppo", "--help"));
        String ppo = hts.out.toString();
        assertTrue(ppo.contains("      --clip-coef=X          Epsilon of the clipped surrogate. Default: 0.2.\n"), ppo);
        assertFalse(ppo.contains("--top-quantiles-to-drop"), ppo);
        assertTrue(ppo.lines().count() < help.lines().count() * 2 / 3, ppo);

        hts.out.getBuffer().setLength(0);
        assertEquals(ExitCode.OK, hts.run("train", "--algo", "ppo", "--help-all"));
        assertEquals(help, hts.out.toString());
    }

    @Test
    void shouldGroupTheSettings() {
        for (String group : CliSettings.schema().groups()) {
            assertTrue(help.contains("\n" + group + ":\n"), help);
        }
        assertEquals(
                List.of("Run", "Pipeline", "Algorithm", "Network", "Evaluation", "Output"),
                CliSettings.schema().groups());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "num-envs | Environment replicas. Default: a2c, acktr, dqn, ppo, pqn, q-learning, trpo 16; bc 1; crossq, ddpg, sac, td3, tqc 4.",
                "learning-rate | Step size of the optimizer. Default: a2c 7e-4; acktr 0.25; bc, crossq, trpo 0.001; ddpg, sac, td3, tqc 3e-4; dqn, ppo, pqn 2.5e-4; q-learning 0.1.",
                "clip-coef | PPO: Epsilon of the clipped surrogate. Default: 0.2.",
                "gae-lambda | A2C, ACKTR, PPO, TRPO: Lambda of generalized advantage estimation; 1: n-step returns. Default: a2c, acktr 1; ppo, trpo 0.95.",
                "per-beta | CROSSQ, DDPG, DQN, SAC, TD3, TQC: With a --per-alpha above 0: Exponent of the importance weights at the start; 1 at the end of the "
                        + "run. Default: 0.4.",
                "per-beta-steps | CROSSQ, DDPG, DQN, SAC, TD3, TQC: With a --per-alpha above 0: Environment steps, over all replicas, over "
                        + "which --per-beta rises to 1; 0: the whole run. Default: 0.",
                "hidden-sizes | With --network mlp or combined: Units of the hidden layers, such as 64,64. Default: a2c, acktr, ppo, q-learning, trpo 64,64; bc 32,32; crossq, ddpg, sac, td3, tqc 256,256; dqn, pqn 120,84.",
                "executors | Threads that step environments; auto: 1, one per environment under a3c or where --step-time blocks, one "
                        + "per process where other processes step them. Never changes a bit. Default: auto (1).",
                "actor-batch | Most states of one forward; auto: --num-envs. Never changes a bit. Default: a2c, "
                        + "acktr, dqn, ppo, pqn, q-learning, trpo auto (16); bc auto (1); crossq, ddpg, sac, td3, tqc auto (4).",
                "async-queue | With --schedule async: Most rollouts that wait for the learner; then executors wait; auto: 4 "
                        + "x --num-envs. Default: auto.",
                "num-steps | Another name of --sync-interval.",
                "utd | CROSSQ, DDPG, DQN, SAC, TD3, TQC: Updates per environment step, over all replicas, such as 0.25, 4 or 1/3; kept exactly. Default: "
                        + "crossq, ddpg, sac, td3, tqc 1; dqn 1/10.",
                "train-frequency | CROSSQ, DDPG, DQN, SAC, TD3, TQC: Environment steps, over all replicas, per update: --utd the other way round.",
                "eval-episodes | With an --eval-every above 0: Episodes of each evaluated policy. Never changes a bit. Default: "
                        + "10.",
            })
    void shouldTellOwnersConditionsAndRealDefaults(String key, String help) {
        assertEquals(help, SettingHelp.of(CliSettings.schema().get(key)));
    }

    /** Who has a setting starts from a number, unless it follows from others or may be missing. */
    @ParameterizedTest
    @MethodSource("settings")
    void shouldTellADefaultOfEverySettingThatHasOne(SettingSpec setting) {
        boolean ofSome = Algorithms.all().stream()
                .anyMatch(algorithm -> Presets.of(algorithm.name()).has(setting.key()));
        boolean without = setting.defaultValue().isEmpty() && setting.isOptional() && !ofSome
                || List.of(
                                "algo",
                                "env",
                                "env-option",
                                "policy-setting",
                                "annealed-over",
                                "earlier-settings",
                                "alarm",
                                "observe")
                        .contains(setting.key());

        assertEquals(!without, SettingHelp.of(setting).contains("Default: "), () -> SettingHelp.of(setting));
    }

    @Test
    void shouldShowExamples() {
        assertTrue(help.contains("hts train --algo ppo --env CartPole-v1\n"), help);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"ppo", "a2c", "acktr", "dqn", "sac", "td3", "ddpg", "tqc", "crossq", "q-learning", "pqn", "trpo"
            })
    void shouldGiveNothingThatIsNoSettingOfItsAlgorithm(String algo) {
        Algorithm algorithm = Algorithms.find(algo).orElseThrow();

        for (String key : Presets.of(algo).keys()) {
            assertTrue(RunSchema.applies(CliSettings.schema().get(key), algorithm), key);
        }
    }

    static Stream<String> named() {
        return Presets.NAMED.stream();
    }

    /** Returns the presets of Python's environments, by their files. */
    static Stream<Arguments> ofPython() throws IOException {
        Path folder = Path.of("../trainer/src/main/resources/presets");
        try (Stream<Path> files =
                Files.find(folder, 3, (file, any) -> file.getParent().endsWith("gym"))) {
            return files
                    .map(file -> arguments(
                            folder.relativize(file).getName(0).toString(),
                            "gym:" + file.getFileName().toString().replace(".yaml", "")))
                    .toList()
                    .stream();
        }
    }

    @ParameterizedTest
    @MethodSource("ofPython")
    void shouldComeWithPresetsOfEnvironmentsOfPython(String algo, String env) {
        List<Layer> presets = Presets.of(algo, env);
        Layer preset = presets.get(presets.size() - 1);

        assertEquals("presets/" + algo + "/" + env + ".yaml", preset.source());
        assertEquals(preset.has("preset") ? 2 : 1, presets.size());
        assertTrue(Presets.ofEnvironments().contains(algo + "/" + env));
        Algorithm algorithm = Algorithms.find(algo).orElseThrow();
        preset.keys()
                .forEach(
                        key -> assertTrue(RunSchema.applies(CliSettings.schema().get(key), algorithm), key));
    }

    /** The library reads presets without a YAML parser, users give them back as YAML files. */
    @ParameterizedTest
    @MethodSource("named")
    void shouldReadNamedPresetsAsYamlToo(String name) throws IOException {
        Layer yaml = Layer.ofFile(name);
        ConfigFile.read(new StringReader(Presets.text(name)), yaml, new Violations());
        Layer preset = Presets.named(name).orElseThrow();

        assertEquals(yaml.keys(), preset.keys());
        yaml.keys().forEach(key -> assertEquals(yaml.texts(key), preset.texts(key)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ppo", "a2c", "dqn"})
    void shouldComeWithPresetsOfCartPole(String algo) {
        assertEquals(
                List.of("presets/" + algo + "/CartPole-v1.yaml"),
                Presets.of(algo, "CartPole-v1").stream().map(Layer::source).toList());
    }

    @ParameterizedTest
    @CsvSource({"ppo,cleanrl-ppo-atari", "a2c,kostrikov-a2c-atari", "dqn,rainbow-replay"})
    void shouldComeWithPresetsOfTheArcadeLearningEnvironment(String algo, String named) {
        assertEquals(
                List.of("presets/named/" + named + ".yaml", "presets/" + algo + "/ALE.yaml"),
                Presets.of(algo, "ALE/Unheard-v5").stream().map(Layer::source).toList());
    }

    @Test
    void shouldHaveEveryNamedPreset() {
        Presets.NAMED.forEach(
                name -> assertFalse(Presets.named(name).orElseThrow().isEmpty(), name));
        assertTrue(Presets.named("../ppo").isEmpty());
    }

    @Test
    void shouldListEnvironments() {
        assertEquals(ExitCode.OK, hts.run("envs"));

        assertTrue(hts.out.toString().startsWith("ENVIRONMENT"), hts.out::toString);
        assertTrue(
                hts.out
                        .toString()
                        .matches(
                                "(?s).*\nPendulum-v1 +float32\\[3\\] +continuous 1 +200 +- +a2c acktr crossq ddpg ppo sac td3 tqc trpo\n.*"),
                hts.out::toString);
        assertTrue(hts.out.toString().lines().allMatch(line -> line.length() <= 120), hts.out::toString);
        String row = hts.out
                .toString()
                .lines()
                .filter(line -> line.startsWith("CartPole-v1"))
                .findFirst()
                .orElseThrow();
        assertTrue(
                hts.out
                        .toString()
                        .matches(
                                "(?s).*\nBlackjack-v1 +float32\\[45\\] +discrete 2 +- +- +a2c acktr dqn ppo pqn q-learning sac trpo\n.*"),
                hts.out::toString);
        assertTrue(
                row.matches("CartPole-v1 +float32\\[4\\] +discrete 2 +500 +475.0 +a2c acktr dqn ppo pqn sac trpo"),
                row);
    }

    @Test
    void shouldListAndShowPresets() {
        assertEquals(ExitCode.OK, hts.run("presets"));
        Presets.NAMED.forEach(name -> assertTrue(hts.out.toString().contains(name + " "), name));
        assertTrue(hts.out.toString().contains("PPO on Atari.\n"), hts.out::toString);
        for (String line : List.of(
                "What an algorithm starts from (--algo):",
                "  ppo                          PPO, whatever the environment.",
                "What it has on an environment, or a kind of them (--algo and --env):",
                "  dqn/CartPole-v1              DQN on CartPole-v1.",
                "Published settings, above the others (--preset):")) {
            assertTrue(hts.out.toString().contains(line + "\n"), hts.out::toString);
        }

        assertEquals(ExitCode.OK, hts.run("presets", "ppo/CartPole-v1"));
        assertTrue(hts.out.toString().contains("\nlearning-rate: "), hts.out::toString);

        assertEquals(ExitCode.OK, hts.run("presets", "rainbow-replay"));
        assertTrue(hts.out.toString().contains("\nper-alpha: 0.5\n"), hts.out::toString);

        assertEquals(ExitCode.MISTAKE, hts.run("presets", "rainbow-repaly"));
        assertTrue(hts.errors().contains("did you mean rainbow-replay?"), hts.err::toString);
    }

    @Test
    void shouldTellItsVersion() {
        assertEquals(ExitCode.OK, hts.run("--version"));

        assertTrue(hts.out.toString().matches("(?s)hts-rl \\d+\\.\\d+.*disruptor \\d.*"), hts.out::toString);
    }

    @Test
    void shouldShowUsageWithoutACommand() {
        assertEquals(ExitCode.MISTAKE, hts.run());
        assertTrue(hts.errors().contains("train"), hts.err::toString);
    }
}
