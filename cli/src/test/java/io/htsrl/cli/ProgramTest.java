package io.htsrl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.cli.rundir.RunDirectoryException;
import io.htsrl.cli.terminal.ErrorOutput;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.core.environment.EnvironmentProvider;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.DivergedException;
import io.htsrl.core.error.RunFailedException;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Tests the program around its commands: a wrong class path, and memory that runs out in any of them. */
class ProgramTest {
    @TempDir
    Path folder;

    private final CommandLineFixture hts = new CommandLineFixture();
    private final StringWriter err = new StringWriter();

    /** Needs more than exists. */
    @Command(name = "greedy")
    public static final class Greedy implements Runnable {
        @Override
        public void run() {
            throw new OutOfMemoryError("Java heap space");
        }
    }

    /** Ends in the exception that it is asked for. */
    @Command(name = "faulty")
    public static final class Faulty implements Runnable {
        @Parameters
        private String kind;

        @Override
        public void run() {
            switch (kind) {
                case "checkpoint" -> CheckpointFile.open(Path.of("gone.safetensors"));
                case "directory" -> throw new RunDirectoryException(Path.of("full.csv"), new IOException("disk full"));
                case "diverged" -> throw new DivergedException("a loss is NaN", 3);
                case "caused" -> throw new RunFailedException("executor-1 failed", 3, new IOException("its reason"));
                default -> throw new IllegalStateException("a fault of hts-rl");
            }
        }
    }

    /** Provides {@link Faulty}. */
    public static final class FaultyProvider implements CommandProvider {
        @Override
        public Map<String, Supplier<CommandLine>> commands() {
            return Map.of("faulty", () -> new CommandLine(new Faulty()));
        }
    }

    /** Provides a command of a name that is taken. */
    public static final class Usurper implements CommandProvider {
        @Override
        public Map<String, Supplier<CommandLine>> commands() {
            return Map.of("train", () -> new CommandLine(new Greedy()));
        }
    }

