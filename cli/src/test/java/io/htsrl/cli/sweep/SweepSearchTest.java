package io.htsrl.cli.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.htsrl.cli.CommandLineFixture;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.core.run.RunAbortedException;
import io.htsrl.learners.ppo.PpoConfig;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.TimeUse;
import io.htsrl.trainer.report.TrainingFailedException;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.run.TrainingRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests grids, searches and journals of {@code hts sweep}; a stand-in returns most at a learning rate of 1e-3. */
@Tag("slow")
class SweepSearchTest {
    @TempDir
    Path parent;

    private final CommandLineFixture hts = new CommandLineFixture();
    private final List<RunConfig> ran = new ArrayList<>();
    private Path folder;

    @BeforeEach
    void nameFolder() {
        folder = parent.resolve("sweep");
    }

    private static double learningRate(RunConfig config) {
        return ((PpoConfig) config.algorithm()).optimizer().learningRate().from();
    }

    private TrainingResult train(RunConfig config, Attachments attached, boolean stopped) {
        long intervals = Math.min(attached.control().lastInterval(), config.intervals());
        boolean pauses = intervals < config.intervals();
        ran.add(config.lasting(pauses ? intervals * config.pipeline().stepsPerInterval() : config.totalTimesteps()));
        double wrong = Math.abs(Math.log10(learningRate(config)) + 3);
        return new TrainingResult(
                stopped ? 1 : ran.get(ran.size() - 1).totalTimesteps(),
                2,
                1000,
                4096,
                3,
                100 - 10 * wrong - 0.01 * config.seed(),
                1,
                1,
                Map.of(),
                "feed",
                "beef",
                new float[0],
                TimeUse.NONE,
                stopped || pauses);
    }

    private int sweep(String... more) {
        return sweep((config, attached) -> train(config, attached, false), more);
    }

    private int sweep(TrainingRunner runner, String... more) {
        List<String> words = new ArrayList<>(List.of(
                "sweep",
                "--env",
                "CartPole-v1",
                "--algo",
                "ppo",
                "--total-timesteps",
                "9000",
                "--num-steps",
                "20",
                "--sweep-dir",
                folder.toString()));
        if (!List.of(more).contains("--num-envs")) {
            words.addAll(List.of("--num-envs", "5"));
        }
        words.addAll(List.of(more));
        return hts.run(runner, words.toArray(String[]::new));
    }

    private int goOn() {
        return hts.run((config, attached) -> train(config, attached, false), "sweep", "--sweep-dir", folder.toString());
    }

