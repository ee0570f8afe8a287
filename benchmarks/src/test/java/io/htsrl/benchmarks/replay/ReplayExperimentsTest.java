package io.htsrl.benchmarks.replay;

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

/** Each experiment in small: it runs, and its table and its picture are there. What they say is for a quiet machine. */
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
                Arguments.of("fan-out --sizes 1000" + SHORT, List.of("| 1000 | 2 | 2 |", "| 1000 | 256 | 2 |")));
    }

    @ParameterizedTest
    @MethodSource("experiments")
    void shouldPrintATableAndDrawAPicture(String command, List<String> rows) {
        Path picture = folder.resolve("picture.png");
        assertEquals(0, run(command + " --picture " + picture), err::toString);
        rows.forEach(row -> assertTrue(out.toString().contains(row), () -> row + " in " + out));
        assertTrue(Files.exists(picture));
    }

    @Test
    void shouldRefuseWhatIsWrongWithOneLine() {
        assertEquals(2, run("baselines --rounds 0"));
        assertTrue(err.toString().startsWith("--rounds must be at least 1, not 0"), err::toString);
    }
}
