package io.htsrl.cli.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.htsrl.cli.CommandLineFixture;
import io.htsrl.cli.terminal.ExitCode;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of settings that are none, too large, or full of mistakes: one short message, at once. */
@Timeout(value = 1800, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // reading a pipe waits for ever
@Tag("slow")
class UnreadableConfigTest {
    private static final int MANY = 300_000;

    @TempDir
    Path folder;

    private final CommandLineFixture hts = new CommandLineFixture();

    /** The lines about single settings. */
    private List<String> refusals(String... arguments) {
        assertEquals(ExitCode.MISTAKE, hts.run(arguments));
        assertNull(hts.ran.get());
        assertFalse(hts.errors().contains("\tat "), hts::errors);
        assertTrue(hts.errors().length() < 20_000, () -> hts.errors().length() + " characters");
        return hts.mistakes();
    }

    private String only(String... arguments) {
        List<String> lines = refusals(arguments);
        assertEquals(1, lines.size(), lines::toString);
        return lines.get(0);
    }

    private String onlyOf(byte[] content) throws IOException {
        Path file = Files.write(folder.resolve("c.yaml"), content);
        return only("train", "--config", file.toString()).replace(file.toString(), "FILE");
    }

    private String onlyOf(String more) throws IOException {
        return onlyOf(("algo: ppo\nenv: CartPole-v1\n" + more + "\n").getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @CsvSource({
        "seed, a whole number",
        "learning-rate, a number",
        "num-envs, a whole number of at most 2147483647",
        "hidden-sizes, whole numbers with commas between",
        "schedule, 'one of hts, sync, serial, async'"
    })
    void shouldRefuseAValueOfManyDigitsAtOnceAndShowItsBeginning(String setting, String rule) throws IOException {
        String line = onlyOf(setting + ": " + "1".repeat(1_000_000));

        assertTrue(line.startsWith(setting + " (in FILE) 1111"), line);
        assertTrue(line.contains("1... (1000000 characters): it must be " + rule), line);
        assertTrue(line.length() < 600, line);
    }

    @Test
    void shouldRefuseManyLayers() throws IOException {
        String line = onlyOf("hidden-sizes: [" + "64, ".repeat(100_000) + "64]");

        assertTrue(line.startsWith("hidden-sizes (in FILE) [64, 64, "), line);
        assertTrue(
                line.contains("characters): it must name one layer or more, 100 at most, of 1 .. 65536 units"), line);
    }

    @Test
    void shouldTellOfTheFirstOfManyMistakesAndCountTheRest() throws IOException {
        Path file = Files.writeString(
                folder.resolve("c.yaml"),
                "algo: ppo\nenv: CartPole-v1\n"
                        + IntStream.range(0, MANY / 10)
                                .mapToObj(i -> "key" + i + ": 1\n")
                                .collect(Collectors.joining()));

        List<String> lines = refusals("train", "--config", file.toString());

        assertEquals(21, lines.size());
        assertTrue(lines.get(0).startsWith("key0 (in "), lines::toString);
        assertTrue(
                lines.get(20)
                        .contains("it must hold settings alone, and " + (MANY / 10 - 20) + " more of its lines "
                                + "are wrong"),
                lines::toString);
    }

    @Test
    void shouldRefuseAFileThatIsTooLargeForSettings() throws IOException {
        String line = onlyOf("x: 1\n".repeat(MANY));

        assertTrue(
                line.startsWith(
                        "--config FILE: it must name a readable file (it has more than 1048576 bytes); give a "),
                line);
    }

    @Test
    void shouldShowTheBeginningOfALongKey() throws IOException {
        String line = onlyOf("? " + "k".repeat(500_000) + "\n: 1");

        assertTrue(line.contains("k... (500000 characters) (in FILE): it is not a setting"), line);
    }

    @Test
    void shouldSayWhereAFileIsNoUtf8() throws IOException {
        byte[] text = "algo: ppo\nenv: Cart?Pole-v1\n".getBytes(StandardCharsets.UTF_8);
        text["algo: ppo\nenv: Cart".length()] = (byte) 0xff;

        assertEquals(
                "--config FILE: it must name a readable file (it is not UTF-8: byte 20, in line 2); give a file of "
                        + "settings in UTF-8, such as a run's config.yaml",
                onlyOf(text));
    }

    @Test
    void shouldRefuseAPipeInsteadOfWaitingForIt() throws Exception {
        Path pipe = folder.resolve("pipe");
        assumeTrue(new File("/usr/bin/mkfifo").canExecute());
        assertEquals(
                0,
                new ProcessBuilder("/usr/bin/mkfifo", pipe.toString()).start().waitFor());

        assertEquals(
                "--config " + pipe + ": it must name a readable file (it is no regular file); check the path",
                only("train", "--config", pipe.toString()));
    }

    @Test
    void shouldRefuseAFolder() {
        assertEquals(
                "--config " + folder
                        + ": it must name a readable file (it is a folder without a config.yaml); check the path",
                only("train", "--config", folder.toString()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--config=", "--config= "})
    void shouldRefuseAnEmptyName(String flag) {
        assertEquals(
                "--config: it must be a path, not empty and without a NUL in it; give one, in quotes where it "
                        + "has spaces",
                only("train", flag).replaceFirst("--config\\s*:", "--config:"));
    }

    @Test
    void shouldNameTheModuleOfASettingThatIsNotOnTheClassPath() throws IOException {
        assertEquals(
                "rom-dir (in FILE): it is not a setting; put the jars of atari-bridge, which has it, on the class path",
                onlyOf("rom-dir: roms"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"out", "run-dir"})
    void shouldRefuseAPathThatNoSystemHas(String setting) throws IOException {
        assertEquals(
                setting + " (in FILE) a\\u0000b: it must be a path, not empty and without a NUL in it; give one, in "
                        + "quotes where it has spaces",
                onlyOf(setting + ": \"a\\0b\""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "env-option: [\"rom-dir=a\\0b\"] | env-option (in FILE) rom-dir=a\\u0000b: it must be NAME=VALUE",
                "step-time: \"trace:a\\0b\" | step-time (in FILE) trace:a\\u0000b: it must",
                "trace: \"a\\0b\" | trace (in FILE) a\\u0000b: it must be none, true",
                "preset: \"a\\0b\" | preset (in FILE) a\\u0000b: it must",
            })
    void shouldRefuseWhatNoTextHolds(String line, String refusal) throws IOException {
        String told = refusals(
                        "train",
                        "--config",
                        Files.writeString(folder.resolve("c.yaml"), "algo: ppo\nenv: CartPole-v1\n" + line + "\n")
                                .toString())
                .get(0);

        assertTrue(told.replace(folder.resolve("c.yaml").toString(), "FILE").startsWith(refusal), told);
    }
}
