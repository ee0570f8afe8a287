package io.htsrl.benchmarks.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.CompilerFlags;
import io.htsrl.cli.Hts;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Runs small comparisons with a script instead of a Python interpreter. Their figures are not checked. */
@Timeout(1800)
class PeerExperimentsTest {
    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String command) {
        CommandLine line = PeerExperiments.commandLine();
        line.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        return line.execute(command.split(" "));
    }

    /** Writes a script that knows only {@code torch} and its version, and runs {@code cases} otherwise. */
    private Path script(String cases) throws IOException {
        Path script = folder.resolve("python");
        Files.writeString(script, """
                #!/bin/sh
                [ "$2" = torch ] || exit 1
                case "$*" in
                  *--version*) echo "torch 1.2.3"; exit 0 ;;
                  %s
                esac
                """.formatted(cases));
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        return script;
    }

    /** Writes a script that reports a bar as reached (0) or missed (1). */
    private Path python(int code) throws IOException {
        return script("""
                *--bar*) echo "found seconds 4.5"; echo "found steps 61440"; exit %d ;;
                *) echo "a library speaks"; echo "found steps_per_s 2000" ;;
                """.formatted(code));
    }

    @Test
    void shouldCompareEachInstalledPeerWithOurs() throws IOException {
        assertEquals(
                0,
                run("peers --algos a2c --shapes 16x128 --rounds 1 --steps 20000 --python " + python(0)),
                err::toString);

        assertTrue(out.toString().contains("PyTorch, one file: torch 1.2.3"), out::toString);
        assertTrue(out.toString().contains("RLlib: not installed"), out::toString);
        assertTrue(out.toString().contains("| a2c | 16x128 | PyTorch, one file | 2000 | 2000 | 2000 |"), out::toString);
        assertTrue(out.toString().contains("| a2c | 16x128 | hts-rl |"), out::toString);
    }

    @Test
    void shouldMeasureShapesOfThePeersThatHaveThem() throws IOException {
        String command = "peers --algos a2c --shapes 1024x16,minatar --rounds 1 --steps 20000 --python ";
        assertEquals(0, run(command + loggingScript("echo found steps_per_s 2000")), err::toString);
        assertTrue(out.toString().contains("| a2c | 1024x16 | others | not measured |"), out::toString);
        assertFalse(out.toString().contains("minatar |"), "by PPO alone");

        Path script = loggingScript("echo found steps_per_s 2000");
        Files.writeString(script, Files.readString(script).replace("= torch", "= jax"));
        assertEquals(0, run(command + script), err::toString);
        assertTrue(out.toString().contains("| a2c | 1024x16 | JAX, gymnax | 2000 | 2000 | 2000 |"), out::toString);
        assertTrue(Files.readString(folder.resolve("asked")).contains("--envs 1024 --steps 16"));
    }

    @Test
    void shouldStepReplicasBesideAnInstalledPeer() throws IOException {
        Path script = script("*) exit 1 ;;");
        assertEquals(0, run("stepping --envs 3 --rounds 1 --seconds 0.01 --python " + script), err::toString);
        assertTrue(out.toString().contains("| 3 | hts-rl, batched |"), out::toString);
        assertTrue(out.toString().contains("| 3 | EnvPool | not measured | - | - | - |"), out::toString);

        Files.writeString(script, "#!/bin/sh\necho found steps_per_s 3000 $*\necho found steps_per_s 2000\n");
        assertEquals(0, run("stepping --envs 3 --rounds 1 --seconds 0.01 --python " + script), err::toString);
        assertTrue(out.toString().contains("| 3 | EnvPool | 2000 | 2000 | 2000 |"), out::toString);
    }

    @Test
    void shouldReportReachedBarsAndMissingPeers() throws IOException {
        Path picture = folder.resolve("picture.png");
        String command = "time-to-475 --warm --algos ppo --seeds 1 --bar 15 --most-steps 20000 --picture " + picture
                + " --python ";
        assertEquals(0, run(command + python(0)), err::toString);

        assertTrue(out.toString().contains("| ppo | hts-rl | 1 of 1 |"), out::toString);
        assertTrue(
                out.toString().contains("| ppo | PyTorch, one file | 1 of 1 | 4.50 | 4.50 | 4.50 | 61440 |"),
                out::toString);
        assertTrue(out.toString().contains("| ppo | RLlib | not measured |"), out::toString);
        assertTrue(Files.exists(picture));
    }

    @Test
    void shouldCountRunsThatMissTheBar() throws IOException {
        assertEquals(
                0, run("time-to-475 --warm --algos ppo --seeds 1 --bar 600 --most-steps 4000 --python " + python(1)));

        assertTrue(out.toString().contains("| ppo | hts-rl | 0 of 1 | - | - | - | - | 1 |"), out::toString);
        assertTrue(out.toString().contains("| ppo | PyTorch, one file | 0 of 1 | - |"), out::toString);
    }

    /**
     * Writes a launcher that runs {@code commands}, then the training of {@code steps} in a JVM of its own, whose C2
     * begins as late as here. The trainings before it, for an archive of classes, end at once: this launcher makes
     * none.
     */
    private Path launcher(String commands, int steps) throws IOException {
        Path launcher = folder.resolve("hts");
        String java = Stream.of(
                        Stream.of(System.getProperty("java.home") + "/bin/java"),
                        CompilerFlags.ofThisJvm().stream(),
                        Stream.of("-cp", System.getProperty("java.class.path"), Hts.class.getName()))
                .flatMap(words -> words)
                .collect(Collectors.joining("' '", "'", "'"));
        Files.writeString(
                launcher,
                "#!/bin/sh\n%s\ncase \"$*\" in *'--total-timesteps %d'*) exec %s \"$@\" ;; esac\n"
                        .formatted(commands, steps, java));
        Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwx------"));
        return launcher;
    }

    @Tag("slow")
    @Tag("thorough")
    @Test
    void shouldCountFromTheStartOfEachProcess() throws IOException {
        Path kept = folder.resolve("done.csv");
        Path starts = folder.resolve("starts");
        String command = "time-to-475 --algos ppo --seeds 1 --bar 15 --most-steps 20000 --out " + kept + " --python "
                + loggingScript("echo found reached 1; echo found seconds 7; echo found steps 99") + " --hts "
                + launcher("echo \"$*\" >> " + starts, 20_000);
        assertEquals(0, run(command), err::toString);

        assertTrue(out.toString().contains("seconds from process start"), out::toString);
        assertTrue(out.toString().contains("| ppo | hts-rl | 1 of 1 |"), out::toString);
        assertTrue(Files.readString(folder.resolve("asked")).contains(" --since "), "the peer counts from its start");
        List<String> runs = Files.readAllLines(starts);
        assertEquals(3, runs.size(), "two trainings make the archive of classes");
        assertTrue(runs.get(2).contains("--total-timesteps 20000"), runs::toString);
        String[] ours = Files.readAllLines(kept).get(0).split(",");
        assertEquals("true", ours[1], "the bar is reached");
        assertTrue(Double.parseDouble(ours[4]) < 20000, "steps up to the bar: " + ours[4]);
    }

    @Test
    void shouldReportTheMeanOfOursThatMissesTheBar() throws IOException {
        assertEquals(
                0,
                run("time-to-475 --algos ppo --seeds 1 --bar 600 --most-steps 4000 --hts " + launcher("", 4000)),
                err::toString);

        assertTrue(
                out.toString()
                        .matches("(?s).*\\| ppo \\| hts-rl \\| 0 of 1 \\|.*\\| a mean of \\d+.* 4096 steps \\|.*"),
                out::toString);
    }

    @Test
    void shouldRefuseInvalidOptionsWithOneLine() {
        assertEquals(2, run("cores --cores 0"));
        assertTrue(err.toString().startsWith("--cores must be in 1 .. "), err::toString);
        assertEquals(2, run("peers --algos dqn"));
        assertEquals(2, run("peers --shapes 16x128,8x8"));
        assertTrue(
                err.toString().contains("--shapes must be among 16x128, 1024x16, minatar, not [16x128, 8x8]"),
                err::toString);
        assertEquals(2, run("stepping --envs 0"));
        assertEquals(2, run("time-to-475 --out " + folder));
        assertTrue(err.toString().contains("--out must name a new file"), err::toString);
    }

    /** Writes a script that appends its arguments to the file {@code asked} and runs {@code commands}. */
    private Path loggingScript(String commands) throws IOException {
        return script("*) echo \"$*\" >> %s; %s ;;".formatted(folder.resolve("asked"), commands));
    }

    @Test
    void shouldReportTheProgressOfAPeerThatIsCutOff() throws IOException {
        Path script = loggingScript(
                "echo found reached 0; echo found mean 212; echo found seconds 30; echo found steps 61440");
        assertEquals(
                0,
                run(
                        "time-to-475 --warm --algos ppo --seeds 2 --bar 15 --most-steps 20000 --seconds-per-peer 60 --python "
                                + script),
                err::toString);

        assertTrue(
                out.toString()
                        .contains("| ppo | PyTorch, one file | 0 of 2 | - | - | - | - | - |"
                                + " a mean of 212 after 30.0 s, 61440 steps |"),
                out::toString);
        String asked = Files.readString(folder.resolve("asked"));
        assertTrue(asked.contains("--most-seconds 30.0"), asked);
    }

    @Test
    void shouldContinueAnInterruptedCommand() throws IOException {
        Path kept = folder.resolve("done.csv");
        String command = "time-to-475 --warm --algos ppo --seeds 2 --bar 15 --most-steps 20000 --out " + kept
                + " --python "
                + loggingScript("echo found reached 1; echo found mean 500; echo found seconds 7; echo found steps 99");
        assertEquals(0, run(command), err::toString);
        String first = out.toString().substring(out.toString().indexOf("| algorithm"));
        assertEquals(2, Files.readAllLines(folder.resolve("asked")).size());
        List<String> lines = Files.readAllLines(kept);
        Files.writeString(
                kept,
                String.join("\n", lines.subList(0, 3)) + "\n" + lines.get(3).substring(0, 9));
        out.getBuffer().setLength(0);

        assertEquals(0, run(command), err::toString);
        assertEquals(3, Files.readAllLines(folder.resolve("asked")).size(), "the seed whose line was not whole");
        assertEquals(first, out.toString().substring(out.toString().indexOf("| algorithm")));
        assertEquals(0, run(command.replace("--bar 15", "--bar 16")), err::toString);
        assertEquals(5, Files.readAllLines(folder.resolve("asked")).size(), "another bar is another run");
    }

    @Test
    void shouldKillAProgramThatDoesNotEnd() throws Exception {
        PeerPython python = new PeerPython();
        new CommandLine(python)
                .parseArgs("--python", loggingScript("sleep 60 & wait").toString(), "--peers", folder.toString());

        assertThrows(IOException.class, () -> python.measure("x.py", List.of("torch"), Duration.ofMillis(300)));
    }

    @Test
    void shouldRefuseInvalidShares() {
        assertEquals(2, run("cores --percent 0"));
        assertEquals(2, run("cores --percent 25,101"));
        assertEquals(2, run("time-to-475 --seconds-per-peer 0"));
    }
}
