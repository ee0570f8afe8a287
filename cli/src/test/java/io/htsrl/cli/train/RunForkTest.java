package io.htsrl.cli.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.Hts;
import io.htsrl.cli.rundir.ChainDiff;
import io.htsrl.cli.rundir.RunFolders;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.settings.CliSettings;
import io.htsrl.cli.settings.FileChoice;
import io.htsrl.cli.settings.ForkSettings;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.settings.Layer;
import io.htsrl.core.settings.SettingSpec;
import io.htsrl.core.time.AnnealedValue;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.run.Trainer;
import io.htsrl.trainer.run.TrainingRunner;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RunForkTest {
    private static final boolean LONG = Boolean.getBoolean("hts.long");
    private static final TrainingRunner TRAINER = (config, attachments) -> new Trainer(config, attachments).run();
    private static final Layer QUIET = Layer.ofCommandLine().add("quiet", "true");

    private final StringWriter printed = new StringWriter();
    private final PrintWriter err = new PrintWriter(printed, true);

    @TempDir
    private Path tmp;

    private Path train(String name, String... more) {
        Path folder = tmp.resolve(name);
        List<String> arguments = new ArrayList<>(List.of(more));
        String algorithm = more[1];
        boolean offPolicy =
                List.of("dqn", "ddpg", "td3", "sac", "tqc", "crossq").contains(algorithm);
        String env = algorithm.equals("q-learning")
                ? "Blackjack-v1"
                : algorithm.equals("dqn") || !offPolicy ? "CartPole-v1" : "Pendulum-v1";
        arguments.addAll(List.of("--env", env, "--num-envs", "4", "--sync-interval", "5"));
        arguments.addAll(List.of("--total-timesteps", "400", "--quiet", "--out", folder.toString()));
        if (!algorithm.equals("q-learning")) {
            arguments.addAll(List.of("--hidden-sizes", "8"));
        }
        if (offPolicy) {
            arguments.addAll(List.of("--learning-starts", "40", "--buffer-size", "200", "--batch-size", "8"));
        }
        assertEquals(
                0,
                new TrainSession(Hts.resolve(arguments.toArray(String[]::new)), TRAINER, err, err).train(List.of()),
                printed::toString);
        return folder;
    }

    private TrainSessions sessions() {
        return new TrainSessions(TRAINER, err, err, List.of(), session -> session);
    }

    private Path fork(Path origin, String name, long at, String... changes) {
        Layer layer = Layer.ofCommandLine();
        for (int i = 0; i < changes.length; i += 2) {
            layer.add(changes[i], changes[i + 1]);
        }
        Path folder = tmp.resolve(name);
        assertEquals(0, new RunFork(origin, at, layer, QUIET).make(folder, sessions()), printed::toString);
        return folder;
    }

    private Path finish(Path folder) {
        assertEquals(0, PausedRun.resume(folder, QUIET, sessions()), printed::toString);
        return folder;
    }

    private static ChainDiff diff(Path a, Path b) {
        return ChainDiff.of(RunReader.open(a), RunReader.open(b));
    }

    @ParameterizedTest
    @CsvSource({"ppo,0", "ppo,4", "ppo,7", "ppo,1", "a2c,0", "a2c,4", "dqn,0", "dqn,4"})
    void shouldEqualTheRestOfItsOriginWithoutAChange(String algorithm, String every) {
        Path origin = train("origin", "--algo", algorithm, "--checkpoint-every", every, "--checkpoint-keep", "100");

        Path fork = finish(fork(origin, "fork", 8));

        assertTrue(diff(origin, fork).equal());
        assertFalse(RunReader.open(fork).settings().containsKey("earlier-settings"));
    }

    @ParameterizedTest
    @CsvSource({"hts,0", "hts,4", "hts,8", "sync,0", "sync,4", "serial,0"})
    void shouldDifferFromItsIntervalOn(String schedule, String every) {
        Path origin = train(
                "origin",
                "--algo",
                "ppo",
                "--schedule",
                schedule,
                "--checkpoint-every",
                every,
                "--checkpoint-keep",
                "100");

        Path fork = finish(fork(origin, "fork", 8, "learning-rate", "1e-2", "clip-coef", "0.1"));

        ChainDiff diff = diff(origin, fork);
        assertEquals(8, diff.equalIntervals());
        assertEquals(8, diff.firstA().interval());
    }

    @Test
    void shouldForkAForkAtALaterAnEqualAndAnEarlierInterval() throws IOException {
        Path origin = train("origin", "--algo", "ppo", "--anneal-lr");
        Path first = finish(fork(origin, "first", 8, "learning-rate", "1e-2"));

        Path later = finish(fork(first, "later", 12, "ent-coef", "0.1"));
        Path equal = finish(fork(first, "equal", 8, "ent-coef", "0.1"));
        Path earlier = finish(fork(first, "earlier", 4, "ent-coef", "0.1"));
        Path same = finish(fork(later, "same", 16));
        deleteCheckpoints(later);
        Path through = finish(fork(later, "through", 16));

        assertEquals(12, diff(first, later).equalIntervals());
        assertEquals(8, diff(first, equal).equalIntervals());
        assertEquals(
                "1.0E-2", RunReader.open(equal).settings().get("learning-rate").replace("0.01", "1.0E-2"));
        assertEquals(4, diff(origin, earlier).equalIntervals());
        assertEquals(
                RunReader.open(origin).settings().get("learning-rate"),
                RunReader.open(earlier).settings().get("learning-rate"),
                "the fork at 8 is of its later course");
        assertTrue(diff(later, same).equal());
        assertTrue(diff(later, through).equal(), "trained again from the start, through both forks");
    }

    @Test
    void shouldForkFromAScheduleToASwitchAndBack() throws IOException {
        String schedule = "linear:1e-2:1e-3";
        Path origin = train("origin", "--algo", "ppo", "--learning-rate", schedule);
        Path first = finish(fork(origin, "first", 8, "learning-rate", "1e-2", "anneal-lr", "true"));
        Path second = finish(fork(first, "second", 12, "learning-rate", schedule));
        Path same = finish(fork(second, "same", 16));
        deleteCheckpoints(second);
        Path through = finish(fork(second, "through", 16));
        Path back = finish(fork(second, "back", 4));

        assertEquals(8, diff(origin, first).equalIntervals());
        assertEquals(12, diff(first, second).equalIntervals());
        assertTrue(diff(second, same).equal());
        assertTrue(diff(second, through).equal(), "trained again from the start, through both forks");
        assertTrue(diff(origin, back).equal());
    }

    private static void deleteCheckpoints(Path run) throws IOException {
        for (Path file : RunFolders.checkpoints(run).list()) {
            Files.delete(file);
        }
    }

    @Test
    void shouldKeepThePastsPlanOfAnnealingWhereTheNumberOfTimestepsChanges() {
        Path origin = train("origin", "--algo", "ppo", "--anneal-lr", "--checkpoint-every", "8");

        Path longer = finish(fork(origin, "longer", 8, "total-timesteps", "600"));
        Path annealed = finish(
                fork(train("plain", "--algo", "ppo"), "annealed", 8, "anneal-lr", "true", "total-timesteps", "600"));
        Path same = finish(fork(longer, "same", 12));

        assertEquals("400@8", RunReader.open(longer).settings().get("annealed-over"));
        assertEquals(8, diff(origin, longer).equalIntervals());
        assertEquals(30, diff(annealed, annealed).extentA().intervals());
        assertTrue(diff(longer, same).equal());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"ppo", "a2c", "acktr", "dqn", "ddpg", "td3", "sac", "tqc", "crossq", "q-learning", "pqn", "trpo"
            })
    void shouldChangeEverySettingThatMayChangeAndBeTrainedAgain(String algorithm) throws Exception {
        String more = switch (algorithm) {
            case "ppo" -> "--clip-vloss"; // which has a setting that needs another one
            case "crossq" -> "--value-hidden-sizes=8";
            case "pqn" -> "--num-minibatches=4"; // must divide the 20 steps of an interval
            default -> "--seed=1";
        };
        Path origin = train("origin", "--algo", algorithm, "--checkpoint-every", "8", more);
        List<List<String>> forks = new ArrayList<>(List.of(new ArrayList<>(), new ArrayList<>()));
        for (Map.Entry<String, String> setting :
                RunReader.open(origin).settings().entrySet()) {
            SettingSpec spec = CliSettings.schema().get(setting.getKey());
            String value = other(spec, setting.getValue());
            boolean fixed = algorithm.equals("crossq") && spec.key().equals("learner-batches"); // must be 1
            if (value == null || fixed) {
                continue;
            }
            if (LONG) { // each alone
                forks.add(List.of(spec.key(), value));
            } else { // switches apart from the settings that need them
                forks.get(spec.content() == boolean.class ? 1 : 0).addAll(List.of(spec.key(), value));
            }
        }
        forks.removeIf(List::isEmpty);
        for (List<String> some : forks) {
            Path fork = finish(fork(origin, "fork-" + some.get(0), 8, some.toArray(String[]::new)));
            Path file = fork.resolve("config.yaml");
            RunConfig config = ForkSettings.resolved(FileChoice.of(QUIET, file)).config();
            TrainingResult again = new ForkedTraining(file, QUIET, TRAINER).run(config, Attachments.none());

            assertEquals(diff(fork, fork).extentA().digest(), again.digest(), some::toString);
            assertTrue(diff(origin, fork).equalIntervals() >= 8, some::toString);
        }
    }

    /** Returns another value of a setting that a fork may change and that decides bits; null for all others. */
    private static String other(SettingSpec spec, String value) {
        if (!spec.isOnFork()
                || !spec.decidesBits()
                || List.of("total-timesteps", "stop-when", "patience").contains(spec.key())) {
            return null;
        }
        List<String> choices = spec.type().choices();
        if (!choices.isEmpty()) {
            return choices.stream()
                    .filter(choice -> !choice.equals(value))
                    .findFirst()
                    .orElseThrow();
        }
        return switch (value) {
            case "true" -> "false";
            case "false" -> "true";
            default ->
                List.of(double.class, Double.class, AnnealedValue.class).contains(spec.content())
                        ? Double.toString(Double.parseDouble(value) == 0 ? 0.5 : Double.parseDouble(value) / 2)
                        : spec.key().equals("num-minibatches") ? "5" : Long.toString(Long.parseLong(value) + 1);
        };
    }

    @Test
    void shouldReplaceWhatAKilledProcessLeft() throws IOException {
        Path origin = train("origin", "--algo", "ppo");
        Path left = Files.createDirectories(tmp.resolve(".fork.fork").resolve("past"));
        Files.copy(origin.resolve("digests.jsonl"), left.resolve("digests.jsonl"));
        Files.createDirectories(left.resolveSibling("whole"))
                .resolve("config.yaml")
                .toFile()
                .createNewFile();

        Path fork = finish(fork(origin, "fork", 8));

        assertTrue(diff(origin, fork).equal());
        assertFalse(Files.exists(tmp.resolve(".fork.fork")));
    }

    @Test
    void shouldRefuseAnOriginWithOtherBits() throws IOException {
        Path origin = train("origin", "--algo", "ppo");
        Path config = origin.resolve("config.yaml");
        Files.writeString(config, Files.readString(config).replaceFirst("seed: 1", "seed: 2"));
        Layer nothing = Layer.ofCommandLine();
        Path folder = tmp.resolve("fork");

        String message = assertThrows(
                        ConfigurationException.class,
                        () -> new RunFork(origin, 8, nothing, QUIET).make(folder, sessions()))
                .getMessage();

        assertTrue(message.contains("interval 0 has other ones"), message);
        assertFalse(Files.exists(folder));
    }

    @Test
    void shouldRefuseToTrainAForkFromItsStartWithItsNewestSettings() {
        Path fork = fork(train("origin", "--algo", "ppo"), "fork", 8, "gamma", "0.9");
        String file = fork.resolve("config.yaml").toString();

        String message = assertThrows(
                        ConfigurationException.class,
                        () -> new Trainer(Hts.resolve("--config", file).config(), Attachments.none()))
                .getMessage();

        assertTrue(message.contains("hts reproduce"), message);
    }

    @Test
    void shouldRefuseEarlierValuesOfSettingsThatCannotChange() throws IOException {
        Path fork = fork(train("origin", "--algo", "ppo"), "fork", 8, "gamma", "0.9");
        Path config = fork.resolve("config.yaml");
        Files.writeString(config, Files.readString(config).replaceFirst("gamma=[0-9.]+@8", "env=Acrobot-v1@8"));

        String message = assertThrows(ConfigurationException.class, () -> ForkSettings.at(config, QUIET, 0))
                .getMessage();

        assertTrue(message.contains("env"), message);
    }
}
