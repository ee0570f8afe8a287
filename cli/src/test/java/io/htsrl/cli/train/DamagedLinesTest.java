package io.htsrl.cli.train;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.CommandLineFixture;
import io.htsrl.cli.RecordedRuns;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.trainer.run.Trainer;
import io.htsrl.trainer.run.TrainingRunner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code hts resume} refuses, by name, a file with any damaged line before the checkpoint, and touches nothing. */
@Tag("slow")
class DamagedLinesTest {
    private static final TrainingRunner TRAINER = (config, attached) -> new Trainer(config, attached).run();
    private static final List<String> FILES =
            List.of("digests.jsonl", "episodes.csv", "metrics.jsonl", "evaluations.csv");

    /** What can happen to the lines of a file without an end of its JSON, or of its CSV. */
    private enum Damage {
        /** One bit of the first line: a digit becomes another, for example. */
        FLIPPED(lines -> replaced(lines, 1, flipped(lines.get(1)))),
        /** Two lines change places. */
        SWAPPED(lines -> replaced(replaced(lines, 1, lines.get(2)), 2, lines.get(1))),
        /** A line comes twice. */
        DOUBLED(lines -> {
            List<String> doubled = new ArrayList<>(lines);
            doubled.add(2, lines.get(1));
            return doubled;
        }),
        /** A line is lost. */
        DROPPED(lines -> {
            List<String> dropped = new ArrayList<>(lines);
            dropped.remove(1);
            return dropped;
        }),
        /** A line's bytes are zero, as some file systems leave them after a power cut. */
        ZEROED(lines -> replaced(lines, 1, "\0".repeat(lines.get(1).length())));

        private final UnaryOperator<List<String>> change;

        Damage(UnaryOperator<List<String>> change) {
            this.change = change;
        }

        private static List<String> replaced(List<String> lines, int index, String line) {
            List<String> replaced = new ArrayList<>(lines);
            replaced.set(index, line);
            return replaced;
        }

        private static String flipped(String line) {
            int at = line.length() - 4;
            return line.substring(0, at) + (char) (line.charAt(at) ^ 1) + line.substring(at + 1);
        }
    }

    @TempDir
    Path parent;

    private final CommandLineFixture hts = new CommandLineFixture();
    private Path run;

    @BeforeEach
    void trainAndStop() {
        run = parent.resolve("run");
        int code = hts.run(
                RecordedRuns.stoppingAt(13),
                "train",
                "--algo",
                "ppo",
                "--env",
                "CartPole-v1",
                "--num-envs",
                "8",
                "--sync-interval",
                "16",
                "--total-timesteps",
                "2560",
                "--hidden-sizes",
                "8",
                "--checkpoint-every",
                "2",
                "--eval-every",
                "3",
                "--eval-episodes",
                "3",
                "--log-interval",
                "1",
                "--run-dir",
                run.toString(),
                "--quiet");
        assertEquals(ExitCode.OK, code, hts.err::toString);
    }

    private int resume() {
        return hts.run(TRAINER, "resume", run.toString(), "--quiet");
    }

    private Map<String, byte[]> files() throws IOException {
        try (Stream<Path> all = Files.list(run)) {
            return all.filter(Files::isRegularFile)
                    .collect(Collectors.toMap(
                            file -> file.getFileName().toString(), DamagedLinesTest::bytes, (a, b) -> a, TreeMap::new));
        }
    }

    private static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void damage(String name, Damage damage) throws IOException {
        Path file = run.resolve(name);
        String text = Files.readString(file, StandardCharsets.ISO_8859_1);
        String damaged = String.join("\n", damage.change.apply(List.of(text.split("\n")))) + "\n";
        assertFalse(damaged.equals(text));
        Files.writeString(file, damaged, StandardCharsets.ISO_8859_1);
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseAFileWhoseLinesAreNotWhatTheyWere(Damage damage) throws IOException {
        for (String name : FILES) {
            byte[] good = bytes(run.resolve(name));
            damage(name, damage);
            Map<String, byte[]> before = files();
            hts.err.getBuffer().setLength(0);

            assertEquals(ExitCode.MISTAKE, resume(), () -> damage + " in " + name + ": " + hts.err);

            String err = hts.err.toString();
            assertTrue(err.contains(run.resolve(name).toString()), err);
            assertTrue(err.contains("checkpoint interval-0000000000"), err);
            assertTrue(err.contains("hts train --config " + run.resolve("config.yaml")), err);
            assertFalse(err.contains("\tat "), err);
            Map<String, byte[]> after = files();
            assertEquals(before.keySet(), after.keySet());
            before.forEach((file, content) -> assertArrayEquals(content, after.get(file), file + " was touched"));
            Files.write(run.resolve(name), good);
        }
        assertEquals(ExitCode.OK, resume(), hts.err::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {"digests.jsonl", "episodes.csv", "metrics.jsonl", "evaluations.csv"})
    void shouldRefuseAMissingFileAndOneThatIsCutOff(String name) throws IOException {
        byte[] good = bytes(run.resolve(name));
        for (int length : new int[] {-1, 0, good.length / 3}) {
            Files.delete(run.resolve(name));
            if (length >= 0) {
                Files.write(run.resolve(name), Arrays.copyOf(good, length));
            }
            hts.err.getBuffer().setLength(0);

            assertEquals(ExitCode.MISTAKE, resume(), hts.err::toString);

            assertTrue(hts.errors().contains(run.resolve(name).toString()), hts.err::toString);
            assertEquals(length >= 0, Files.exists(run.resolve(name)));
            Files.write(run.resolve(name), good);
        }
    }

    /** What lies behind the checkpoint is dropped, whatever it is. */
    @Test
    void shouldNotMindWhatLiesBehindTheCheckpoint() throws IOException {
        for (String name : FILES) {
            Files.writeString(run.resolve(name), "torn\0", StandardOpenOption.APPEND);
        }
        assertEquals(ExitCode.OK, resume(), hts.err::toString);
    }
}
