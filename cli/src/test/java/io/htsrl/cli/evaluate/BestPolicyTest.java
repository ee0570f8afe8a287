package io.htsrl.cli.evaluate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.cli.CommandLineFixture;
import io.htsrl.cli.RecordedRuns;
import io.htsrl.cli.rundir.EvaluationsFile;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.trainer.report.EvaluationRecord;
import io.htsrl.trainer.report.EvaluationRecord.Episode;
import io.htsrl.trainer.run.TrainingRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests {@code best.safetensors}, {@code evaluate --best} and {@code play --best} on small real runs. */
@Tag("slow")
class BestPolicyTest {
    @TempDir
    Path parent;

    private final CommandLineFixture hts = new CommandLineFixture();

    private Path train(TrainingRunner runner, String name, String... more) {
        List<String> words = new ArrayList<>(List.of(
                "train",
                "--env",
                "CartPole-v1",
                "--algo",
                "ppo",
                "--num-envs",
                "8",
                "--sync-interval",
                "16",
                "--total-timesteps",
                "3840",
                "--hidden-sizes",
                "16",
                "--learning-rate",
                "1e-2",
                "--seed",
                "3",
                "--run-dir",
                parent.resolve(name).toString()));
        words.addAll(List.of(more));
        hts.run(runner, words.toArray(String[]::new));
        return parent.resolve(name);
    }

    private Path evaluated(String name) {
        return train(RecordedRuns.TRAINER, name, "--eval-every", "2", "--eval-episodes", "3");
    }

    private JsonNode json(Path run, String... more) throws IOException {
        Path file = parent.resolve("evaluation.json");
        List<String> words = new ArrayList<>(List.of("evaluate", run.toString(), "--json", file.toString()));
        words.addAll(List.of(more));
        assertEquals(ExitCode.OK, hts.run(RecordedRuns.TRAINER, words.toArray(String[]::new)), hts::errors);
        return new ObjectMapper().readTree(file.toFile());
    }

    /** The first of the greatest. */
    private static EvaluationRecord best(Path run) throws IOException {
        return EvaluationsFile.read(run).stream()
                .max(Comparator.comparingDouble(EvaluationRecord::meanReturn)
                        .thenComparing(Comparator.comparingLong(EvaluationRecord::interval)
                                .reversed()))
                .orElseThrow();
    }

    @Test
    void shouldKeepTheBestEvaluatedPolicyAndTellOfIt() throws IOException {
        Path run = evaluated("run");
        EvaluationRecord best = best(run);
        List<EvaluationRecord> all = EvaluationsFile.read(run);
        assertTrue(best.interval() < all.get(all.size() - 1).interval(), "else this test shows nothing");

        JsonNode json = json(run, "--best", "--episodes", "3");

        assertEquals(best.interval(), json.get("interval").asLong());
        assertEquals(
                best.episodes().stream().map(Episode::ret).toList(),
                StreamSupport.stream(json.get("returns").spliterator(), false)
                        .map(JsonNode::asDouble)
                        .toList());
        JsonNode summary =
                new ObjectMapper().readTree(run.resolve("summary.json").toFile());
        assertEquals(best.meanReturn(), summary.get("best_evaluation_mean").asDouble());
        assertEquals(best.interval(), summary.get("best_evaluation_interval").asLong());
        try (CheckpointFile file = CheckpointFile.open(run.resolve("best.safetensors"))) {
            assertEquals(Double.toString(best.meanReturn()), file.metadata("evaluation.mean-return"));
            assertEquals("3", file.metadata("evaluation.episodes"));
        }
        assertTrue(hts.out.toString().contains("  best      "), hts.out::toString);
        assertTrue(hts.out.toString().contains(": best.safetensors)"), hts.out::toString);
    }

    /** The final policy has learnt from the last interval too; the one before it has not. */
    @ParameterizedTest
    @ValueSource(strings = {"0.5", "0.9", "0.95", "0.99"})
    void shouldTellTwoPoliciesAfterAsManyIntervalsApart(String gamma) throws IOException {
        Path run = train(RecordedRuns.TRAINER, "run", "--eval-every", "30", "--eval-episodes", "3", "--gamma", gamma);
        assertEquals(
                List.of(30L, 30L),
                EvaluationsFile.read(run).stream()
                        .map(EvaluationRecord::interval)
                        .toList());

        JsonNode json = json(run, "--best", "--episodes", "3");

        assertEquals(
                best(run).episodes().stream().map(Episode::ret).toList(),
                StreamSupport.stream(json.get("returns").spliterator(), false)
                        .map(JsonNode::asDouble)
                        .toList());
    }

    @Test
    void shouldPlayTheBestPolicy() throws IOException {
        Path run = evaluated("run");

        assertEquals(
                ExitCode.OK,
                hts.run(RecordedRuns.TRAINER, "play", run.toString(), "--best", "--episodes", "3"),
                hts::errors);

        assertTrue(
                hts.out
                        .toString()
                        .contains(run.resolve("best.safetensors") + ", greedy, after "
                                + best(run).interval() + " intervals"),
                hts.out::toString);
    }

    /** A file of a policy that the resumed run has not evaluated yet must not stay; nor may the best one be lost. */
    @Test
    void shouldKeepTheSameBestPolicyInAResumedRun() throws IOException {
        String[] flags = {"--eval-every", "2", "--eval-episodes", "3", "--checkpoint-every", "1"};
        Path whole = train(RecordedRuns.TRAINER, "whole", flags);
        Path stopped = train(RecordedRuns.stoppingAt(24), "stopped", flags);
        Files.write(stopped.resolve("best.safetensors"), new byte[7]); // as of a moment after the checkpoint

        assertEquals(ExitCode.OK, hts.run(RecordedRuns.TRAINER, "resume", stopped.toString()), hts::errors);

        assertArrayEquals(
                Files.readAllBytes(whole.resolve("best.safetensors")),
                Files.readAllBytes(stopped.resolve("best.safetensors")));
    }

    @Test
    void shouldSayWhatIsMissing() {
        Path run = train(RecordedRuns.TRAINER, "plain");

        assertFalse(Files.exists(run.resolve("best.safetensors")));
        assertEquals(ExitCode.MISTAKE, hts.run(RecordedRuns.TRAINER, "evaluate", run.toString(), "--best"));
        assertTrue(
                hts.errors()
                        .contains("and this one has no best.safetensors; leave it out for the final "
                                + "parameters, or train with --eval-every"),
                hts::errors);
        assertEquals(
                ExitCode.MISTAKE,
                hts.run(RecordedRuns.TRAINER, "evaluate", run.toString(), "--best", "--interval", "3"));
        assertTrue(hts.errors().contains("--best: it must not be given beside --interval"), hts::errors);
    }
}
