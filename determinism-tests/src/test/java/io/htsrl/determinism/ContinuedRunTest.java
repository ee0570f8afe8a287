package io.htsrl.determinism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.htsrl.cli.CommandLineFixture;
import io.htsrl.cli.RecordedRuns;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.rundir.RunReader.RunState;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.core.state.Stateful;
import io.htsrl.trainer.config.CheckpointPlan;
import io.htsrl.trainer.run.TrainingRunner;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code hts resume --total-timesteps} extends runs of ten intervals of 32 steps by ten more. */
@Tag("slow")
class ContinuedRunTest {
    private static final String DQN = "dqn --learning-starts 64 --train-frequency 16 --batch-size 8 --buffer-size 256 "
            + "--target-network-frequency 32 ";
    private static final String PPO = "ppo --anneal-lr --num-minibatches 2";

    @TempDir
    Path parent;

    private final CommandLineFixture hts = new CommandLineFixture();

    private Path folder(String name) {
        return parent.resolve(name);
    }

    private void train(String name, String algo, int timesteps, String more) {
        train(name, RecordedRuns.TRAINER, algo, timesteps, more);
    }

    private void train(String name, TrainingRunner runner, String algo, int timesteps, String more) {
        String words = "train --algo " + algo + " --env CartPole-v1 --num-envs 4 --sync-interval 8 --hidden-sizes 8 "
                + "--quiet --total-timesteps " + timesteps + " " + more;
        assertEquals(
                ExitCode.OK,
                hts.run(
                        runner,
                        Stream.concat(
                                        Stream.of(words.strip().split(" +")),
                                        Stream.of("--run-dir", folder(name).toString()))
                                .toArray(String[]::new)),
                hts.err::toString);
    }

    private int resume(String name, String more) {
        return resume(RecordedRuns.TRAINER, name, more);
    }

    private int resume(TrainingRunner runner, String name, String more) {
        return hts.run(runner, ("resume " + folder(name) + " " + more).strip().split(" +"));
    }

    private void assertSameRun(String a, String b) throws IOException {
        for (String file : List.of("digests.jsonl", "episodes.csv")) {
            assertEquals(
                    Files.readString(folder(a).resolve(file)),
                    Files.readString(folder(b).resolve(file)),
                    file);
        }
        for (String key : List.of("digest", "parameter_digest", "episodes", "timesteps")) {
            assertEquals(
                    RunReader.open(folder(a)).summary().orElseThrow().get(key),
                    RunReader.open(folder(b)).summary().orElseThrow().get(key),
                    key);
        }
        assertEquals(
                ExitCode.OK, hts.run("diff", folder(a).toString(), folder(b).toString()), hts.out::toString);
    }

    /** Leaves out the time that they took, in the third column. */
    private List<String> evaluations(String run) throws IOException {
        return Files.readAllLines(folder(run).resolve("evaluations.csv")).stream()
                .map(line -> line.replaceFirst("^([^,]*,[^,]*),[^,]*", "$1"))
                .toList();
    }

