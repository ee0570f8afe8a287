package io.htsrl.determinism.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.htsrl.cli.CommandLineFixture;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.learners.offpolicy.ActorCritics;
import io.htsrl.policies.acting.JointPolicy;
import io.htsrl.policies.network.Tensor;
import io.htsrl.storage.BitHasher;
import io.htsrl.storage.StorageBank;
import io.htsrl.trainer.config.IntervalObserver;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.run.Trainer;
import io.htsrl.trainer.run.TrainingRunner;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class ReliveCommandTest {
    private static final int INTERVAL = 13;
    private static final String CARTPOLE = "--env CartPole-v1 --hidden-sizes 8 ";

    @TempDir
    Path parent;

    private final CommandLineFixture hts = new CommandLineFixture();
    private final List<String> happened = new ArrayList<>();
    private RunConfig trained;
    private float[] acting; // parameters in that interval

    /** Notes the steps of one interval as it happens: replica, step, action, reward. */
    private final TrainingRunner trainer = (config, attached) -> {
        trained = config;
        IntervalObserver observer = new IntervalObserver() {
            @Override
            public void onInterval(long interval, StorageBank bank, float[] parameters, Consumer<BitHasher> learner) {
                if (interval == INTERVAL - 1) {
                    acting = parameters.clone();
                }
                for (int i = 0; interval == INTERVAL && i < bank.shape().rows(); i++) {
                    int replica = i / bank.shape().steps();
                    int row = bank.row(i % bank.shape().steps(), replica);
                    int width = bank.shape().actionWidth();
                    happened.add(replica + " "
                            + Arrays.toString(Arrays.copyOfRange(bank.actions(), row * width, (row + 1) * width)) + " "
                            + bank.rewards()[row]);
                }
            }
        };
        return new Trainer(config, attached.with(observer)).run();
    };

    private Path train(int code, String flags) {
        Path run = parent.resolve("run");
        String words = "train --num-envs 4 --sync-interval 8 --total-timesteps 640 " + flags + " --quiet --out " + run;
        assertEquals(code, hts.run(trainer, words.split(" +")), hts::errors);
        return run;
    }

    private String relive(int code, Path run, String flags) {
        hts.out.getBuffer().setLength(0);
        String words = "relive " + run + " " + flags;
        assertEquals(code, hts.run(words.split(" +")), hts::errors);
        return hts.out.toString();
    }

    private static Map<String, String> files(Path folder) throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                files.put(file.toString(), Arrays.toString(Files.readAllBytes(file)));
            }
        }
        return files;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                CARTPOLE + "--algo a2c --norm-reward",
                CARTPOLE + "--algo ppo --num-minibatches 2 --norm-obs --schedule sync",
                CARTPOLE + "--algo ppo --num-minibatches 2 --schedule serial",
                CARTPOLE + "--algo dqn --learning-starts 64 --executors 2",
                "--env Pendulum-v1 --hidden-sizes 8 --algo sac --learning-starts 64 --batch-size 16",
                "--env Pendulum-v1 --hidden-sizes 8 --algo ppo --num-minibatches 2 --clip-around behaviour"
            })
    void shouldShowWhatHappened(String flags) throws IOException {
        Path run = train(ExitCode.OK, flags + " --checkpoint-every 5");
        Map<String, String> before = files(run);

        String shown = relive(ExitCode.OK, run, "--interval " + INTERVAL + " --env all --format jsonl");

        assertEquals(before, files(run));
        assertTrue(hts.errors().contains("from the checkpoint after 10 intervals"), hts::errors);
        List<String> steps = new ArrayList<>();
        for (String line : shown.lines().skip(1).toList()) {
            JsonNode row = new ObjectMapper().readTree(line);
            List<Float> action = new ArrayList<>();
            row.get("action").forEach(part -> action.add(part.floatValue()));
            steps.add(row.get("env") + " " + action + " " + row.get("reward").floatValue());
            if (row.has("advantage")) {
                float sum = row.get("value").floatValue() + row.get("advantage").floatValue();
                assertEquals(row.get("return").floatValue(), sum, 1e-4 * Math.max(1, Math.abs(sum)));
            }
            assertEquals(flags.contains("a2c") || flags.contains("ppo"), row.has("advantage") && row.has("log_prob"));
        }
        assertEquals(happened, steps);
        JsonNode summary = new ObjectMapper().readTree(shown.lines().findFirst().orElseThrow());
        assertTrue(summary.get("digest_as_recorded").asBoolean(), summary::toString);
        assertFalse(summary.get("learnt_from").isEmpty());

        for (Path checkpoint : checkpoints(run)) {
            Files.delete(checkpoint);
        }
        assertEquals(shown, relive(ExitCode.OK, run, "--interval " + INTERVAL + " --env all --format jsonl"));
        assertTrue(hts.errors().contains("from the start"), hts::errors);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sac --norm-obs", "sac --schedule sync", "td3", "ddpg", "tqc", "crossq"})
    void shouldShowValuesAndProbabilitiesOfActorsWithCritics(String algorithm) throws IOException {
        String flags = "--env Pendulum-v1 --hidden-sizes 8 --learning-starts 64 --batch-size 16 --algo " + algorithm;
        Path run = train(ExitCode.OK, flags);
        boolean drawn = algorithm.contains("sac") || algorithm.equals("tqc") || algorithm.equals("crossq");
        for (JsonNode row : steps(relive(ExitCode.OK, run, "--interval " + INTERVAL + " --env 1,3 --format jsonl"))) {
            double value =
                    value((ActorCritics) trained.algorithm(), numbers(row, "observation"), numbers(row, "action"));
            assertEquals(value, row.get("value").doubleValue(), 1e-4 * Math.max(1, Math.abs(value)), row::toString);
            assertEquals(drawn, row.has("log_prob"));
            if (drawn) {
                double[] output = numbers(row, "output");
                double logDeviation = output[1];
                double action = numbers(row, "action")[0];
                double noise = (0.5 * Math.log((1 + action) / (1 - action)) - output[0]) / Math.exp(logDeviation);
                double expected = -0.5 * noise * noise - logDeviation - 0.5 * Math.log(2 * Math.PI);
                expected -= Math.log(1 - action * action);
                assertEquals(expected, row.get("log_prob").doubleValue(), 1e-3, row::toString);
            }
        }
        for (JsonNode row : steps(relive(ExitCode.OK, run, "--interval 0 --format jsonl"))) { // uniform actions
            assertTrue(!drawn || row.get("log_prob").isNull() && row.has("value"), row::toString);
        }
    }

    private static List<JsonNode> steps(String shown) throws IOException {
        List<JsonNode> rows = new ArrayList<>();
        for (String line : shown.lines().skip(1).toList()) {
            rows.add(new ObjectMapper().readTree(line));
        }
        return rows;
    }

    private static double[] numbers(JsonNode row, String name) {
        return IntStream.range(0, row.get(name).size())
                .mapToDouble(i -> row.get(name).get(i).doubleValue())
                .toArray();
    }

    /** The mean of the least outputs of critics with hidden layers of rectified units. */
    private double value(ActorCritics config, double[] observation, double[] action) {
        JointPolicy policy = (JointPolicy) trained.ask(made -> trained.policy(made.spec()));
        double[] input = DoubleStream.concat(
                        DoubleStream.of(policy.input(observation, acting)), DoubleStream.of(action))
                .toArray();
        List<Double> outputs = new ArrayList<>();
        List<Tensor> tensors = policy.critics().tensors();
        int each = tensors.size() / config.critics();
        for (int critic = 0; critic < config.critics(); critic++) {
            double[] values = input.clone();
            for (Tensor tensor : tensors.subList(critic * each, (critic + 1) * each)) {
                int at = policy.criticsOffset() + tensor.offset();
                if (tensor.name().matches(".*batchnorm[0-9]+[.]weight")) {
                    normalize(values, at);
                } else if (tensor.shape().size() == 2) {
                    values = layer(values, tensor.shape().get(1), at);
                } else if (tensor.name().matches("critic[0-9]+[.](dense)?[0-9]+[.]bias")) { // behind hidden units
                    values = DoubleStream.of(values).map(x -> Math.max(0, x)).toArray();
                }
            }
            DoubleStream.of(values).forEach(outputs::add);
        }
        return outputs.stream()
                .sorted()
                .limit(config.keptValues())
                .mapToDouble(Double::doubleValue)
                .average()
                .orElseThrow();
    }

    /** Reads gains, biases, means and variances, which lie in this order. */
    private void normalize(double[] values, int at) {
        int n = values.length;
        for (int i = 0; i < n; i++) {
            double deviation = Math.sqrt(acting[at + 3 * n + i] + 1e-3);
            values[i] = (values[i] - acting[at + 2 * n + i]) / deviation * acting[at + i] + acting[at + n + i];
        }
    }

    private double[] layer(double[] input, int outputs, int at) {
        double[] values = new double[outputs];
        for (int to = 0; to < outputs; to++) {
            values[to] = acting[at + input.length * outputs + to];
            for (int from = 0; from < input.length; from++) {
                values[to] += input[from] * acting[at + from * outputs + to];
            }
        }
        return values;
    }

    /** Forks a run at interval 8. */
    private Path fork() {
        Path run = train(ExitCode.OK, CARTPOLE + "--algo a2c --checkpoint-every 5");
        Path fork = parent.resolve("fork");
        String words = "fork " + run + " --at 8 --set learning-rate=1e-4 --quiet --out " + fork;
        assertEquals(ExitCode.OK, hts.run(trainer, words.split(" +")), hts::errors);
        return fork;
    }

    @ParameterizedTest
    @ValueSource(longs = {5, INTERVAL})
    void shouldShowAForkWithTheSettingsOfEachInterval(long interval) {
        Path fork = fork();

        String shown = relive(ExitCode.OK, fork, "--interval " + interval);

        assertTrue(shown.contains("its digest is the recorded one"), shown);
    }

    @ParameterizedTest
    @ValueSource(longs = {7, 8, INTERVAL})
    void shouldShowAForkWithoutCheckpoints(long interval) throws IOException {
        Path fork = fork();
        String before = relive(ExitCode.OK, fork, "--interval " + interval);
        for (Path checkpoint : checkpoints(fork)) {
            Files.delete(checkpoint);
        }

        String shown = relive(ExitCode.OK, fork, "--interval " + interval);

        assertTrue(shown.contains("from the start") && shown.contains("its digest is the recorded one"), shown);
        assertEquals(tableOf(before), tableOf(shown));
    }

    private static String tableOf(String shown) {
        return shown.substring(shown.indexOf("\nenv  step"));
    }

    private static List<Path> checkpoints(Path run) throws IOException {
        try (Stream<Path> all = Files.list(run.resolve("checkpoints"))) {
            return all.toList();
        }
    }

    @Test
    void shouldPrintATableForPeopleAndWriteFiles() throws IOException {
        Path run = train(ExitCode.OK, CARTPOLE + "--algo a2c");
        String table = relive(ExitCode.OK, run, "--interval 0 --env 3,1");
        assertTrue(
                table.contains("\nenv  step  observation  ") && table.contains("its digest is the recorded one"),
                table);
        assertTrue(table.contains("\n3    0 ") && table.contains("\n1    7 ") && !table.contains("\n0    0 "), table);
        for (String metric : List.of("policy_loss", "value_loss", "entropy", "grad_norm")) {
            assertTrue(table.lines().anyMatch(line -> line.matches("  " + metric + " +- +-?\\d.*")), table);
        }

        Path csv = parent.resolve("steps.csv");
        Path gif = parent.resolve("steps.gif");
        relive(ExitCode.OK, run, "--interval 19 --env 2 --format csv --out " + csv + " --gif " + gif);
        assertEquals(1 + 8, Files.readAllLines(csv).size());
        assertTrue(Files.readString(csv).startsWith("env,step,observation,action,output,log_prob,value,reward,"));
        Path parquet = parent.resolve("steps.parquet");
        relive(ExitCode.OK, run, "--interval 19 --env 2 --step --format parquet --out " + parquet);
        assertTrue(hts.errors().contains("warning: --step needs a terminal"), hts::errors);
        byte[] bytes = Files.readAllBytes(parquet);
        assertEquals("PAR1", new String(bytes, bytes.length - 4, 4, StandardCharsets.US_ASCII));
        assertEquals("GIF89a", new String(Files.readAllBytes(gif), 0, 6, StandardCharsets.US_ASCII));
    }

    /** The learner refuses the bank of an interval; under {@code sync} that interval was never recorded. */
    @ParameterizedTest
    @ValueSource(strings = {"--schedule sync", "--schedule hts"})
    void shouldShowTheStepsThatLearningFailedOn(String flags) {
        Path run = train(ExitCode.FAILED, CARTPOLE + "--algo a2c --learning-rate 1e37 --no-anneal-lr " + flags);
        String interval = hts.errors().replaceFirst("(?s).*which learns from interval (\\d+).*", "$1");

        String table = relive(ExitCode.FAILED, run, "--interval " + interval);
        assertTrue(table.contains("\n0    7 "), table);
        assertTrue(hts.errors().contains("learns from interval " + interval), hts::errors);
    }

    @Test
    void shouldSayThatTheDigestsDiffer() throws IOException {
        Path run = train(ExitCode.OK, CARTPOLE + "--algo a2c");
        for (Path checkpoint : checkpoints(run)) {
            Files.delete(checkpoint);
        }
        Path config = run.resolve("config.yaml");
        Files.writeString(config, Files.readString(config).replaceFirst("ent-coef: [^\n]*", "ent-coef: 0.25"));

        assertTrue(relive(ExitCode.DIFFERENT, run, "--interval 1").contains("so what follows is not what happened"));
        assertTrue(relive(ExitCode.DIFFERENT, run, "--interval 9").contains("interval 1 is the first that differs"));
    }

    @Test
    void shouldTakeAnOlderCheckpointWhereOneIsDamaged() throws IOException {
        Path run = train(ExitCode.OK, CARTPOLE + "--algo a2c --checkpoint-every 5");
        Path damaged = run.resolve("checkpoints/interval-000000000015.safetensors");
        Files.write(damaged, new byte[] {1, 2, 3});

        assertTrue(relive(ExitCode.OK, run, "--interval 16").contains("from the checkpoint after 10 intervals"));
        assertTrue(hts.errors().contains("warning: checkpoint " + damaged), hts::errors);
    }

    @Test
    void shouldRefuseWhatItCannotShow() {
        Path run = train(ExitCode.OK, CARTPOLE + "--algo a2c");
        relive(ExitCode.MISTAKE, run, "--interval 20");
        assertTrue(hts.errors().contains("--interval 20: it must be one of the run's, 0 .. 19"), hts::errors);
        relive(ExitCode.MISTAKE, run, "--interval 1 --env 4");
        assertTrue(hts.errors().contains("--env 4: it must be replicas of the run, 0 .. 3"), hts::errors);
        relive(ExitCode.MISTAKE, run, "--interval 1 --env x --format xml --gif a.gif --out " + parent);
        assertTrue(hts.errors().contains("error: 4 settings are wrong"), hts::errors);
        relive(ExitCode.MISTAKE, run, "--interval 1 --env 0,1 --step --format parquet");
        assertTrue(hts.errors().contains("--step: it must be given with one replica"), hts::errors);
        assertTrue(hts.errors().contains("--format parquet: it must be given with a file to write"), hts::errors);
        relive(ExitCode.MISTAKE, run, "");
        assertTrue(hts.errors().contains("--interval"), hts::errors);
    }

    @Test
    void shouldRefuseWhatPromisesNoBits() {
        relive(ExitCode.MISTAKE, train(ExitCode.OK, CARTPOLE + "--algo a2c --schedule async"), "--interval 1");
        assertTrue(hts.errors().contains("it must promise bits, and was made with --schedule async"), hts::errors);
    }
}
