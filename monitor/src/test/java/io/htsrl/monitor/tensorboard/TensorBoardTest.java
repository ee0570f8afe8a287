package io.htsrl.monitor.tensorboard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.htsrl.cli.rundir.ChainDiff;
import io.htsrl.cli.rundir.EvaluationsFile;
import io.htsrl.cli.rundir.RunLock;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.monitor.SmallRuns;
import io.htsrl.monitor.tensorboard.StrictReader.Event;
import io.htsrl.monitor.tensorboard.StrictReader.Point;
import io.htsrl.trainer.Training;
import io.htsrl.trainer.model.ModelFile;
import io.htsrl.trainer.report.EvaluationRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares event files of real runs with the other files of their run directories. */
@Tag("slow")
class TensorBoardTest {
    private static final String EVALUATED = " --eval-every 2 --eval-episodes 2";
    /** What two runs of the same bits do not share. */
    private static final Set<String> OF_TIME = Set.of("charts/SPS", "time/time_elapsed");

    @TempDir
    Path parent;

    private SmallRuns runs;

    @BeforeEach
    void chooseFolder() {
        runs = new SmallRuns(parent);
    }

    private Path board(String run) {
        return runs.folder(run).resolve("tensorboard");
    }

    /** What the files of a run say, by tag; figures of the learner by the names given. */
    private static Map<String, List<Point>> told(RunReader run, Map<String, String> metrics) throws IOException {
        Map<String, List<Point>> points = new TreeMap<>();
        for (JsonNode line : run.metrics()) {
            long step = line.get("timesteps").asLong();
            add(points, "charts/SPS", step, line.get("steps_per_second"));
            add(points, "rollout/ep_rew_mean", step, line.get("mean_return_100"));
            add(points, "time/time_elapsed", step, line.get("wall_seconds"));
            add(points, "time/episodes", step, line.get("episodes"));
            if (line.get("lag").asInt() >= 0) {
                add(points, "hts/lag", step, line.get("lag"));
            }
            put(points, "time/iterations", step, line.get("interval").asLong() + 1);
            metrics.forEach((figure, tag) -> add(points, tag, step, line.get(figure)));
        }
        List<String> episodes = Files.readAllLines(run.folder().resolve("episodes.csv"));
        for (String line : episodes.subList(1, episodes.size())) {
            String[] fields = line.split(",");
            put(points, "charts/episodic_return", Long.parseLong(fields[1]), Double.parseDouble(fields[3]));
            put(points, "charts/episodic_length", Long.parseLong(fields[1]), Double.parseDouble(fields[4]));
        }
        for (EvaluationRecord evaluation : EvaluationsFile.read(run.folder())) {
            put(points, "eval/mean_reward", evaluation.timestep(), evaluation.meanReturn());
            put(points, "eval/std_reward", evaluation.timestep(), evaluation.stdReturn());
            put(
                    points,
                    "eval/mean_ep_length",
                    evaluation.timestep(),
                    evaluation.episodes().stream()
                            .mapToInt(EvaluationRecord.Episode::length)
                            .average()
                            .orElseThrow());
        }
        return points;
    }

    private static void add(Map<String, List<Point>> points, String tag, long step, JsonNode value) {
        if (value != null && value.isNumber()) {
            put(points, tag, step, value.asDouble());
        }
    }

    private static void put(Map<String, List<Point>> points, String tag, long step, double value) {
        points.computeIfAbsent(tag, t -> new ArrayList<>()).add(new Point(step, (float) value));
    }

    private static final Map<String, String> PPO = Map.of(
            "policy_loss", "losses/policy_loss",
            "value_loss", "losses/value_loss",
            "entropy", "losses/entropy",
            "approx_kl", "losses/approx_kl",
            "clipfrac", "losses/clipfrac",
            "explained_variance", "losses/explained_variance",
            "learning_rate", "charts/learning_rate",
            "grad_norm", "losses/grad_norm",
            "epochs", "hts/epochs");

