package io.htsrl.cli.evaluate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.checkpoints.CheckpointFolder;
import io.htsrl.cli.CommandLineFixture;
import io.htsrl.cli.RecordedRuns;
import io.htsrl.cli.rundir.EvaluationsFile;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.environments.OracleChain;
import io.htsrl.trainer.report.EvaluationRecord;
import io.htsrl.trainer.report.EvaluationRecord.Episode;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.run.Trainer;
import io.htsrl.trainer.run.TrainingRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests {@code hts train --eval-every} and {@code hts evaluate} end to end, on small real runs. */
@Tag("slow")
class EvaluateTest {
    static final TrainingRunner TRAINER = (config, attached) -> new Trainer(config, attached).run();

    @TempDir
    Path parent;

    private final CommandLineFixture hts = new CommandLineFixture();
    private Path folder;

    @BeforeEach
    void nameFolder() {
        folder = parent.resolve("run");
    }

    private int train(TrainingRunner runner, String env, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "train",
                "--env",
                env,
                "--num-envs",
                "8",
                "--sync-interval",
                "16",
                "--total-timesteps",
                "1280",
                "--hidden-sizes",
                "16",
                "--seed",
                "3",
                "--run-dir",
                folder.toString()));
        arguments.addAll(List.of(more));
        return hts.run(runner, arguments.toArray(String[]::new));
    }

    private int evaluate(String... more) {
        String[] arguments = {"evaluate", folder.toString()};
        String[] all = Arrays.copyOf(arguments, arguments.length + more.length);
        System.arraycopy(more, 0, all, arguments.length, more.length);
        return hts.run(TRAINER, all);
    }

    private JsonNode json(String... more) throws IOException {
        Path file = parent.resolve("evaluation.json");
        String[] all = Arrays.copyOf(more, more.length + 2);
        all[more.length] = "--json";
        all[more.length + 1] = file.toString();
        assertEquals(ExitCode.OK, evaluate(all), hts::errors);
        return new ObjectMapper().readTree(file.toFile());
    }

    private static List<Double> returns(JsonNode json) {
        return StreamSupport.stream(json.get("returns").spliterator(), false)
                .map(JsonNode::asDouble)
                .toList();
    }

    @ParameterizedTest
    @CsvSource({"ppo, hts, greedy", "ppo, hts, sampled", "a2c, sync, greedy", "dqn, hts, sampled"})
    void shouldGiveTheNumbersOfTheRunsLastEvaluation(String algo, String schedule, String policy) throws IOException {
        String[] dqn =
                algo.equals("dqn") ? new String[] {"--learning-starts", "256", "--buffer-size", "1000"} : new String[0];
        List<String> flags = new ArrayList<>(List.of(
                "--algo",
                algo,
                "--schedule",
                schedule,
                "--eval-every",
                "5",
                "--eval-episodes",
                "7",
                "--eval-policy",
                policy));
        flags.addAll(List.of(dqn));
        assertEquals(ExitCode.OK, train(TRAINER, "CartPole-v1", flags.toArray(String[]::new)), hts::errors);
        List<EvaluationRecord> evaluations = EvaluationsFile.read(folder);
        EvaluationRecord last = evaluations.get(evaluations.size() - 1);

        JsonNode json = json("--episodes", "7", "--policy", policy);

        assertEquals(10, last.interval());
        assertEquals(10, json.get("interval").asLong());
        assertEquals(last.episodes().stream().map(Episode::ret).toList(), returns(json));
        JsonNode summary =
                new ObjectMapper().readTree(folder.resolve("summary.json").toFile());
        assertEquals(
                json.get("mean").asDouble(), summary.get("last_evaluation_mean").asDouble());
        assertEquals(evaluations.size(), summary.get("evaluated_policies").asInt());
    }

    @Test
    void shouldGiveTheSameNumbersAgainAndOthersForAnotherSeed() throws IOException {
        train(TRAINER, "CartPole-v1", "--algo", "ppo");

        JsonNode first = json("--policy", "sampled");
        assertEquals(first, json("--policy", "sampled"));
        assertEquals(100, first.get("episodes").asInt());
        assertTrue(!returns(first).equals(returns(json("--policy", "sampled", "--seed", "4"))));
    }

    /** A run that "learnt" to walk right always: its return is known exactly, by counting the chain's paths. */
    @Test
    void shouldFindTheExactReturnOfAKnownPolicy() throws IOException {
        train(
                (config, attached) -> {
                    TrainingResult made = TRAINER.run(config, attached);
                    float[] right = made.parameters();
                    Arrays.fill(right, 0);
                    right[5 * 16 + 16 + 16 * 2 + 1] = 1; // policy.head.bias of action 1
                    return made;
                },
                "OracleChain-v0",
                "--algo",
                "ppo");

        JsonNode json = json("--episodes", "20000");

        double exact = meanReturnOfWalkingRight();
        assertTrue(
                json.get("mean_ci_low").asDouble() < exact
                        && exact < json.get("mean_ci_high").asDouble(),
                json.get("mean") + " of " + exact);
        assertTrue(hts.out.toString().contains("20,000"), hts.out::toString);
        assertTrue(returns(json).stream().allMatch(r -> r == 0 || r == 0.5 || r == 1));
    }

    private static double meanReturnOfWalkingRight() {
        double[] at = new double[OracleChain.STATES];
        Arrays.fill(at, 1.0 / OracleChain.STATES);
        double mean = 0;
        for (int step = 0; step < OracleChain.TIME_LIMIT; step++) {
            double[] next = new double[at.length];
            for (int state = 0; state < at.length; state++) {
                double left = at[state] * OracleChain.SLIP;
                double right = at[state] - left;
                if (state == 0) {
                    mean += left * OracleChain.LEFT_REWARD;
                } else {
                    next[state - 1] += left;
                }
                if (state == at.length - 1) {
                    mean += right * OracleChain.RIGHT_REWARD;
                } else {
                    next[state + 1] += right;
                }
            }
            at = next;
        }
        return mean;
    }

    @Test
    void shouldPrintATable() {
        train(TRAINER, "CartPole-v1", "--algo", "ppo", "--quiet");

        assertEquals(ExitCode.OK, evaluate("--episodes", "20"));

        String out = hts.out.toString();
        assertTrue(out.startsWith("ppo on CartPole-v1, " + folder.resolve("model.safetensors") + "\n"), out);
        for (String row : List.of(
                "policy      greedy, after 10 intervals, seed 3",
                "episodes    20\n",
                "mean  ",
                "95 % CI",
                "std  ",
                "median  ",
                "min  ",
                "max  ",
                "mean length ")) {
            assertTrue(out.contains("  " + row) || out.contains(row), out);
        }
    }

    /** Stopped and gone on with, the run leaves the evaluations of one that was never stopped. */
    @Test
    void shouldLeaveTheSameEvaluationsAfterAResume() throws IOException {
        String[] flags = {"--algo", "ppo", "--eval-every", "2", "--eval-episodes", "3", "--checkpoint-every", "1"};
        train(TRAINER, "CartPole-v1", flags);
        List<EvaluationRecord> whole = timeless(EvaluationsFile.read(folder));
        folder = parent.resolve("stopped");
        train(RecordedRuns.stoppingAt(4), "CartPole-v1", flags);
        assertTrue(EvaluationsFile.read(folder).size() < whole.size());

        assertEquals(ExitCode.OK, hts.run(TRAINER, "resume", folder.toString()), hts::errors);

        assertEquals(whole, timeless(EvaluationsFile.read(folder)));
        JsonNode summary =
                new ObjectMapper().readTree(folder.resolve("summary.json").toFile());
        assertEquals(whole.size(), summary.get("evaluated_policies").asInt());
    }

    private static List<EvaluationRecord> timeless(List<EvaluationRecord> records) {
        return records.stream()
                .map(r -> new EvaluationRecord(r.interval(), r.timestep(), 0, r.policy(), r.episodes()))
                .toList();
    }

    /** Both count alike: the checkpoint after 4 intervals holds the policy that is evaluated after 4. */
    @Test
    void shouldEvaluateCheckpoints() throws IOException {
        train(
                TRAINER,
                "CartPole-v1",
                "--algo",
                "ppo",
                "--eval-every",
                "4",
                "--checkpoint-every",
                "4",
                "--checkpoint-keep",
                "10");
        List<Double> expected = EvaluationsFile.read(folder).get(0).episodes().stream()
                .map(Episode::ret)
                .toList();

        assertEquals(expected, returns(json("--episodes", "10", "--interval", "4")));
        assertTrue(hts.out.toString().contains("greedy, after 4 intervals, seed"), hts.out::toString);
        assertEquals(
                List.of(4L, 8L, 10L),
                EvaluationsFile.read(folder).stream()
                        .map(EvaluationRecord::interval)
                        .toList());
        try (CheckpointFile model = CheckpointFile.open(folder.resolve("model.safetensors"))) {
            assertEquals("10", model.metadata("interval"));
        }

        Files.delete(folder.resolve("model.safetensors"));
        Path newest =
                new CheckpointFolder(folder.resolve("checkpoints"), 1).list().get(0);
        assertEquals(CheckpointFolder.interval(newest), json().get("interval").asInt());
        assertTrue(
                hts.errors()
                        .contains("has ended, but its model.safetensors is missing: these are the "
                                + "parameters of its newest checkpoint"),
                hts::errors);
    }

    @Test
    void shouldReportAllMistakesAtOnce() {
        train(TRAINER, "CartPole-v1", "--algo", "ppo", "--quiet");

        assertEquals(
                ExitCode.MISTAKE,
                evaluate(
                        "--episodes",
                        "0",
                        "--policy",
                        "gredy",
                        "--interval",
                        "3",
                        "--json",
                        parent.resolve("no/such.json").toString(),
                        "--episode",
                        "3"));

        String err = hts.errors();
        assertTrue(err.contains("error: 5 settings are wrong"), err);
        assertTrue(err.contains("--episodes 0: it must be in 1 .. 1000000"), err);
        assertTrue(err.contains("--policy gredy: it must be one of greedy, sampled; did you mean greedy?"), err);
        assertTrue(err.contains("--interval 3: it must name one of the run's checkpoints; give one of 10"), err);
        assertTrue(err.contains("it must name a file in a folder that is there"), err);
        assertTrue(err.contains("--episode: it is not a flag of hts evaluate; did you mean --episodes?"), err);
        assertTrue(err.endsWith("'hts evaluate --help' explains every setting.\n"), err);
    }

    @Test
    void shouldRefuseWhatIsNoRun() {
        assertEquals(ExitCode.MISTAKE, evaluate());
        assertTrue(hts.errors().contains("there is no such folder"), hts::errors);
    }

    @Test
    void shouldSayWhereParametersAreMissing() throws IOException {
        train(TRAINER, "CartPole-v1", "--algo", "ppo", "--quiet", "--no-final-checkpoint");
        Files.delete(folder.resolve("model.safetensors"));

        assertEquals(ExitCode.MISTAKE, evaluate());
        assertTrue(hts.errors().contains("neither model.safetensors"), hts::errors);
    }

    @Test
    void shouldRefuseDamagedParametersInOneLine() throws IOException {
        train(TRAINER, "CartPole-v1", "--algo", "ppo", "--quiet");
        Path model = folder.resolve("model.safetensors");
        byte[] bytes = Files.readAllBytes(model);
        bytes[bytes.length - 1] ^= 1;
        Files.write(model, bytes);

        assertEquals(ExitCode.MISTAKE, evaluate());
        assertTrue(hts.errors().matches("error: [^\n]*is damaged[^\n]*\n"), hts::errors);
    }
}
