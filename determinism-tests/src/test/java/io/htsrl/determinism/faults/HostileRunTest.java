package io.htsrl.determinism.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.checkpoints.Disk;
import io.htsrl.cli.CommandLineFixture;
import io.htsrl.cli.RecordedRuns;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.Environments;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.settings.Layer;
import io.htsrl.trainer.Agent;
import io.htsrl.trainer.Training;
import io.htsrl.trainer.Trust;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.model.ModelFile;
import io.htsrl.trainer.settings.RunResolver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Run directories and files of somebody else name an interpreter that leaves a mark wherever it is started. */
@Tag("slow")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the interpreter is a shell script")
class HostileRunTest {
    @TempDir
    Path parent;

    private final CommandLineFixture hts = new CommandLineFixture();
    private RecordedRuns runs;
    private Path script;
    private Path mark;

    @BeforeEach
    void writeInterpreter() throws IOException {
        runs = new RecordedRuns(parent);
        mark = parent.resolve("mark");
        script = Files.writeString(parent.resolve("python"), "#!/bin/sh\ntouch '" + mark + "'\n");
        assertTrue(script.toFile().setExecutable(true));
    }

    private String settings() {
        return "env: gym:os:system\nenv-option: [command=true]\npython: " + script + "\n";
    }

    private void makeHostile(Path run) throws IOException {
        Path config = run.resolve("config.yaml");
        String text = Files.readString(config).replaceAll("(?m)^(env|env-option): .*\n", "");
        Files.writeString(config, text + settings());
    }

    private Path hostile(String name) throws IOException {
        runs.recordStopped(name, 3, "--checkpoint-every 1");
        makeHostile(runs.folder(name));
        return runs.folder(name);
    }

    private int hts(String words, Path run) {
        return hts.run(
                RecordedRuns.TRAINER,
                Stream.of(words.split(" "))
                        .map(word -> word.replace("RUN", run.toString()).replace("NEW", parent + "/new"))
                        .toArray(String[]::new));
    }