    private int with(Class<?> service, String name, IntSupplier action) throws IOException {
        Path services = Files.createDirectories(folder.resolve("META-INF/services"));
        Files.writeString(services.resolve(service.getName()), name);
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()}, before)) {
            thread.setContextClassLoader(loader);
            return action.getAsInt();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private int execute(String... arguments) {
        return Hts.execute(
                () -> Hts.commandLine((config, attached) -> CommandLineFixture.result(false)),
                new PrintWriter(err),
                arguments);
    }

    private static void assertOneMessage(String expected, String text) {
        assertTrue(text.contains(expected), text);
        assertFalse(text.contains("\tat "), text);
        assertFalse(text.contains("\nCaused by"), text);
    }

    @Test
    void shouldNameTheFileAndTheClassOfACommandThatIsNotThere() throws IOException {
        assertEquals(ExitCode.MISTAKE, with(CommandProvider.class, "demo.Gone", () -> execute("envs")));

        assertOneMessage(
                "META-INF/services/" + CommandProvider.class.getName()
                        + ": it must name classes that work, and names demo.Gone, which is not there",
                err.toString());
        assertEquals(1, err.toString().lines().count(), err::toString);
    }

    @Test
    void shouldNameTheClassOfACommandThatCannotBeAdded() throws IOException {
        assertEquals(ExitCode.MISTAKE, with(CommandProvider.class, Usurper.class.getName(), () -> execute("envs")));

        assertOneMessage("names " + Usurper.class.getName() + ", which fails: ", err.toString());
    }

    @ParameterizedTest
    @CsvSource({
        "checkpoint, 2, error: cannot read checkpoint gone.safetensors: No such file or directory",
        "directory, 1, error: cannot write full.csv: disk full; what was written before is kept",
        "diverged, 1, error: a loss is NaN; try a smaller --learning-rate"
    })
    void shouldTellOfWhatAnyCommandThrowsInOneLine(String kind, int code, String told) throws IOException {
        int ended = with(CommandProvider.class, FaultyProvider.class.getName(), () -> hts.run("faulty", kind));

        assertEquals(code, ended);
        assertTrue(hts.errors().startsWith(told), hts::errors);
        assertEquals(1, hts.errors().lines().count(), hts::errors);
    }

    @ParameterizedTest
    @CsvSource({"caused, error: executor-1 failed, its reason", "other, error: hts faulty failed: , a fault of hts-rl"})
    void shouldShowTheTraceOfWhatMayBeAFaultOfTheProgram(String kind, String told, String cause) throws IOException {
        int ended = with(CommandProvider.class, FaultyProvider.class.getName(), () -> hts.run("faulty", kind));

        assertEquals(ExitCode.FAILED, ended);
        assertTrue(hts.errors().startsWith(told), hts::errors);
        assertTrue(hts.errors().contains(cause) && hts.errors().contains("\tat "), hts::errors);
    }

    @Test
    void shouldNameTheFileAndTheClassOfAnEnvironmentThatIsNotThere() throws IOException {
        assertEquals(
                ExitCode.MISTAKE,
                with(
                        EnvironmentProvider.class,
                        "demo.Gone",
                        () -> hts.run("train", "--algo", "ppo", "--env", "CartPole-v1")));

        assertOneMessage("names demo.Gone, which is not there; fix that jar", hts.errors());
    }

    @Test
    void shouldNameEntriesOfTheClassPathThatAreNotThere() throws IOException {
        Path jar = Files.createFile(folder.resolve("there.jar"));
        String nowhere = folder.resolve("my-envs").toString();

        Hts.warnOfMissing(
                String.join(File.pathSeparator, jar.toString(), nowhere, folder + "/*", nowhere + "/*", ""),
                new PrintWriter(err));

        assertEquals(
                List.of("HTS_CLASS_PATH names " + nowhere, "HTS_CLASS_PATH names " + nowhere + "/*"),
                err.toString()
                        .lines()
                        .map(line -> line.substring("warning: ".length(), line.indexOf(", which is not there: ")))
                        .toList());
        assertTrue(err.toString().contains("looked for from " + Path.of("").toAbsolutePath()), err::toString);
    }

    /** Reads the sources, since a folder of classes may hold what a former version put there. */
    @Test
    void shouldLeaveTheLoggingOfOtherProgramsAlone() throws IOException {
        try (var modules = Files.list(Path.of(".."))) {
            assertEquals(
                    List.of(),
                    modules.map(module -> module.resolve("src/main/resources/logback.xml"))
                            .filter(Files::exists)
                            .toList());
        }
        assertTrue(Hts.class.getResource("logback.xml") != null);
    }

    @Test
    void shouldRefuseToAProgramWhatItWouldDrop() {
        ConfigurationException refused = assertThrows(
                ConfigurationException.class,
                () -> Hts.configure("--algo", "ppo", "--env", "CartPole-v1", "--eval-every", "3", "--out", "x"));

        assertEquals("""
                --out: it is for 'hts train', and would be dropped here; remove it, or train a single run
                --eval-every: it is for 'hts train', and would be dropped here; remove it, or train a single run""", refused.getMessage());
    }

    @Test
    void shouldSayNothingOfAClassPathThatIsNotGiven() {
        Hts.warnOfMissing(null, new PrintWriter(err));

        assertEquals("", err.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"evaluate", "play", "resume"})
    void shouldSayWhereAnEnvironmentOfARunIsToCome(String command) throws IOException {
        Path config = Files.write(folder.resolve("config.yaml"), List.of("algo: ppo", "env: Corridor-v0"));
        Files.createFile(folder.resolve("digests.jsonl"));

        assertEquals(ExitCode.MISTAKE, hts.run(command, folder.toString()));

        assertOneMessage(
                "error: env (in " + config + ") Corridor-v0: it must name an environment that is there; add the jar or "
                        + "folder that has it to HTS_CLASS_PATH, as when that run was made, or choose one of Acrobot-v1",
                hts.errors());
    }

    @Test
    void shouldSayHowAnEnvironmentOfOnesOwnIsFound() {
        assertEquals(ExitCode.MISTAKE, hts.run("train", "--algo", "ppo", "--env", "Corridor-v0"));

        assertOneMessage(
                "error: --env Corridor-v0: it must name an environment that is there; add the jar or folder that has it "
                        + "to HTS_CLASS_PATH, or choose one of Acrobot-v1, ",
                hts.errors());
    }

    @Test
    void shouldSayInAnyCommandThatThereIsNoMemoryLeft() {
        int code = Hts.execute(() -> new CommandLine(new Greedy()), new PrintWriter(err));

        assertEquals(ExitCode.FAILED, code);
        assertOneMessage("error: hts found no memory left (Java heap space); give the JVM more", err.toString());
    }

    @Test
    void shouldNotAskForMoreHeapWhereThreadsRanOut() {
        String told = ErrorOutput.noMemory(
                "executor-9",
                new OutOfMemoryError("unable to create native thread: possibly out of memory or process limits"));

        assertTrue(told.startsWith("executor-9 could not start another thread ("), told);
        assertFalse(told.contains("-Xmx"), told);
        assertFalse(ErrorOutput.noMemory("hts", new OutOfMemoryError()).contains("null"));
    }
}