    @Test
    void shouldHaveEveryValueOfTheRunsFilesInTheSameBits() throws IOException {
        RunReader plain = runs.train("plain", "");
        RunReader board = runs.train("board", "--tensorboard" + EVALUATED);

        assertEquals(told(board, PPO), StrictReader.scalars(board("board")));
        assertTrue(ChainDiff.of(plain, board).equal());
        assertFalse(Files.exists(board("plain")));
        assertEquals("true", board.settings().get("tensorboard"));
        assertEquals("", runs.err.toString());
    }

    @ParameterizedTest
    @CsvSource({
        "dqn, CartPole-v1, td_loss=losses/td_loss q_values=losses/q_values",
        "sac, Pendulum-v1, critic_loss=losses/qf_loss q_values=losses/qf1_values actor_loss=losses/actor_loss "
                + "entropy=losses/entropy alpha=losses/alpha",
        "td3, Pendulum-v1, critic_loss=losses/qf_loss q_values=losses/qf1_values actor_loss=losses/actor_loss"
    })
    void shouldCallLossesAsCleanRlDoes(String algorithm, String env, String names) throws IOException {
        assertEquals(
                ExitCode.OK,
                runs.hts(
                        SmallRuns.TRAINER,
                        ("train --algo " + algorithm + " --env " + env
                                        + " --num-envs 2 --num-steps 8 --total-timesteps "
                                        + "320 --hidden-sizes 8 --learning-starts 32 --buffer-size 200 --batch-size 8 "
                                        + "--tensorboard --out " + runs.folder("run"))
                                .split(" ")),
                runs.err::toString);
        Map<String, String> metrics = new TreeMap<>(Map.of(
                "learning_rate", "charts/learning_rate",
                "grad_norm", "losses/grad_norm",
                "updates", "hts/updates",
                "buffer_size", "replay/buffer_size",
                "per_beta", "replay/per_beta",
                "share_drawn", "replay/share_drawn",
                "effective_sample_size", "replay/effective_sample_size"));
        for (String place : List.of("p10", "p50", "p90", "max")) {
            metrics.put("sample_age_" + place, "replay/sample_age_" + place);
            metrics.put("priority_" + place, "replay/priority_" + place);
        }
        for (String name : names.split(" ")) {
            metrics.put(name.split("=")[0], name.split("=")[1]);
        }

        assertEquals(told(RunReader.open(runs.folder("run")), metrics), StrictReader.scalars(board("run")));
        assertTrue(others(board("run")).contains("replay/priorities"));
    }

    @Test
    void shouldWriteTheSameOfARecordedRun() throws IOException {
        RunReader run = runs.train("run", "--tensorboard" + EVALUATED);
        Map<String, List<Point>> live = StrictReader.scalars(board("run"));
        Set<String> others = others(board("run"));
        List<Path> first = EventFile.all(board("run"));

        assertEquals(
                ExitCode.MISTAKE,
                runs.hts(SmallRuns.TRAINER, "tensorboard", run.folder().toString()));
        assertTrue(
                runs.err.toString().contains("it must have no event files, and has some\n    give --replace"),
                runs.err::toString);
        assertEquals(
                ExitCode.OK,
                runs.hts(
                        SmallRuns.TRAINER,
                        "tensorboard",
                        "--replace",
                        run.folder().toString()));

        assertEquals(1, first.size());
        assertEquals(live, StrictReader.scalars(board("run")));
        others.removeAll(Set.of("hts/batch_sizes", "hts/lags")); // of intervals: no file has them
        assertEquals(others, others(board("run")));
        assertTrue(runs.out.toString().endsWith("see them with: tensorboard --logdir " + run.folder() + "\n"));
    }

    private static Set<String> others(Path folder) throws IOException {
        Set<String> tags = new TreeSet<>();
        for (Path file : EventFile.all(folder)) {
            StrictReader.events(file)
                    .forEach(event -> tags.addAll(event.others().keySet()));
        }
        return tags;
    }