    private List<String> runs(Predicate<String> wanted) throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.contains("__"))
                    .filter(wanted)
                    .sorted()
                    .toList();
        }
    }

    private JsonNode json() throws IOException {
        return new ObjectMapper().readTree(folder.resolve("sweep.json").toFile());
    }

    // ---- grids

    @Test
    void shouldRunEveryCombinationAndPrintTheBestAsACommandLine() throws IOException {
        assertEquals(
                ExitCode.OK,
                sweep(
                        "--seeds",
                        "1,2",
                        "--learning-rate",
                        "1e-1,1e-3",
                        "--grid",
                        "hidden-sizes=8;16,16",
                        "--no-anneal-lr"),
                hts.err::toString);

        assertEquals(8, ran.size());
        assertTrue(
                Files.exists(folder.resolve("CartPole-v1__ppo__hidden-sizes=16,16,learning-rate=1e-3__2"))
                        || Files.exists(folder.resolve("CartPole-v1__ppo__learning-rate=1e-3,hidden-sizes=16,16__2")),
                runs(name -> true)::toString);
        String out = hts.out.toString();
        assertTrue(
                out.contains(
                        "learning-rate  hidden-sizes  RUNS    RETURN (95 % CI)        STEPS TO 475.00  TIME  REACHED  "
                                + "STEPS/S\n1e-3           8             2 of 2  99.99 (99.98 .. 99.99)"),
                out);
        assertTrue(
                out.endsWith("\n"
                        + "best: learning-rate 1e-3, hidden-sizes 8\n"
                        + "  hts train --algo ppo --env CartPole-v1 --seed 1 --total-timesteps 9000 --num-envs 5"
                        + " --num-steps 20 --learning-rate 1e-3 --no-anneal-lr --hidden-sizes 8\n"),
                out);
        List<String> csv = Files.readAllLines(folder.resolve("sweep.csv"));
        assertTrue(csv.get(0).startsWith("algo,env,seed,learning-rate,hidden-sizes,run_dir,state,"), csv.get(0));
        assertTrue(csv.get(8).startsWith("ppo,CartPole-v1,2,1e-3,\"16,16\",\"CartPole-v1__ppo__"), csv.get(8));
        assertEquals(
                "1e-3",
                json().get("candidates")
                        .get(0)
                        .get("settings")
                        .get("learning-rate")
                        .asText());
    }

    @Test
    void shouldTellMistakesOfGridsBeforeAnythingRuns() {
        assertEquals(
                ExitCode.MISTAKE,
                sweep(
                        "--seeds",
                        "1",
                        "--learning-rate",
                        "1e-4..1e-2",
                        "--gamma",
                        "0.9,2",
                        "--grid",
                        "clip-cof=1,2",
                        "--halving",
                        "2"));

        String err = hts.err.toString();
        assertTrue(err.contains("must not hold a range without a search"), err);
        assertTrue(err.contains("--gamma 2.0: it must be in [0, 1]"), err);
        assertTrue(err.contains("did you mean clip-coef?"), err);
        assertTrue(err.contains("--halving 2: it is for a search"), err);
        assertEquals(List.of(), ran);
        assertFalse(Files.exists(folder));
    }

    @Test
    void shouldRankACandidateWithAFailedRunBehindTheOthers() {
        assertEquals(
                ExitCode.FAILED,
                sweep(
                        (config, attached) -> {
                            if (config.seed() == 2 && learningRate(config) == 1e-3) {
                                throw new TrainingFailedException("learner", new IllegalStateException("for the test"));
                            }
                            return train(config, attached, false);
                        },
                        "--seeds",
                        "1,2",
                        "--learning-rate",
                        "1e-3,1e-2,1e-1"));

        assertTrue(hts.out.toString().contains("\nbest: learning-rate 1e-2\n"), hts.out::toString);
    }

    // ---- searches

    @Test
    void shouldGiveTheBestOfASearchAllTimesteps() throws IOException {
        assertEquals(
                ExitCode.OK,
                sweep("--seeds", "1", "--search", "9", "--learning-rate", "1e-5..1e-1"),
                hts.err::toString);

        assertEquals(
                "1000 x 9, 3000 x 3, 9000 x 1",
                "1000 x " + count(1000) + ", 3000 x " + count(3000) + ", 9000 x " + count(9000));
        double best = learningRate(ran.stream()
                .min(Comparator.comparingDouble(c -> Math.abs(Math.log10(learningRate(c)) + 3)))
                .orElseThrow());
        assertEquals(best, learningRate(ran.get(ran.size() - 1)));
        String out = hts.out.toString();
        assertTrue(out.contains("round 1: 9 candidates to 1,000 timesteps\n"), out);
        assertTrue(out.contains("round 3: 1 candidate to 9,000 timesteps\n"), out);
        assertTrue(out.contains("[13/13] ppo learning-rate "), out);
        assertTrue(out.contains("learning-rate  TIMESTEPS  RUNS"), out);
        assertEquals(9, json().get("candidates").size());
        assertTrue(json().get("best").asText().contains("--total-timesteps 9000"), json()::toString);
    }

    private long count(long timesteps) {
        return ran.stream().filter(run -> run.totalTimesteps() == timesteps).count();
    }

    @Test
    void shouldDrawTheSameAgainAndTheRestOfALongerSearch() throws IOException {
        sweep("--seeds", "1", "--search", "4", "--halving", "1", "--learning-rate", "1e-5..1e-1");
        ran.clear();

        assertEquals(
                ExitCode.OK,
                sweep("--seeds", "1", "--search", "6", "--halving", "1", "--learning-rate", "1e-5..1e-1"),
                hts.err::toString);

        assertEquals(2, ran.size());
        assertTrue(ran.stream().allMatch(run -> run.totalTimesteps() == 9000));
        assertEquals(6, runs(name -> true).size());
    }

    /** Minibatches that do not divide the batch are drawn again. */
    @Test
    void shouldDrawAgainWhatCannotBeRunTogether() {
        assertEquals(
                ExitCode.OK,
                sweep(
                        "--seeds",
                        "1",
                        "--search",
                        "5",
                        "--halving",
                        "1",
                        "--num-envs",
                        "3..20",
                        "--num-minibatches",
                        "3"),
                hts.err::toString);

        assertEquals(5, ran.size());
        assertTrue(hts.out.toString().contains("combinations that cannot be run were drawn again, since --"));
    }

    @Test
    void shouldRunAllWhereThereIsNoMoreToDraw() {
        assertEquals(ExitCode.OK, sweep("--seeds", "1", "--search", "50", "--learning-rate", "1e-3,1e-4"));

        assertEquals(2, ran.size());
    }

    @Test
    void shouldSayWhatASearchNeeds() {
        assertEquals(ExitCode.MISTAKE, sweep("--seeds", "1", "--search", "5"));
        assertTrue(hts.errors().contains("--search 5: it needs settings to search in"), hts.err::toString);
        assertEquals(
                ExitCode.MISTAKE,
                sweep("--seeds", "1", "--search", "5", "--total-timesteps", "1000..2000"),
                hts.err::toString);
        assertTrue(
                hts.errors().contains("--total-timesteps: it must be one number, of which halving gives parts"),
                hts.err::toString);
    }

    // ---- the journal

    @Test
    void shouldGoOnWithTheFolderAlone() throws IOException {
        assertEquals(
                ExitCode.INTERRUPTED,
                sweep(
                        (config, attached) -> train(config, attached, ran.size() == 2),
                        "--seeds",
                        "1",
                        "--search",
                        "4",
                        "--halving",
                        "2",
                        "--learning-rate",
                        "1e-5..1e-1"));
        assertTrue(hts.out.toString().endsWith("continue with: hts sweep --out " + folder + "\n"), hts.out::toString);
        assertEquals("", hts.err.toString(), "one way to go on is enough");
        assertEquals(3, ran.size());
        Files.writeString(
                folder.resolve("journal.jsonl"),
                Files.readString(folder.resolve("journal.jsonl")) + "{\"run\": \"CartPo"); // a killed process

        assertEquals(ExitCode.OK, goOn(), hts.err::toString);

        assertEquals(3 + 5, ran.size(), "two were done, the stopped one runs again");
        assertTrue(hts.out.toString().contains("done before, return "), hts.out::toString);
        List<String> journal = Files.readAllLines(folder.resolve("journal.jsonl"));
        assertEquals(
                2,
                journal.stream().filter(line -> line.contains("\"arguments\"")).count());
        assertEquals(
                8, journal.stream().filter(line -> line.contains("\"ended\"")).count());
        assertTrue(journal.get(0).contains("\"--search\",\"4\""), journal.get(0));
        assertFalse(journal.get(0).contains("sweep-dir"), journal.get(0));
    }

    @Test
    void shouldSayHowToGoOnWhereAllElseIsQuiet() {
        assertEquals(
                ExitCode.INTERRUPTED,
                sweep((config, attached) -> train(config, attached, true), "--seeds", "1,2", "--quiet"));

        assertEquals("stopped; continue with 'hts sweep --out " + folder + "'\n", hts.err.toString());
        assertEquals("", hts.out.toString());
    }

    @Test
    void shouldTellOfARunThatWasStoppedBeforeItsFirstInterval() {
        assertEquals(
                ExitCode.INTERRUPTED,
                sweep(
                        (config, attached) -> {
                            throw new TrainingFailedException("run", RunAbortedException.INSTANCE);
                        },
                        "--seeds",
                        "1,2"));

        assertTrue(
                hts.out.toString().contains("[1/2] ppo seed 1: stopped before an interval was complete\n"),
                hts.out::toString);
    }

    @Test
    void shouldAskForEverythingWhereTheFolderHasNoJournal() {
        assertEquals(ExitCode.MISTAKE, goOn());

        assertTrue(hts.errors().contains("--seeds: it must be given"), hts.err::toString);
    }
}
