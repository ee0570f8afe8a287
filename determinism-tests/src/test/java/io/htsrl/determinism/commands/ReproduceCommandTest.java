package io.htsrl.determinism.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.CommandLineFixture;
import io.htsrl.cli.RecordedRuns;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.learners.Algorithms;
import io.htsrl.trainer.run.Trainer;
import io.htsrl.trainer.run.TrainingRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class ReproduceCommandTest {
    private static final TrainingRunner TRAINER = (config, attached) -> new Trainer(config, attached).run();
    private static final String REPLAY = " --learning-starts 64 --buffer-size 512 --batch-size 8";
    private static final String ALL_CHECKPOINTS = " --checkpoint-every 1 --checkpoint-keep 99";
    private static final String NO_FIELD = "so the first field that differs is not recorded";
    private static final String CORRIDOR = "--algo a2c --env gym:corridor:Corridor --python python3";

    @TempDir
    Path parent;

    private final CommandLineFixture hts = new CommandLineFixture();

    private Path train(String flags) {
        Path run = parent.resolve("run");
        String env = flags.contains("--env ") ? "" : " --env CartPole-v1";
        String network = flags.contains("q-learning") ? "" : " --hidden-sizes 8";
        String words = "train" + env + network + " --num-envs 4 --sync-interval 8 --total-timesteps 640 " + flags
                + " --quiet --out " + run;
        assertEquals(ExitCode.OK, hts.run(TRAINER, words.split(" +")), hts::errors);
        return run;
    }

    private int reproduce(Path run, String... more) {
        String[] words = new String[2 + more.length];
        words[0] = "reproduce";
        words[1] = run.toString();
        System.arraycopy(more, 0, words, 2, more.length);
        return hts.run(words);
    }

    private void assertPrints(String... parts) {
        for (String part : parts) {
            assertTrue(hts.out.toString().contains(part), hts.out + hts.errors());
        }
    }

    private static Path edit(Path run, String regex, String replacement) throws IOException {
        Path config = run.resolve("config.yaml");
        String text = Files.readString(config);
        String edited = text.replaceFirst(regex, replacement);
        assertFalse(edited.equals(text), text);
        Files.writeString(config, edited);
        return run;
    }

    private static Path zip(Path run, Path to, String prefix) throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(to));
                Stream<Path> files = Files.walk(run)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                zip.putNextEntry(new ZipEntry(prefix + run.relativize(file)));
                Files.copy(file, zip);
            }
        }
        return to;
    }

    /** Values are annealed over the timesteps that were planned in each interval: 640, then 960 from interval 20 on. */
    @ParameterizedTest
    @ValueSource(ints = {7, 20, 25})
    void shouldReproduceAForkOfAnExtendedRun(int interval) {
        Path run = train("--algo ppo --num-minibatches 2");
        Path fork = parent.resolve("fork");
        for (String words : List.of(
                "resume " + run + " --total-timesteps 960 --quiet",
                "fork " + run + " --at " + interval + " --set gamma=0.5 --quiet --out " + fork)) {
            assertEquals(ExitCode.OK, hts.run(TRAINER, words.split(" ")), hts::errors);
        }

        assertEquals(ExitCode.OK, reproduce(fork), hts::errors);
        assertPrints("equal: 30 intervals");
    }

    /**
     * Every algorithm that needs no recording, in an environment whose actions it takes, under every schedule that
     * promises bits.
     */
    static List<String> everyAlgorithm() {
        return Algorithms.names(algorithm -> !algorithm.needsRecording()).stream()
                .map(name -> "--algo " + name
                        + switch (name) {
                            case "a2c" -> " --stop-when return>=-1";
                            case "ppo", "pqn" -> " --num-minibatches 2 --norm-obs --schedule sync";
                            case "acktr" -> " --kfac-update 7 --norm-obs --schedule sync";
                            case "trpo" -> " --sub-sampling-factor 2 --norm-obs --schedule sync";
                            case "q-learning" -> " --env Blackjack-v1 --schedule serial";
                            case "crossq" -> " --env Pendulum-v1 --value-hidden-sizes 16" + REPLAY;
                            case "sac", "td3", "ddpg", "tqc" -> " --env Pendulum-v1" + REPLAY;
                            default -> " --executors 2" + REPLAY;
                        })
                .toList();
    }

    @ParameterizedTest
    @MethodSource("everyAlgorithm")
    void shouldGetTheRecordedBitsAgain(String flags) throws IOException {
        Path run = train(flags + ALL_CHECKPOINTS);
        String digest =
                RunReader.open(run).summary().orElseThrow().get("digest").asText();

        assertEquals(ExitCode.OK, reproduce(run), hts::errors);
        assertPrints("equal: 20 intervals, 640 steps, digest ", digest);
        assertFalse(hts.errors().contains("checkpoint"), hts::errors); // all are this run's, as restored banks say
    }

    @Tag("thorough")
    @Test
    void shouldReproduceARunOfNodesWithoutThem() {
        assertEquals(ExitCode.OK, reproduce(train("--algo a2c --local-nodes 1")), hts::errors);
        assertPrints("equal: 20 intervals, 640 steps, digest ");
    }

    static boolean pythonIsThere() throws InterruptedException {
        return OwnStepTimesTest.pythonIsThere();
    }

    @Test
    @EnabledIf("pythonIsThere")
    void shouldReproduceARunOfPythonOnceItIsTrusted() throws IOException {
        Path run = train(CORRIDOR);
        assertEquals(ExitCode.OK, reproduce(run), hts::errors);
        assertPrints("equal: 20 intervals, 640 steps, digest ");

        Path zip = zip(run, parent.resolve("theirs.zip"), "mine/");
        assertEquals(ExitCode.MISTAKE, reproduce(zip));
        assertTrue(hts.errors().contains("add --trust"), hts::errors);
        assertEquals(ExitCode.OK, reproduce(zip, "--trust"), hts::errors);
    }

    /** Resumed ones too: their episodes are rebuilt from seed and actions. */
    @Tag("thorough")
    @ParameterizedTest
    @ValueSource(strings = {"--algo ppo --num-minibatches 2 --env gym:CartPole-v1", "--algo sac --env gym:Pendulum-v1"})
    void shouldReproduceARunOfGymnasium(String flags) throws IOException, InterruptedException {
        String python = " --python " + PythonPackages.having("gymnasium");
        String replay = flags.contains("sac") ? REPLAY : "";
        Path run = train(flags + replay + python + " --checkpoint-every 6 --checkpoint-inexact");
        Files.delete(run.resolve("summary.json")); // as of a run that was killed
        assertEquals(ExitCode.OK, hts.run(TRAINER, ("resume --quiet " + run + python).split(" ")), hts::errors);

        assertEquals(ExitCode.OK, reproduce(run, python.strip().split(" ")), hts::errors);
        assertPrints("equal: 20 intervals, 640 steps, digest ");
    }

    @Tag("thorough")
    @ParameterizedTest
    @ValueSource(strings = {"a2c", "dqn --learning-starts 32 --buffer-size 200"})
    void shouldReproduceAGameOfAtari(String flags) {
        Path run = parent.resolve("run");
        String words = "train --env ALE/HomebrewPaddle-v0 --env-option screen-size=40 --network nature --num-envs 2"
                + " --sync-interval 8 --total-timesteps 96 --quiet --out " + run + " --algo " + flags;
        assertEquals(ExitCode.OK, hts.run(TRAINER, words.split(" +")), hts::errors);

        assertEquals(ExitCode.OK, reproduce(run), hts::errors);
        assertPrints("equal: 6 intervals, 96 steps, digest ");
    }

    @Test
    void shouldReproduceACopyAndAZip() throws IOException {
        Path run = train("--algo a2c");
        Path copy = RecordedRuns.copy(run, parent.resolve("copy"));
        assertEquals(ExitCode.OK, reproduce(copy), hts::errors);
        for (String prefix : List.of("", "their/runs/", "their\\\\")) {
            Path zip = zip(run, parent.resolve("theirs.zip"), prefix);
            assertEquals(ExitCode.OK, reproduce(zip), hts::errors);
            assertPrints("CartPole-v1, seed 1, " + zip);
        }
        assertEquals(5, hts.out.toString().split("equal: 20 intervals", -1).length, hts.out::toString);
    }

    /** The reproduction evaluates nothing, so it does not end by itself where the run did: after 17 and 19 of 20. */
    @ParameterizedTest
    @ValueSource(ints = {8, 9})
    void shouldReproduceARunThatEndedEarly(int evaluated) {
        Path run = train("--algo a2c --eval-every " + evaluated + " --stop-when eval>=-1");

        assertEquals(ExitCode.OK, reproduce(run), hts::errors);

        assertPrints("equal: " + (2 * evaluated + 1) + " intervals, ");
    }

    @Test
    void shouldEndWhereItIsTold() {
        assertEquals(ExitCode.OK, reproduce(train("--algo a2c"), "--until", "20%"), hts::errors);
        assertPrints("equal: 4 intervals, 128 steps, digest ");
    }

    @Test
    void shouldNameTheFirstIntervalThatDiffers() throws IOException {
        Path run = edit(train("--algo a2c"), "ent-coef: .*", "ent-coef: 0.25");

        assertEquals(ExitCode.DIFFERENT, reproduce(run), hts::errors);
        assertTrue(hts.errors().contains("config.yaml is not what it was"), hts::errors);
        assertPrints("different: interval 1 is the first that differs", NO_FIELD);
        assertPrints("recorded metrics that differ", "    grad_norm  ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--algo a2c | ent-coef: .* | ent-coef: 0.25 | interval 1, field policy.0.weight[0][0] (parameter)",
                "--algo a2c --env Blackjack-v1 | env-option: .* | env-option: [sab=false, natural=true] | (reward)",
                "--algo dqn --target-network-frequency 160" + REPLAY
                        + "| target-network-frequency: 160 | target-network-frequency: 128 | learner's state"
            })
    void shouldNameTheFieldFromTheCheckpointAfterIt(String flags, String setting, String other, String field)
            throws IOException {
        Path run = edit(train(flags + ALL_CHECKPOINTS), setting, other);

        assertEquals(ExitCode.DIFFERENT, reproduce(run), hts::errors);
        assertPrints("first difference: ", field);
    }

    @Test
    void shouldGoOnToTheNextCheckpointAndSayThatItIsLater() throws IOException {
        Path run = edit(train("--algo a2c --checkpoint-every 4"), "ent-coef: .*", "ent-coef: 0.25");

        assertEquals(ExitCode.DIFFERENT, reproduce(run), hts::errors);
        assertPrints("different: interval 1 is the first that differs", NO_FIELD);
        assertEquals(ExitCode.OK, reproduce(run, "--until", "5%"), hts::errors);

        run = edit(run, "checkpoint-every: 4", "checkpoint-every: 16");
        assertEquals(ExitCode.DIFFERENT, reproduce(run), hts::errors);
        assertPrints("the next checkpoint differs, perhaps in consequence: interval 11, ");
    }

    @Test
    void shouldShowTheReturnThatDiffers() throws IOException {
        Path run =
                edit(train("--algo a2c --env Blackjack-v1"), "env-option: .*", "env-option: [sab=false, natural=true]");

        assertEquals(ExitCode.DIFFERENT, reproduce(run), hts::errors);
        assertPrints("    mean_return_100 ");
    }

    @Test
    void shouldCompareWithDamagedMetricsAndADamagedCheckpoint() throws IOException {
        Path run = edit(train("--algo a2c" + ALL_CHECKPOINTS), "ent-coef: .*", "ent-coef: 0.25");
        Files.writeString(run.resolve("metrics.jsonl"), "{\"interval\": \u001b}\n");
        Files.writeString(run.resolve("checkpoints/interval-000000000002.safetensors"), "damaged");

        assertEquals(ExitCode.DIFFERENT, reproduce(run), hts::errors);
        assertPrints("different: interval 1 is the first that differs", "the next checkpoint differs");
        assertTrue(hts.errors().contains("interval-000000000002.safetensors"), hts::errors);
    }

    @Test
    void shouldWarnOfACheckpointThatIsNotOfTheDigests() throws IOException {
        Path run = train("--algo a2c" + ALL_CHECKPOINTS);
        Path there = Files.move(run, parent.resolve("there"));
        Path other = train("--algo a2c --seed 2" + ALL_CHECKPOINTS);
        String name = "checkpoints/interval-000000000003.safetensors";
        Files.copy(other.resolve(name), there.resolve(name), StandardCopyOption.REPLACE_EXISTING);

        assertEquals(ExitCode.OK, reproduce(there), hts::errors);
        assertPrints("equal: 20 intervals");
        assertTrue(
                hts.errors().contains("a checkpoint is of another run than digests.jsonl: interval 2, "), hts::errors);
    }

    @ParameterizedTest
    @ValueSource(strings = {"async", "a3c"})
    void shouldRefuseWhatPromisesNoBits(String schedule) {
        Path run = train("--algo a2c --schedule " + schedule);
        assertEquals(ExitCode.MISTAKE, reproduce(run));
        assertTrue(
                hts.errors().contains("it must promise bits, and was made with --schedule " + schedule), hts::errors);
        assertEquals(ExitCode.MISTAKE, reproduce(run, "--until", "120%"));
        assertTrue(hts.errors().contains("--until 120%: it must be a part above 0% and up to 100%"), hts::errors);
    }
}
