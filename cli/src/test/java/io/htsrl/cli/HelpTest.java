package io.htsrl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class HelpTest {
    private final CommandLineFixture hts = new CommandLineFixture();

    @ParameterizedTest
    @EnumSource(Setting.class)
    void shouldExplainEverySetting(Setting setting) {
        assertEquals(ExitCode.OK, hts.run("train", "--help"));

        String flag = setting.kind() == ValueKind.SWITCH && setting != Setting.QUIET
                ? "--[no-]" + setting.key() : setting.flag();
        assertTrue(hts.out.toString().lines().anyMatch(line -> line.matches("      \\Q" + flag + "\\E(?:[ =\\[].*)?")),
                hts.out::toString);
    }

    @ParameterizedTest
    @EnumSource(Setting.Group.class)
    void shouldGroupTheSettings(Setting.Group group) {
        hts.run("train", "--help");

        assertTrue(hts.out.toString().contains("\n" + group.heading() + ":\n"), hts.out::toString);
    }

    @Test
    void shouldShowExamples() {
        hts.run("train", "--help");

        assertTrue(hts.out.toString().contains("hts train --algo ppo --env CartPole-v1\n"), hts.out::toString);
    }

    /** Such as {@code "A2C, PPO: "}; nothing where a setting belongs to every algorithm. */
    private static String owners(Setting setting) {
        List<String> algorithms = Applicability.algorithms(setting);
        return algorithms.equals(Setting.ALGO.choices()) ? ""
                : String.join(", ", algorithms).toUpperCase(Locale.ROOT) + ": ";
    }

    @ParameterizedTest
    @EnumSource(Setting.class)
    void shouldSayWhichAlgorithmsASettingBelongsTo(Setting setting) {
        Matcher prefix = Pattern.compile("^(?:(?:A2C|DQN|PPO)(?:, |: ))*").matcher(setting.description());

        assertTrue(prefix.find());
        assertEquals(owners(setting), prefix.group());
    }

    @ParameterizedTest
    @ValueSource(strings = {"ppo", "a2c", "dqn"})
    void shouldCallPresetExactlyWhatEachPresetGives(String algo) {
        Set<Setting> given = StreamSupport.stream(Presets.of(algo).settings().spliterator(), false)
                .collect(Collectors.toSet());
        Set<Setting> promised = Arrays.stream(Setting.values())
                .filter(s -> s.description().contains("(preset)"))
                .filter(s -> Applicability.applies(s, algo)).collect(Collectors.toSet());

        assertEquals(promised, given);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ppo", "a2c", "dqn"})
    void shouldComeWithPresetsOfCartPole(String algo) {
        assertEquals(List.of("presets/" + algo + "/CartPole-v1.yaml"),
                Presets.of(algo, "CartPole-v1").stream().map(Layer::source).toList());
    }

    @ParameterizedTest
    @CsvSource({"ppo,cleanrl-ppo-atari", "a2c,kostrikov-a2c-atari", "dqn,rainbow-replay"})
    void shouldComeWithPresetsOfTheArcadeLearningEnvironment(String algo, String named) {
        assertEquals(List.of("presets/named/" + named + ".yaml", "presets/" + algo + "/ALE.yaml"),
                Presets.of(algo, "ALE/Unheard-v5").stream().map(Layer::source).toList());
    }

    @Test
    void shouldHaveEveryNamedPreset() {
        Presets.NAMED.forEach(name -> assertFalse(Presets.named(name).orElseThrow().isEmpty(), name));
        assertTrue(Presets.named("../ppo").isEmpty());
    }

    @Test
    void shouldListEnvironments() {
        assertEquals(ExitCode.OK, hts.run("envs"));

        String row = hts.out.toString().lines().filter(line -> line.startsWith("CartPole-v1"))
                .findFirst().orElseThrow();
        assertTrue(row.matches("CartPole-v1 +float32\\[4\\] +discrete, 2 +500 +475.0"), row);
    }

    @Test
    void shouldListAndShowPresets() {
        assertEquals(ExitCode.OK, hts.run("presets"));
        Presets.NAMED.forEach(name -> assertTrue(hts.out.toString().contains(name + " "), name));
        assertTrue(hts.out.toString().contains("PPO on Atari.\n"), hts.out::toString);

        assertEquals(ExitCode.OK, hts.run("presets", "rainbow-replay"));
        assertTrue(hts.out.toString().contains("\nper-alpha: 0.5\n"), hts.out::toString);

        assertEquals(ExitCode.MISTAKE, hts.run("presets", "rainbow-repaly"));
        assertTrue(hts.err.toString().contains("did you mean rainbow-replay?"), hts.err::toString);
    }

    @Test
    void shouldTellItsVersion() {
        assertEquals(ExitCode.OK, hts.run("--version"));

        assertTrue(hts.out.toString().matches("(?s)hts-rl \\d+\\.\\d+.*ND4J \\d.*Disruptor \\d.*"), hts.out::toString);
    }

    @Test
    void shouldShowUsageWithoutACommand() {
        assertEquals(ExitCode.MISTAKE, hts.run());
        assertTrue(hts.err.toString().contains("train"), hts.err::toString);
    }
}
