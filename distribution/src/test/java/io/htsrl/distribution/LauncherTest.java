package io.htsrl.distribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** hts.cmd, which no machine of ours can run, says what bin/hts says. */
class LauncherTest {
    private static final Path LAUNCHERS = Archive.ROOT.resolve("distribution/src/main/launcher");

    /** Flags of the JVM, the variables that users set or libraries read, and the program. */
    private static final Pattern WORDS = Pattern.compile("--[a-z][a-z-]+[ =][a-zA-Z.-]+|-XX:[-+]?[A-Za-z]+(?:=\\d+)?"
            + "|-D[a-z.]+=|\\b(?:JAVA_HOME|HTS_JAVA_OPTS|HTS_CLASS_PATH|OMP_NUM_THREADS|OPENBLAS_NUM_THREADS)\\b"
            + "|\\bio\\.htsrl\\.cli\\.Hts\\b|(?:>=|GEQ|LSS) \\d+");

    /** Words of later bashes, and of GNU's tools. */
    private static final Pattern LATER =
            Pattern.compile("\\$\\{\\w+(?:,|\\^|@)|\\b(?:declare|local) -[Ang]|mapfile|readarray"
                    + "|coproc|\\|&|&>>|-quit\\b|-printf|sed -i|stat -c|date -d|cp -a|grep -P|sort -V");

    private static Set<String> words(String launcher) throws IOException {
        String text = Files.readString(LAUNCHERS.resolve(launcher))
                .replaceAll("(?s)\nquick_start\\(\\) .*?\n}\n\nmake_archive\\(\\) .*?\n}\n", "") // Unix alone has them
                .replace("GEQ", ">=")
                .replaceAll("LSS (\\d+)", ">= $1");
        TreeSet<String> words = new TreeSet<>();
        WORDS.matcher(text).results().map(MatchResult::group).forEach(words::add);
        return words;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "which holds no bin.java", // of a JAVA_HOME that is wrong
                "error: no java found; install a JDK, 17 or newer, or set JAVA_HOME",
                "hts-rl needs 17 or newer: set JAVA_HOME"
            })
    void shouldSayTheSameUnderWindows(String message) throws IOException {
        for (String launcher : List.of("hts", "hts.cmd")) {
            String text = Files.readString(LAUNCHERS.resolve(launcher)).replace("die \"", "die \"error: ");
            assertTrue(Pattern.compile(message).matcher(text).find(), () -> launcher + " does not say: " + message);
        }
    }

    /** macOS has bash 3.2 and the tools of BSD. */
    @ParameterizedTest
    @ValueSource(strings = {"hts", "distribution/src/main/launcher/hts"})
    void shouldNeedNothingThatMacOsLacks(String script) throws IOException {
        String text = Files.readString(Archive.ROOT.resolve(script));

        assertEquals(
                List.of(), LATER.matcher(text).results().map(MatchResult::group).toList());
    }

    /** A flag, a file of settings or a run that goes on decides whether the folder nd4j is on the class path. */
    @ParameterizedTest
    @CsvSource({
        "train --algo ppo --backend nd4j, true",
        "train --backend=nd4j, true",
        "doctor --backend ND4J, true",
        "train --algo ppo, false",
        "train --backend jvm --out nd4j, false",
        "train --config FOLDER/nd4j/config.yaml, true",
        "verify --config=FOLDER/nd4j/config.yaml, true",
        "train --config FOLDER/jvm/config.yaml, false",
        "train --config nowhere, false",
        "train --config FOLDER/nd4j, true",
        "resume FOLDER/nd4j, true",
        "reproduce FOLDER/nd4j --until 10%, true",
        "resume --quiet FOLDER/nd4j, true",
        "resume FOLDER/jvm, false",
        "evaluate FOLDER/nd4j, false",
        ", false"
    })
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "needs bash")
    void shouldLoadNd4jForThoseRunsAloneThatComputeOnIt(String arguments, boolean expected, @TempDir Path folder)
            throws Exception {
        for (String backend : List.of("nd4j", "jvm")) {
            writeSettings(folder.resolve(backend), "backend: " + backend, "out: nd4j");
        }
        assertEquals(expected, isTrue("with_nd4j", folder, arguments));
    }

    /** Nodes decide whether the folder cluster is on the class path. */
    @ParameterizedTest
    @CsvSource({
        "node, true",
        "train --nodes=2, true",
        "train --local_nodes 2, true",
        "train --num-envs 2, false",
        "train --config FOLDER/nodes, true",
        "train --config=FOLDER/nodes/config.yaml, true",
        "train --config FOLDER/none, false"
    })
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "needs bash")
    void shouldLoadPekkoForThoseRunsAloneThatHaveNodes(String arguments, boolean expected, @TempDir Path folder)
            throws Exception {
        writeSettings(folder.resolve("nodes"), "local-nodes: 2");
        writeSettings(folder.resolve("none"), "local-nodes: 0");
        assertEquals(expected, isTrue("with_nodes", folder, arguments));
    }

    private static void writeSettings(Path run, String... lines) throws IOException {
        Files.write(
                Files.createDirectory(run).resolve("config.yaml"),
                List.of("env: CartPole-v1", String.join("\n", lines)));
    }

    private static boolean isTrue(String function, Path folder, String arguments) throws Exception {
        String script = "source " + LAUNCHERS.resolve("hts") + "; if " + function
                + " \"$@\"; then echo true; else echo false; fi";
        List<String> command = new ArrayList<>(List.of("bash", "-c", script, "test"));
        if (arguments != null) {
            command.addAll(
                    List.of(arguments.replace("FOLDER", folder.toString()).split(" ")));
        }

        return Boolean.parseBoolean(Processes.run(folder, Map.of(), command).strip());
    }

    /** In cmd a digit in front of {@code >} names a stream, and a parenthesis of a path ends a block. */
    @Test
    void shouldKeepCmdFromReadingTextAsSyntax() throws IOException {
        String text = Files.readString(LAUNCHERS.resolve("hts.cmd"));
        int blocks = 0;
        for (String line : text.lines().toList()) {
            assertFalse(line.matches("echo .*(\\d|%)>&2"), line);
            blocks += line.endsWith(" (") ? 1 : line.equals(")") ? -1 : 0;
            assertFalse(
                    blocks > 0 && line.matches(".*%(JAVA_HOME|HTS_PATH|HTS_HOME|HTS_JAVA|HTS_CLASS_PATH)%.*"), line);
        }
        assertEquals(0, blocks);
    }

    @Test
    void shouldSetTheSameUnderWindows() throws IOException {
        Set<String> unix = words("hts");
        unix.remove("-Dhts.rows="); // a terminal's size, which cmd does not tell
        unix.remove("-Dhts.columns=");

        assertTrue(unix.size() >= 15, () -> "too few to compare: " + unix);
        assertEquals(unix, words("hts.cmd"));
    }
}