    private void assertRefused(int code, String... parts) {
        String err = hts.errors();
        assertEquals(ExitCode.MISTAKE, code, err);
        for (String part : parts) {
            assertTrue(err.contains(part), err);
        }
        assertEquals(err.indexOf(parts[0]), err.lastIndexOf(parts[0]), err);
        assertFalse(err.contains("\tat "), err);
        assertFalse(Files.exists(mark));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evaluate RUN",
                "play RUN",
                "resume RUN",
                "resume RUN --total-timesteps 1000",
                "tensorboard RUN --gif",
                "train --config RUN --out NEW",
                "train --config RUN/config.yaml --out NEW",
                "sweep --config RUN --seeds 1,2 --out NEW",
                "verify --config RUN --quick",
                "tune --config RUN",
                "doctor --config RUN",
                "graph --config RUN"
            })
    void shouldRunNothingThatARunNamesAndShowIt(String words) throws IOException {
        Path run = hostile("run");
        assertRefused(
                hts(words, run),
                "must not run code that is not hts-rl's own unless you trust it, and would run the program " + script
                        + "; and Python's os:system with {\"command\":\"true\"}; add --trust if");
    }

    /** The network that fits the observations is chosen by asking the environment, which the run names too. */
    @ParameterizedTest
    @ValueSource(strings = {"evaluate RUN", "resume RUN", "train --config RUN --out NEW"})
    void shouldMakeNoEnvironmentToChooseANetwork(String words) throws IOException {
        Path run = hostile("run");
        Path config = run.resolve("config.yaml");
        Files.writeString(config, Files.readString(config).replaceAll("(?m)^network: .*\n", ""));
        assertRefused(hts(words, run), "would run the program " + script);
    }

    /** That the mark tells of it: where the user trusts the run, its interpreter is started. */
    @ParameterizedTest
    @ValueSource(strings = {"evaluate RUN --trust", "resume RUN --trust", "train --config RUN --trust --out NEW"})
    void shouldRunWhatIsTrusted(String words) throws IOException {
        assertEquals(ExitCode.MISTAKE, hts(words, hostile("run")));
        assertTrue(Files.exists(mark), hts.err::toString);
    }

    @Test
    void shouldNotRunTheCommandLineOfAnotherUsersSweep() throws IOException {
        Path sweep = Files.createDirectory(parent.resolve("sweep"));
        Files.writeString(
                sweep.resolve("journal.jsonl"),
                "{\"arguments\":[\"--env\",\"gym:os:system\",\"--env-option\",\"command=true\",\"--algo\",\"a2c\","
                        + "\"--seeds\",\"1\",\"--trust\",\"--python\",\"" + script + "\"]}\n");
        assertRefused(
                hts("sweep --out RUN", sweep), "would run 'hts sweep --env gym:os:system --env-option command=true");
        assertEquals(ExitCode.MISTAKE, hts("sweep --out RUN --trust", sweep));
        assertTrue(Files.exists(mark), hts.err::toString);
    }

    @Test
    void shouldTakeTheSameFlagForTrust() throws IOException {
        Path run = hostile("run");
        assertRefused(hts("train --out NEW --config RUN --env CartPole-v1", run), "option python"); // CartPole has none
        assertRefused(hts("train --out NEW --env gym:Taxi-v4 --config RUN", run), "run the program " + script + ";");
        assertRefused(
                hts("evaluate RUN --python /no/such/python", run), "would run Python's os:system with {\"command\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"graph RUN", "export RUN --onnx NEW", "plot RUN --out NEW.png", "diff RUN RUN", "tensorboard RUN"
            })
    void shouldMakeNoEnvironmentForWhatNeedsNone(String words) throws IOException {
        Path run = hostile("run");
        int code = hts(words, run);
        assertFalse(Files.exists(mark));
        if (words.startsWith("export")) { // its network is that of another environment
            assertRefused(code, "must be CartPole-v1, as in");
        } else {
            assertEquals(ExitCode.OK, code, hts.err::toString);
        }
    }

    @Test
    void shouldEscapeWhatItShows() throws IOException {
        Path run = hostile("run");
        Files.writeString(run.resolve("config.yaml"), "\"env\": \"gym:a\\u202e:b\"\nalgo: a2c\n");
        assertRefused(hts("evaluate RUN", run), "run Python's a\\u202e:b;");
    }

    @Test
    void shouldRefuseLinesThatNoRunRecords() throws IOException {
        runs.recordStopped("run", 3, "--checkpoint-every 1");
        Path config = runs.folder("run").resolve("config.yaml");
        Files.writeString(config, Files.readString(config) + "trace: " + mark + "\n");
        assertRefused(hts("resume RUN", runs.folder("run")), "must not be in the settings of a recorded run");
    }

    @Test
    void shouldRefuseSuchLinesAlsoInASettingsFileThatIsARuns() throws IOException {
        Path run = hostile("run");
        Files.writeString(run.resolve("config.yaml"), "algo: a2c\nenv: CartPole-v1\ntrace: " + mark + "\n");
        assertRefused(hts("train --out NEW --config RUN", run), "must not be in the settings of a recorded run");
    }

    @Test
    void shouldNotGiveARunsOptionsToTheEnvironmentOfTheUser() throws IOException {
        assertRefused(
                hts("train --out NEW --env gym:os:system --python /no/such/python --config RUN", hostile("run")),
                "would run Python's os:system with {\"command\"");
    }

    /** A class of the test's own stands for one on HTS_CLASS_PATH. */
    @Test
    void shouldMakeTheEnvironmentOfARunThatTheUserMadeHimself() throws IOException {
        String words = "train --algo a2c --env Forgetful-v0 --num-envs 4 --num-steps 8 --total-timesteps 160";
        Path run = runs.run("own", RecordedRuns.TRAINER, words).folder();
        assertEquals(ExitCode.OK, hts("evaluate RUN --episodes 1", run), hts.err::toString);

        Files.delete(run.resolve("origin"));
        assertRefused(
                hts("evaluate RUN --episodes 1", run),
                "would run the Java class io.htsrl.determinism.ForgetfulEnvironments, with the options {}");
        assertEquals(ExitCode.OK, hts("evaluate RUN --episodes 1 --trust", run), hts.err::toString);
    }

    @Test
    void shouldTellAnotherCommandInARunThatTheUserMadeHimself() throws IOException {
        String words = "train --algo a2c --env Forgetful-v0 --num-envs 4 --num-steps 8 --total-timesteps 160";
        Path run = runs.run("own", RecordedRuns.TRAINER, words).folder();
        makeHostile(run);
        assertRefused(hts("evaluate RUN", run), "run the program " + script + "; and Python's os:system");
    }

    @Test
    void shouldKeepAnAgentsFileFromRunningWhatItNames() {
        EnvironmentSpec spec = Environments.ask("CartPole-v1", Map.of(), made -> made.spec());
        Layer settings = Layer.ofFile("test")
                .add("algo", "a2c")
                .add("env", "gym:os:system")
                .add("env-option", "command=true")
                .add("env-option", "python=" + script);
        RunConfig config = RunResolver.recorded(settings);
        float[] parameters = new float[config.policy(spec).parameterCount()];
        Path file = parent.resolve("agent.safetensors");
        ModelFile.write(Disk.REAL, file, config, spec, new ModelFile.Model(1, parameters), 160);

        Agent agent = Agent.load(file);
        assertEquals(1, agent.act(0, 0, 0, 0).length);
        ConfigurationException e = assertThrows(ConfigurationException.class, () -> agent.evaluate(1));
        assertTrue(
                e.getMessage().contains("and would run the program " + script + "; and Python's os:system"),
                e::toString);
        assertFalse(Files.exists(mark));

        Agent trusted = Agent.load(file, Trust.RECORDED);
        assertThrows(RuntimeException.class, () -> trusted.evaluate(1));
        assertTrue(Files.exists(mark), "the test is one");
    }

    @Test
    void shouldKeepACheckpointFromRunningWhatItNames() throws Exception {
        Path checkpoints = parent.resolve("checkpoints");
        Training.of("a2c", "Forgetful-v0")
                .timesteps(1000)
                .checkpoints(checkpoints, 1)
                .run();
        ConfigurationException e = assertThrows(
                ConfigurationException.class,
                () -> Training.resume(checkpoints).timesteps(2000).run());
        assertTrue(e.getMessage().contains("would run the Java class io.htsrl.determinism.Forgetful"), e::toString);
        Training.resume(checkpoints, Trust.RECORDED).timesteps(2000).run();
    }
}
