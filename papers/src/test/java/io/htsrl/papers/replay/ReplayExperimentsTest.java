package io.htsrl.papers.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Runs each experiment in small and checks that it prints its table and draws its chart; figures are not checked. */
class ReplayExperimentsTest {
    private static final String SHORT = " --rounds 1 --seconds 0.001";

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String command) {
        CommandLine line = ReplayExperiments.commandLine();
        line.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        return line.execute(command.split(" "));
    }

    static Stream<Arguments> experiments() {
        return Stream.of(
                Arguments.of("baselines --sizes 100,1000" + SHORT, List.of("| 100 | array", "| 1000 | K-ary tree")),
                Arguments.of("alignment --sizes 1000 --fan-outs 8" + SHORT, List.of("| 1000 | 8 | 2 |")),
                Arguments.of("fan-out --sizes 1000" + SHORT, List.of("| 1000 | 2 | 2 |", "| 1000 | 256 | 2 |")),
                Arguments.of(
                        "lazy-writing --capacity 64 --batch 4" + SHORT,
                        List.of("| binary tree, one lock | under a lock |", "| hts-rl | lazily |")),
                Arguments.of(
                        "mixed --shards 1,2 --capacity 512 --batch 4" + SHORT,
                        List.of("| 1 | binary tree, one lock |", "| 2 | hts-rl |")),
                Arguments.of(
                        "rare --batches 200",
                        List.of("| 0.0 | 0.0494 | 0.0500 | 0.052 |", "| 0.6 | 0.45", "| 0.4548 | 0.455 |")),
                Arguments.of(
                        "frames --frames 2000 --minutes 0.001",
                        List.of("| fill |", "| load |", "updates later: the same bits.")),
                Arguments.of(
                        "swapped --rounds 2 --steps 2000 --schedules hts,async -- --learning-starts 500",
                        List.of("| hts | hts-rl |", "| async | binary tree, one lock |")));
    }

    @ParameterizedTest
    @MethodSource("experiments")
    void shouldPrintATableAndDrawAChart(String command, List<String> rows) {
        Path picture = folder.resolve("picture.png");
        assertEquals(0, run(command.replaceFirst(" ", " --picture " + picture + " ")), err::toString);
        rows.forEach(row -> assertTrue(out.toString().contains(row), () -> row + " in " + out));
        assertTrue(Files.exists(picture));
    }

    @Test
    void shouldRefuseInvalidOptionsWithOneLine() {
        assertEquals(2, run("baselines --rounds 0"));
        assertTrue(err.toString().startsWith("--rounds must be at least 1, not 0"), err::toString);
        err.getBuffer().setLength(0);
        assertEquals(2, run("frames --frames 100000000"));
        assertTrue(err.toString().contains("set HTS_JAVA_OPTS=-Xmx"), err::toString);
    }
}