    private void assertRefused(int code, String... words) {
        assertEquals(ExitCode.MISTAKE, code);
        for (String word : words) {
            assertTrue(hts.errors().contains(word), hts::errors);
        }
        assertFalse(hts.err.toString().contains("\tat "), "a user's mistake needs no stack trace");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a2c --no-anneal-lr --schedule sync",
                "ppo --no-anneal-lr --num-minibatches 2",
                DQN + "--no-anneal-lr --start-e 0.2 --end-e 0.2 --per-beta 0.4 --per-beta-steps 500",
                DQN + "--no-anneal-lr --start-e 0.2 --end-e 0.2 --per-alpha 0 --schedule sync"
            })
    void shouldEndAsARunThatHadMoreFromTheStart(String algo) throws IOException {
        train("long", algo, 640, "--checkpoint-every 3 --eval-every 4 --eval-episodes 1");
        train("short", algo, 320, "--checkpoint-every 3 --eval-every 4 --eval-episodes 1");
        assertEquals(ExitCode.OK, resume("short", "--total-timesteps 640"), hts.err::toString);

        assertSameRun("long", "short");
        assertEquals(
                Files.readString(folder("long").resolve("config.yaml")),
                Files.readString(folder("short").resolve("config.yaml")));
        assertEquals(evaluations("long"), evaluations("short"));
        assertFalse(hts.out.toString().contains("annealed"), hts.out::toString);
        assertTrue(hts.out.toString().contains("10 of 20 intervals are done"), "none is made twice");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a2c --anneal-lr",
                "a2c --anneal-lr --schedule sync",
                "ppo --num-minibatches 2 --learning-rate cosine:1e-2:1e-3 --clip-coef linear:0.3:0 --ent-coef linear:0:1",
                PPO,
                DQN + "--anneal-lr --start-e 1 --end-e 0.1 --exploration-fraction 0.9 --per-beta 0.4"
            })
    void shouldAnnealOverTheNewTotalFromWhereItIs(String algo) throws IOException {
        train("short", algo, 320, "--checkpoint-every 4");
        String before = Files.readString(folder("short").resolve("digests.jsonl"));
        assertEquals(ExitCode.OK, resume("short", "--total-timesteps 640"), hts.err::toString);

        assertTrue(
                hts.out
                        .toString()
                        .contains("annealed over 640 steps from here on, and over 320 until here: " + "learning rate"
                                + (algo.contains("cosine") ? ", ent coef, clip coef" : "")
                                + (algo.startsWith("dqn") ? ", beta of the importance weights, epsilon" : "")),
                hts.out::toString);
        String after = Files.readString(folder("short").resolve("digests.jsonl"));
        assertEquals(before.lines().limit(10).toList(), after.lines().limit(10).toList());
        JsonNode part =
                RunReader.open(folder("short")).manifest().get("resumed").get(0).get("total_timesteps");
        assertEquals(320, part.get("before").asLong());
        assertEquals(640, part.get("now").asLong());
        assertEquals(
                "learning rate",
                part.get("annealed_over_the_new_total_from_here").get(0).asText());

        train("long", algo, 640, "");
        assertNotEquals(Files.readString(folder("long").resolve("digests.jsonl")), after);
        assertEquals(
                ExitCode.NOT_COMPARABLE,
                hts.run("diff", folder("long").toString(), folder("short").toString()),
                hts.out::toString);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a2c --anneal-lr",
                "a2c --anneal-lr --schedule sync",
                DQN + "--anneal-lr --start-e 1 --end-e 0.1 --exploration-fraction 0.9 --per-beta 0.4"
            })
    void shouldBeMadeAgainInOneGoByItsConfiguration(String algo) throws IOException {
        train("short", algo, 320, "--checkpoint-every 4");
        resume("short", "--total-timesteps 480 --quiet");
        assertEquals(ExitCode.OK, resume("short", "--total-timesteps 640 --quiet"), hts.err::toString);
        assertTrue(Files.readString(folder("short").resolve("config.yaml")).contains("annealed-over: 320@10,480@15\n"));

        assertEquals(
                ExitCode.OK,
                hts.run(
                        RecordedRuns.TRAINER,
                        "train",
                        "--config",
                        folder("short").resolve("config.yaml").toString(),
                        "--run-dir",
                        folder("again").toString(),
                        "--quiet"),
                hts.err::toString);
        assertSameRun("again", "short");
        assertEquals(
                Files.readString(folder("again").resolve("config.yaml")),
                Files.readString(folder("short").resolve("config.yaml")));
    }

    @Test
    void shouldGiveMoreToARunThatHasNotEnded() throws IOException {
        train("stopped", RecordedRuns.stoppingAt(4), "a2c --no-anneal-lr", 320, "--checkpoint-every 3");
        train("long", "a2c --no-anneal-lr", 640, "--checkpoint-every 3");
        assertEquals(ExitCode.OK, resume("stopped", "--total-timesteps 640"), hts.err::toString);
        assertSameRun("long", "stopped");
    }

    @Test
    void shouldHaveACheckpointOfItsEndHoweverFewAreTaken() throws IOException {
        train("short", "a2c --no-anneal-lr", 320, "--checkpoint-every 1000");
        train("long", "a2c --no-anneal-lr", 640, "");
        assertEquals(ExitCode.OK, resume("short", "--total-timesteps 640"), hts.err::toString);
        assertSameRun("long", "short");
    }

    @Test
    void shouldGoOnWithMoreFromAnOlderCheckpoint() throws IOException {
        train("short", "a2c --anneal-lr", 320, "--checkpoint-every 4");
        resume("short", "--total-timesteps 640 --quiet");
        assertEquals(ExitCode.OK, resume("short", "--checkpoint 16 --total-timesteps 960 --quiet"), hts.err::toString);

        assertTrue(Files.readString(folder("short").resolve("config.yaml")).contains("annealed-over: 320@10,640@16\n"));
        hts.run(
                RecordedRuns.TRAINER,
                "train",
                "--config",
                folder("short").resolve("config.yaml").toString(),
                "--run-dir",
                folder("again").toString(),
                "--quiet");
        assertSameRun("again", "short");
    }

    /** The kill comes before anything is changed, or when the files are cut. */
    @ParameterizedTest
    @CsvSource({
        "a2c --no-anneal-lr, false",
        "a2c --no-anneal-lr, true",
        "a2c --anneal-lr, false",
        "a2c --anneal-lr, true"
    })
    void shouldSurviveAKillAtAnyStep(String algo, boolean cut) throws IOException {
        train("whole", algo, 320, "--checkpoint-every 4");
        String name = "killed";
        assertNotEquals(ExitCode.OK, resume(leaving(name, cut), "whole", "--total-timesteps 640 --quiet"));
        assertEquals(
                cut ? RunState.UNFINISHED : RunState.FINISHED,
                RunReader.open(folder(name)).state());
        assertEquals(ExitCode.OK, resume(name, cut ? "--quiet" : "--total-timesteps 640 --quiet"), hts.err::toString);
        train("straight", algo, 640, "--config " + folder(name).resolve("config.yaml"));
        assertSameRun("straight", name);
    }

    /** A kill between deletions and writes leaves this. */
    @Test
    void shouldBeResumableWhereItsEndIsGoneAndItsPlanIsTheOldOne() throws IOException {
        train("whole", "a2c --anneal-lr", 320, "--checkpoint-every 4");
        train("killed", "a2c --anneal-lr", 320, "--checkpoint-every 4");
        Files.delete(folder("killed").resolve("summary.json"));
        Files.delete(folder("killed").resolve("model.safetensors"));
        assertEquals(ExitCode.OK, resume("killed", "--quiet"), hts.err::toString);
        assertSameRun("whole", "killed");
    }

    @Test
    void shouldHaveNoEndWhileItGoesOn() {
        train("whole", "a2c --anneal-lr", 320, "--checkpoint-every 4");
        assertNotEquals(ExitCode.OK, resume(leaving("short", true), "whole", "--total-timesteps 640 --quiet"));

        RunReader run = RunReader.open(folder("short"));
        assertEquals(RunState.UNFINISHED, run.state());
        assertEquals("640", run.settings().get("total-timesteps"));
        assertFalse(Files.exists(folder("short").resolve("model.safetensors")));
        assertEquals(
                ExitCode.OK, hts.run("evaluate", folder("short").toString(), "--episodes", "1"), hts.err::toString);
        assertTrue(hts.out.toString().contains("after 10 intervals,"), "the parameters of its checkpoint: " + hts.out);
    }

    /** Fails, and leaves as {@code name} what a kill at that moment would leave. */
    private TrainingRunner leaving(String name, boolean cut) {
        return (config, attached) -> {
            CheckpointPlan plan = attached.checkpoints();
            Map<String, Stateful> parts = new TreeMap<>(plan.parts());
            parts.replaceAll((part, made) -> leaving(made, name, cut));
            return RecordedRuns.TRAINER.run(
                    config,
                    attached.with(new CheckpointPlan(
                            plan.folder(),
                            plan.every(),
                            plan.keep(),
                            plan.metadata(),
                            parts,
                            plan.files(),
                            plan.from(),
                            plan.atStop(),
                            plan.atEnd())));
        };
    }

    private Stateful leaving(Stateful part, String name, boolean cut) {
        return new Stateful() {
            @Override
            public void save(DataOutput out) throws IOException {
                part.save(out);
            }

            @Override
            public void restore(DataInput in) throws IOException {
                if (cut) {
                    part.restore(in);
                }
                copy(folder("whole"), folder(name));
                throw new IllegalStateException("killed");
            }
        };
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path copied = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(copied);
                } else {
                    Files.copy(file, copied);
                }
            }
        }
    }

    @Test
    void shouldRefuseATotalThatIsNotAboveWhatIsDone() {
        train("short", "a2c", 320, "--checkpoint-every 4");
        assertRefused(
                resume("short", "--total-timesteps 320"),
                "--total-timesteps 320: it must be above the 320 steps " + "that are done; give 640, for example");
        assertRefused(resume("short", "--checkpoint 4 --total-timesteps 200"), "above the 320 steps");
        assertRefused(resume("short", "--total-timesteps many"), "--total-timesteps many: it must be a whole number");
        assertRefused(
                resume("short", ""), "is already finished, after 320 steps", "--total-timesteps 640', for example");
    }

    @Test
    void shouldSayWhatToDoWithARunWithoutCheckpoints() {
        train("short", "a2c", 320, "--no-final-checkpoint");
        assertRefused(
                resume("short", "--total-timesteps 640"),
                "must hold a checkpoint, and has none: it was made with --no-final-checkpoint; train on from its",
                "--init-from " + folder("short"),
                "--checkpoint-every");
    }

    @Test
    void shouldRefuseACheckpointOfBeforeWithAnotherPlan() throws IOException {
        train("short", "a2c --anneal-lr", 320, "--checkpoint-every 4");
        Path config = folder("short").resolve("config.yaml");
        Files.writeString(config, Files.readString(config).replace("total-timesteps: 320", "total-timesteps: 640"));
        Path summary = folder("short").resolve("summary.json");
        Files.delete(summary);
        assertRefused(resume("short", ""), "total-timesteps 640: it must be 320, as when checkpoint");
    }

    @Test
    void shouldBeReadByEvaluate() {
        train("short", "a2c --anneal-lr", 320, "--checkpoint-every 4");
        resume("short", "--total-timesteps 640 --quiet");

        assertEquals(
                ExitCode.OK, hts.run("evaluate", folder("short").toString(), "--episodes", "1"), hts.err::toString);
    }
}
