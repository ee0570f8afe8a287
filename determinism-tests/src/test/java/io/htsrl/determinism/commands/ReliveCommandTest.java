package io.htsrl.determinism.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.htsrl.cli.CommandLineFixture;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.storage.BitHasher;
import io.htsrl.storage.StorageBank;
import io.htsrl.trainer.config.IntervalObserver;
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

    /** Notes the steps of one interval as it happens: replica, step, action, reward. */
    private final TrainingRunner trainer = (config, attached) -> {
        IntervalObserver observer = new IntervalObserver() {
            @Override
            public void onInterval(long interval, StorageBank bank, float[] parameters, Consumer<BitHasher> learner) {
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
    @ValueSource(longs = {5, INTERVAL})
    void shouldShowAForkWithTheSettingsOfEachInterval(long interval) {
        Path run = train(ExitCode.OK, CARTPOLE + "--algo a2c --checkpoint-every 5");
        Path fork = parent.resolve("fork");
        String words = "fork " + run + " --at 8 --set learning-rate=1e-4 --quiet --out " + fork;
        assertEquals(ExitCode.OK, hts.run(trainer, words.split(" +")), hts::errors);

        String shown = relive(ExitCode.OK, fork, "--interval " + interval);

        assertTrue(shown.contains("its digest is the recorded one"), shown);
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
        assertTrue(table.lines().anyMatch(line -> line.matches("  policy_loss +- +-?\\d.*")), table);

        Path csv = parent.resolve("steps.csv");
        Path gif = parent.resolve("steps.gif");
        relive(ExitCode.OK, run, "--interval 19 --env 2 --format csv --out " + csv + " --gif " + gif);
        assertEquals(1 + 8, Files.readAllLines(csv).size());
        assertTrue(Files.readString(csv).startsWith("env,step,observation,action,output,log_prob,value,reward,"));
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
        relive(ExitCode.MISTAKE, run, "");
        assertTrue(hts.errors().contains("--interval"), hts::errors);
    }

    @Test
    void shouldRefuseWhatPromisesNoBits() {
        relive(ExitCode.MISTAKE, train(ExitCode.OK, CARTPOLE + "--algo a2c --schedule async"), "--interval 1");
        assertTrue(hts.errors().contains("it must promise bits, and was made with --schedule async"), hts::errors);
    }
}