    @Test
    void shouldPlaceARecordedRunInItsOwnTime() throws IOException {
        RunReader run = runs.train("run", EVALUATED.strip());
        Path manifest = run.folder().resolve("manifest.json");
        Files.writeString(
                manifest,
                Files.readString(manifest)
                        .replaceFirst("\"started\" : \"[^\"]+\"", "\"started\" : \"2020-09-13T12:26:40Z\""));
        assertEquals(
                ExitCode.OK,
                runs.hts(SmallRuns.TRAINER, "tensorboard", run.folder().toString()));

        List<Event> events = StrictReader.events(EventFile.all(board("run")).get(0));
        List<Double> times = events.stream()
                .filter(event -> event.scalars().containsKey("charts/SPS"))
                .map(event -> event.wallTime() - 1.6e9)
                .toList();
        List<Double> expected = run.metrics().stream()
                .map(line -> line.get("wall_seconds").asDouble())
                .toList();
        assertEquals(expected.size(), times.size());
        for (int i = 0; i < times.size(); i++) {
            assertEquals(expected.get(i), times.get(i), 1e-6);
        }
        assertTrue(events.stream().allMatch(event -> event.wallTime() < 1.6e9 + 1000));
    }

    @Test
    void shouldReadARunThatWasKilledAsFarAsItsLinesAreWhole() throws IOException {
        RunReader run = runs.train("run", "");
        Files.delete(run.folder().resolve("summary.json"));
        Path metrics = run.folder().resolve("metrics.jsonl");
        List<String> lines = Files.readAllLines(metrics);
        Files.writeString(
                metrics,
                String.join("\n", lines.subList(0, 4)) + "\n" + lines.get(4).substring(0, 30));
        Path episodes = run.folder().resolve("episodes.csv");
        String text = Files.readString(episodes);
        Files.writeString(episodes, text.substring(0, text.length() - 4));

        assertEquals(
                ExitCode.OK,
                runs.hts(SmallRuns.TRAINER, "tensorboard", run.folder().toString()),
                runs.err::toString);
        Map<String, List<Point>> points = StrictReader.scalars(board("run"));
        assertEquals(4, points.get("charts/SPS").size());
        assertEquals(
                text.lines().count() - 2, points.get("charts/episodic_return").size());
    }

    private static Map<Path, String> contents(Path folder) throws IOException {
        Map<Path, String> contents = new TreeMap<>();
        for (Path file : EventFile.all(folder)) {
            contents.put(file, Files.readString(file, StandardCharsets.ISO_8859_1));
        }
        return contents;
    }

