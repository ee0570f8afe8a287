package io.htsrl.papers.reactors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.schedule.WaitMode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Runs each experiment in small and checks that it prints its table and draws its chart; figures are not checked. */
@Timeout(1800)
class ReactorExperimentsTest {
    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String command) {
        CommandLine line = ReactorExperiments.commandLine();
        line.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        return line.execute(command.split(" "));
    }

    static Stream<Arguments> experiments() {
        return Stream.of(
                Arguments.of(
                        "broadcast-gather --actors 1,3 --kilobytes 1,20 --most-rounds 5",
                        List.of("| 1 | 1 |", "| 20 | 3 |", "| not measured | not measured |")),
                Arguments.of(
                        "observations --actors 3 --envs Blackjack-v1,Pendulum-v1 --rounds 1 --seconds 0.01",
                        List.of("| Blackjack-v1 |", "| Pendulum-v1 |", "| not measured | not measured | - |")),
                Arguments.of(
                        "agents --agents 4,5 --hidden-size 8 --rounds 1 --seconds 0.01",
                        List.of("| 4 |", "| 5 |", "| not measured | not measured | - |")),
                Arguments.of(
                        "q-learning --actors 5 --batches 50 --bar -0.3 --seeds 1 --learning-rate 0.05",
                        List.of("| 50 | 20000 |", "| not measured | not measured | not measured |")));
    }

    @ParameterizedTest
    @MethodSource("experiments")
    void shouldPrintATableAndDrawAChart(String command, List<String> rows) {
        Path picture = folder.resolve("picture.png");
        assertEquals(0, run(command.replaceFirst(" ", " --picture " + picture + " ")), err::toString);
        rows.forEach(row -> assertTrue(out.toString().contains(row), () -> row + " in " + out));
        assertTrue(Files.exists(picture));
    }

    /** Writes a script of these commands, to be run instead of Python. */
    private Path python(String commands) throws IOException {
        Path script = folder.resolve("python");
        Files.writeString(script, "#!/bin/sh\n" + commands + "\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        return script;
    }

    @Test
    void shouldCompareRaysFiguresWithOurs() throws IOException {
        Path python = python("echo 'Started a local Ray instance.\nfound ms 20.5'");
        assertEquals(0, run("broadcast-gather --actors 1 --kilobytes 1 --most-rounds 3 --python " + python));
        assertTrue(out.toString().contains("| 20.5 |"), out::toString);
    }

    @Test
    void shouldFailIfRayFails() throws IOException {
        Path python = python("echo 'found ms 20.5'\necho 'Traceback:\nImportError: no ray\n' >&2\nexit 3");
        assertEquals(1, run("broadcast-gather --actors 1 --kilobytes 1 --most-rounds 3 --python " + python));
        String message = "ray_reactors.py failed: ImportError: no ray; to see more, run " + python;
        assertTrue(err.toString().contains(message), err::toString);
    }

    @Test
    void shouldRefuseInvalidOptionsWithOneLine() {
        assertEquals(2, run("q-learning --batches 501"));
        assertTrue(err.toString().startsWith("--batches must be multiples of --actors (10), not [501]"), err::toString);
    }

    /** The sum is that of the rounds 0 .. 2n - 1 and of the actors' numbers. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldGatherAllAnswers(boolean copied) throws InterruptedException {
        int actors = 3;
        int rounds = 20;
        Exchange exchange = new Exchange(actors, 5, rounds, copied, WaitMode.BLOCKING);

        assertTrue(exchange.seconds() > 0);
        int all = 2 * rounds;
        assertEquals(actors * (all * (all - 1) / 2) + all * (0 + 1 + 2), exchange.sum());
    }

    private static float[] table(int from) {
        float[] table = new float[32 * 11 * 2 * 2];
        for (int row = 0; row < table.length / 2; row++) {
            table[2 * row + (row / 22 >= from ? 0 : 1)] = 1;
        }
        return table;
    }

    /** Compares with the values by Gymnasium's rules (blackjack_golden.py). */
    @Test
    void shouldComputeTheValueOfAPolicy() {
        BlackjackValue values = new BlackjackValue();

        assertEquals(-0.3501111460883385, values.of(table(20)), 1e-12);
        assertEquals(-1, values.of(table(99)), 1e-12, "a policy that never sticks busts");
        assertTrue(values.of(table(17)) < BlackjackValue.BEST);
    }
}