    private void replaceRefused(RunReader run, String message) {
        assertEquals(
                ExitCode.MISTAKE,
                runs.hts(
                        SmallRuns.TRAINER,
                        "tensorboard",
                        "--replace",
                        run.folder().toString()),
                runs.err::toString);
        assertTrue(runs.err.toString().contains(message), runs.err::toString);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "episodes.csv    | junk | episodes.csv: it must hold an episode in every line, and line 2 is none",
                "metrics.jsonl   | junk | and line 2 is no JSON",
                "evaluations.csv | junk | evaluations.csv: it must hold an evaluated episode in every line, and line 2",
                "manifest.json   | junk | manifest.json: it must be what 'hts train' wrote (line 2",
                "config.yaml     | seed: 1x | config.yaml: it must have a whole number as seed, and has 1x",
            })
    void shouldNameADamageAndKeepTheOldEventFile(String name, String second, String message) throws IOException {
        RunReader run = runs.train("run", "--tensorboard" + EVALUATED);
        Map<Path, String> before = contents(board("run"));
        Path file = run.folder().resolve(name);
        List<String> lines = new ArrayList<>(Files.readAllLines(file));
        lines.removeIf(line -> line.startsWith("seed:"));
        lines.add(1, second);
        Files.write(file, lines);

        replaceRefused(run, message);
        assertEquals(before, contents(board("run")));
        try (Stream<Path> left = Files.list(run.folder())) {
            assertTrue(left.noneMatch(path -> path.getFileName().toString().startsWith(".")));
        }
    }

    @Test
    void shouldRefuseToReplaceWhatARunIsWriting() throws IOException {
        RunReader run = runs.train("run", "--tensorboard");
        Map<Path, String> before = contents(board("run"));
        Files.delete(run.folder().resolve("summary.json"));
        RunLock lock = RunLock.of(run.folder());
        try {
            replaceRefused(run, "must not be in use, and a run is writing to it");
            assertEquals(before, contents(board("run")));
        } finally {
            lock.close();
        }
    }

    @Test
    void shouldWarnOfAFileThatIsNotWhatItWasAtTheEnd() throws IOException {
        RunReader run = runs.train("run", "");
        Path episodes = run.folder().resolve("episodes.csv");
        List<String> lines = new ArrayList<>(Files.readAllLines(episodes));
        lines.remove(lines.size() - 1);
        Files.write(episodes, lines);

        assertEquals(
                ExitCode.OK,
                runs.hts(SmallRuns.TRAINER, "tensorboard", run.folder().toString()));
        assertTrue(
                runs.err.toString().contains("warning: " + episodes + " is not what it was when the run ended"),
                runs.err::toString);
    }

    @ParameterizedTest
    @CsvSource({"hts, -", "sync, -", "hts, 3"})
    void shouldGoOnWithoutAGapAndWithoutDoubles(String schedule, String checkpoint) throws IOException {
        String more = "--tensorboard --schedule " + schedule + EVALUATED;
        runs.train("whole", more);
        assertEquals(
                ExitCode.OK,
                runs.hts(
                        SmallRuns.stoppingAt(7), runs.words("run", more + " --checkpoint-every 3 --checkpoint-keep 9")),
                runs.err::toString);
        List<String> words =
                new ArrayList<>(List.of("resume", runs.folder("run").toString()));
        if (!checkpoint.equals("-")) {
            words.addAll(List.of("--checkpoint", checkpoint));
        }
        assertEquals(ExitCode.OK, runs.hts(SmallRuns.TRAINER, words.toArray(String[]::new)), runs.err::toString);

        Map<String, List<Point>> whole = timeless(board("whole"));
        Map<String, List<Point>> resumed = timeless(board("run"));
        assertEquals(whole.keySet(), resumed.keySet());
        whole.forEach((tag, points) -> assertEquals(points, resumed.get(tag), tag));
        assertEquals(2, EventFile.all(board("run")).size());
    }

    private static Map<String, List<Point>> timeless(Path folder) throws IOException {
        Map<String, List<Point>> points = new TreeMap<>(StrictReader.scalars(folder));
        points.keySet().removeAll(OF_TIME);
        return points;
    }

    @Test
    void shouldLogATrainingOfAProgram() throws Exception {
        Path folder = parent.resolve("program");
        Training.of("ppo", "CartPole-v1")
                .set("num-envs", 4)
                .set("num-steps", 8)
                .set("num-minibatches", 2)
                .timesteps(320)
                .logger(new TensorBoardLogger(folder))
                .run();

        Map<String, List<Point>> points = StrictReader.scalars(folder);
        assertEquals(10, points.get("charts/SPS").size());
        assertEquals(new Point(320, 10), points.get("time/iterations").get(9));
        assertTrue(points.containsKey("charts/episodic_return"), points.keySet()::toString);
    }

    @Test
    void shouldTellWhatIsNoRun() {
        assertEquals(
                ExitCode.MISTAKE,
                runs.hts(
                        SmallRuns.TRAINER,
                        "tensorboard",
                        parent.resolve("nowhere").toString()));
        assertTrue(
                runs.err.toString().contains("must name a run directory, and there is no such folder"),
                runs.err::toString);
    }

    @Test
    void shouldChangeNoBitAndSayWhereThereIsNoPictureToFilm() throws IOException {
        RunReader without = runs.train("without", "");
        RunReader filmed = runs.train("filmed", "--tensorboard-gif");
        String[] words = runs.words("unseen", "--tensorboard-gif");
        words[List.of(words).indexOf("CartPole-v1")] = "OracleChain-v0";
        assertEquals(ExitCode.OK, runs.hts(SmallRuns.TRAINER, words), runs.err::toString);

        assertTrue(ChainDiff.of(without, filmed).equal());
        assertTrue(others(board("filmed")).contains(FilmImage.TAG));
        assertFalse(others(board("unseen")).contains(FilmImage.TAG));
        assertTrue(runs.out.toString().contains("OracleChain-v0 has no picture"), runs.out::toString);
    }

    /** Where the films of a run's policy are, by step. */
    private static List<Long> films(Path folder) throws IOException {
        List<Long> steps = new ArrayList<>();
        for (Event event : StrictReader.events(EventFile.all(folder).get(0))) {
            if (event.others().containsKey(FilmImage.TAG)) {
                steps.add(event.step());
            }
        }
        return steps;
    }

    @Test
    void shouldFilmTheLastOrTheBestPolicyOfARecordedRun() throws IOException {
        RunReader run = runs.train("run", EVALUATED.strip());
        String folder = run.folder().toString();
        assertEquals(ExitCode.OK, runs.hts(SmallRuns.TRAINER, "tensorboard", folder, "--gif"), runs.err::toString);
        assertEquals(List.of(320L), films(board("run")));
        assertEquals(told(run, PPO), StrictReader.scalars(board("run")), "and all else is there");

        assertEquals(
                ExitCode.OK,
                runs.hts(SmallRuns.TRAINER, "tensorboard", folder, "--replace", "--gif", "--best"),
                runs.err::toString);
        EvaluationRecord best = EvaluationsFile.read(run.folder()).stream()
                .reduce((a, b) -> b.meanReturn() > a.meanReturn() ? b : a)
                .orElseThrow();
        assertEquals(List.of(best.timestep()), films(board("run")));
        assertEquals("", runs.err.toString());
    }

    @Test
    void shouldSayWhyThereIsNoFilmAndWriteTheRest() throws IOException {
        RunReader unseen = runs.train("unseen", "--env OracleChain-v0");
        assertEquals(
                ExitCode.OK,
                runs.hts(SmallRuns.TRAINER, "tensorboard", unseen.folder().toString(), "--gif"),
                runs.err::toString);

        assertEquals(List.of(), films(board("unseen")));
        assertEquals(told(unseen, PPO), StrictReader.scalars(board("unseen")));
        assertTrue(runs.err.toString().contains("OracleChain-v0 has no picture"), runs.err::toString);
    }

    @Test
    void shouldRefuseAFilmOfNoPolicyBeforeItWritesAnything() throws IOException {
        RunReader run = runs.train("run", "--no-final-checkpoint");
        String folder = run.folder().toString();
        assertEquals(ExitCode.MISTAKE, runs.hts(SmallRuns.TRAINER, "tensorboard", folder, "--gif", "--best"));
        assertTrue(runs.err.toString().startsWith("error: --best"), runs.err::toString);
        assertEquals(ExitCode.MISTAKE, runs.hts(SmallRuns.TRAINER, "tensorboard", folder, "--best"));
        assertTrue(runs.err.toString().contains("names the policy of --gif"), runs.err::toString);
        Files.delete(run.folder().resolve(ModelFile.NAME));
        assertEquals(ExitCode.MISTAKE, runs.hts(SmallRuns.TRAINER, "tensorboard", folder, "--gif"));

        assertFalse(Files.exists(board("run")));
    }
}
