package io.htsrl.experiments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.Hts;
import io.htsrl.cli.rundir.CsvLine;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs each experiment once on a tiny grid, through the command line. */
@Tag("slow")
class ExperimentTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path folder;

    private int run(String arguments) {
        List<String> all = new ArrayList<>(List.of("experiment"));
        all.addAll(List.of(arguments.split(" ")));
        if (!arguments.contains("--help")) {
            all.addAll(List.of("--out", folder.toString()));
        }
        return hts(all.toArray(String[]::new));
    }

    private int hts(String... arguments) {
        return Hts.program(arguments)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
    }

    /** The rows of a table. */
    private List<Row> table(String name) throws IOException {
        List<String> lines = Files.readAllLines(folder.resolve(name + ".csv")).stream()
                .filter(line -> !line.startsWith("#"))
                .toList();
        List<String> columns = CsvLine.split(lines.get(0));
        return lines.stream()
                .skip(1)
                .map(line -> Row.of(columns, CsvLine.split(line)))
                .toList();
    }

    private void assertWritten(String... files) {
        for (String file : files) {
            assertTrue(Files.exists(folder.resolve(file)), () -> file + " is missing\n" + out + err);
        }
    }

    @Test
    void shouldMeasureStepTimes() throws IOException {
        String command = "step-time --distributions exponential,constant --mean 1ms --num-envs 4 --sync-intervals 8 "
                + "--schedules hts,sync --seconds 0.01 --intervals 2";

        assertEquals(0, run(command), err::toString);

        assertTrue(
                out.toString()
                        .lines()
                        .filter(line -> !line.contains(folder.toString())) // which is as long as it is
                        .allMatch(line -> line.length() <= 100),
                out::toString);
        assertTrue(out.toString().contains("all 28 columns in "), out::toString);
        List<Row> rows = table("step-time");
        assertEquals(
                List.of("sync", "hts", "sync", "hts"),
                rows.stream().map(r -> r.text("schedule")).toList());
        assertEquals(4000, rows.get(1).number("bound"));
        assertTrue(rows.get(1).number("claim_1") < 4000, rows::toString);
        assertEquals("", rows.get(3).text("claim_1"));
        assertTrue(rows.stream().allMatch(r -> r.number("steps_per_s") > 0), rows::toString);
        assertTrue(rows.get(1).number("speedup") > 0, rows::toString);
        assertWritten(
                "step-time-throughput-over-distribution.png",
                "step-time-throughput-over-distribution.svg",
                "step-time-speedup-over-distribution.png");
        assertTrue(Files.readAllLines(folder.resolve("step-time.csv"))
                .get(0)
                .startsWith("# hts experiment step-time --distributions exponential,constant"));
    }

    /** Recorded times are kept, so that a continued experiment predicts from the same times. */
    @Test
    void shouldMeasureTheTimesOfAnEnvironmentsOwnSteps() throws IOException {
        String command = "step-time --distributions own,constant --mean 1ms --num-envs 4 --sync-intervals 8 "
                + "--executors 2 --schedules hts --seconds 0.01 --intervals 2 --own-steps 50";
        assertEquals(0, run(command), err::toString);

        List<Row> rows = table("step-time");
        assertEquals(
                List.of("own own burn", "constant 1ms block"),
                rows.stream()
                        .map(r -> r.text("distribution") + " " + r.text("mean") + " " + r.text("work"))
                        .toList());
        String claim = rows.get(0).text("claim_1"); // none where another program's work made the times vary too much
        assertTrue(claim.isEmpty() || Double.parseDouble(claim) > 0, rows::toString);
        assertTrue(rows.get(0).number("simulated") <= rows.get(0).number("bound"), rows::toString);
        assertTrue(out.toString().contains("own step times of CartPole-v1: 50 steps of one replica"), out::toString);
        assertTrue(out.toString().contains("shape of the gamma distribution of these"), out::toString);

        List<String> times = Files.readAllLines(folder.resolve("own-step-times.csv"));
        assertEquals(50, times.stream().filter(line -> !line.startsWith("#")).count());
        assertEquals(0, run(command), err::toString);
        assertEquals(times, Files.readAllLines(folder.resolve("own-step-times.csv")));
    }

    /** The experiment records another environment's times once. */
    @Test
    void shouldReplayTheTimesOfAnotherEnvironment() throws IOException {
        String command = "step-time --distributions recorded:Acrobot-v1 --num-envs 4 --sync-intervals 8 "
                + "--schedules hts --seconds 0.01 --intervals 2 --own-steps 60";
        assertEquals(0, run(command), err::toString);

        List<Row> rows = table("step-time");
        assertEquals(
                "recorded:Acrobot-v1 own block",
                String.join(
                        " ",
                        rows.get(0)
                                .only(List.of("distribution", "mean", "work"))
                                .texts()));
        assertTrue(rows.get(0).number("simulated") > 0, rows::toString); // what is claimed: PredictionTest
        assertEquals("", rows.get(0).text("variance_ms2"));
        Path times = folder.resolve("Acrobot-v1").resolve("own-step-times.csv");
        assertTrue(out.toString().contains("own step times of Acrobot-v1: 60 steps"), out::toString);
        String recorded = Files.readString(times);
        assertEquals(0, run(command.replace("intervals 8 ", "intervals 8,16 ")), err::toString);
        assertEquals(recorded, Files.readString(times));
    }

    /** Figure 3 of the paper shows it. */
    @Test
    void shouldDrawTheTimeOfARolloutOverIntervalAndVariance() throws IOException {
        assertEquals(
                0,
                run("step-time --distributions gamma(4),exponential --mean 200us --num-envs 4 --sync-intervals 4,16 "
                        + "--schedules hts --seconds 0.01 --intervals 2"),
                err::toString);

        assertWritten("step-time-time-over-sync_interval.png", "step-time-time-over-variance.svg");
        List<Row> rows = table("step-time");
        assertEquals(0.01, rows.get(0).number("variance_ms2"), 1e-9);
        assertEquals(0.04, rows.get(2).number("variance_ms2"), 1e-9);
        for (Row row : rows) { // which claim is greater: ClaimOneTest, since the measured costs count here
            assertEquals(1e5 / row.number("claim_1"), row.number("claim_1_time_s"), 1e-3);
            assertEquals(1e5 / row.number("steps_per_s"), row.number("time_s"), 1e-3);
        }
    }

    @Test
    void shouldMeasureOnlyTheCellsThatAreNotFinished() throws IOException {
        String command = "step-time --mean 100us --num-envs 2 --sync-intervals 4 --schedules hts --seconds 0.01 "
                + "--intervals 2 --distributions ";
        run(command + "constant");
        List<Row> before = table("step-time");
        out.getBuffer().setLength(0);

        assertEquals(0, run(command + "constant,uniform"), err::toString);

        assertTrue(out.toString().contains("distribution constant: done before"), out::toString);
        assertFalse(out.toString().contains("distribution uniform: done before"), out::toString);
        assertEquals(
                before.get(0).text("steps_per_s"), table("step-time").get(0).text("steps_per_s"));
    }

    @Test
    void shouldFindEqualBitsForEveryNumberOfActorsAndFailWhereTheyDiffer() throws IOException {
        String command = "actors --actors 0,2 --seeds 1,2 --steps 1000";
        assertEquals(0, run(command), err::toString);

        List<Row> rows = table("actors");
        assertEquals(
                List.of("equal", "equal"),
                rows.stream().map(r -> r.text("bits")).toList());
        assertEquals(rows.get(0).text("return"), rows.get(1).text("return"));
        assertWritten("actors-steps_per_s.png", "actors-steps_per_s.svg", "actors-return.png", "actors-return.svg");

        Path cells = folder.resolve("cells.csv");
        String digest = table("cells").get(3).text("digest");
        String text = Files.readString(cells);
        Files.writeString(
                cells,
                text.substring(0, text.lastIndexOf(digest)) + "0" + digest.substring(1)
                        + text.substring(text.lastIndexOf(digest) + digest.length()));

        assertEquals(1, run(command), out::toString);

        assertEquals("differ", table("actors").get(0).text("bits"));
        assertTrue(err.toString().contains("error: digests differ over --actors"), err::toString);
    }

    @Test
    void shouldTrainOverSyncIntervals() throws IOException {
        assertEquals(0, run("sync-interval --sync-intervals 16,32 --seeds 1 --steps 1024 --algos a2c"), err::toString);

        assertEquals(
                List.of("4", "2"),
                table("sync-interval").stream().map(r -> r.text("intervals")).toList());
        assertWritten("sync-interval-steps_per_s.png", "sync-interval-return.svg");
    }

    @Tag("thorough")
    @Test
    void shouldDrawLearningCurves() throws IOException {
        assertEquals(
                0,
                run("learning-curves --envs CartPole-v1 --seeds 1,2 --steps 2048 --evaluations 4 "
                        + "--step-time exponential:50us --eval-episodes 1"),
                err::toString);

        List<Row> rows = table("learning-curves");
        assertEquals(
                StepTimeExperiment.known(),
                rows.stream().map(r -> r.text("schedule")).toList());
        assertTrue(rows.stream().allMatch(r -> r.number("final_metric") > 0), rows::toString);
        assertWritten(
                "learning-curves-CartPole-v1-ppo-over-steps.png",
                "learning-curves-CartPole-v1-ppo-over-time.svg",
                "runs/CartPole-v1__ppo__hts__1/summary.json");
        assertTrue(table("learning-curves-CartPole-v1-ppo-over-steps").stream()
                .allMatch(r -> r.number("return_low") <= r.number("return")));
    }

    /** Each seed is evaluated once, at a time of its own: no moment has a mean of both. */
    @Test
    void shouldDrawNoCurveOverTimesThatNoTwoSeedsShare() throws IOException {
        assertEquals(
                0,
                run("learning-curves --envs CartPole-v1 --schedules sync --seeds 1,2 --steps 2048 --evaluations 1 "
                        + "--step-times none --eval-episodes 1"),
                err::toString);

        assertEquals(1, table("learning-curves").size());
        assertWritten("learning-curves-CartPole-v1-ppo-none-over-steps.csv");
        assertFalse(Files.exists(folder.resolve("learning-curves-CartPole-v1-ppo-none-over-time.csv")));
    }

    /** Runs that would take hours: each ends when its part of the time is over, and its results so far count. */
    @Test
    void shouldEndEachRunWhenItsPartOfTheMinutesIsOver() throws IOException {
        String command = "learning-curves --envs CartPole-v1 --algos a2c --schedules sync --seeds 1 --steps 100000000 "
                + "--evaluations 200000 --step-times none,constant:100us --eval-episodes 1 --minutes 0.005";
        assertEquals(0, run(command), err::toString);

        List<Row> rows = table("learning-curves");
        assertEquals(
                List.of("none", "constant:100us"),
                rows.stream().map(r -> r.text("step_time")).toList());
        assertTrue(rows.stream().allMatch(r -> r.number("time_limit_s") >= 0.15), rows::toString);
        assertWritten(
                "learning-curves-CartPole-v1-a2c-none-over-time.png",
                "learning-curves-CartPole-v1-a2c-constant-100us-over-time.png",
                "runs/CartPole-v1__a2c__constant-100us__sync__1/summary.json");
        out.getBuffer().setLength(0);
        assertEquals(0, run(command), err::toString);
        assertEquals(2, out.toString().split("done before", -1).length - 1, out::toString);
    }

    @Test
    void shouldMeasureLag() throws IOException {
        assertEquals(
                0,
                run("policy-lag --num-envs 2 --learner-times 100us --step-time exponential:1ms --seconds 0.1"),
                err::toString);

        List<Row> rows = table("policy-lag");
        assertEquals("1.000", rows.get(1).text("queue_lag"));
        assertTrue(rows.get(0).number("queue_lag") >= 0, rows::toString);
        assertTrue(rows.get(0).number("load") > 0, rows::toString);
        assertWritten("policy-lag-over-num-envs.png", "policy-lag-over-num-envs.svg");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "step-time --distributions bogus | --distributions bogus:5ms:block: it must read",
                "step-time --distributions recorded:Nowhere-v0 | --distributions recorded:Nowhere-v0: it",
                "step-time --schedule hts | --schedule: it must not be given",
                "learning-curves --minutes 0 | --minutes 0: it must be a number above 0",
                "learning-curves --step-times none --step-time none | --step-time: it must not be given",
                "actors --trace none | --trace: it must not be given, since the experiment has no use for it",
                "step-time --schedules htss | --schedules htss: it must be one of",
                "step-time --num-envs 4,4 | --num-envs 4,4: it must name each value once",
                "step-time --repetitions 0 | --repetitions 0: it must be a whole number of at least 1",
                "step-time --mean 0ms | --mean 0ms: it must be a time above 0",
                "step-time --seconds x | --seconds x: it must be a number above 0",
                "step-time --learning-rat 1 | --learning-rat: it is a flag neither of hts experiment step-time nor of hts train; did you mean --learning-rate?",
                "step-time --distribution x | --distribution: it is a flag neither of hts experiment step-time nor of hts train; did you mean --distributions?",
                "step-time --track | --track: it is a flag neither of hts experiment step-time nor of hts train; give --logger wandb",
                "step-time --lr fast | --learning-rate fast: it must be a number",
                "actors --actors 1,-1 | --actors -1: it must be",
                "sync-interval --seeds 3-1 | --seeds 3-1: it must have ranges that rise",
                "learning-curves --envs Nowhere-v0 | --envs Nowhere-v0: it must name an environment",
                "actors --eval-every 10 | --eval-every: it is for 'hts train', and would be dropped here; remove it",
                "policy-lag --learner-times 5 | --learner-times 5: it must be a time",
                "policy-lag --step-time none | --step-time none: it must be a time above 0",
                "policy-lag --step-time constant:0ms | --step-time constant:0s: it must be a time above 0",
                "policy-lag --env-id Acrobot-v1 --step-time x | --step-time x: it must read",
                "step-time --env-id Acrobot-v1 --timesteps 9 | --total-timesteps: it must not be given"
            })
    void shouldReportMistakesBeforeAnythingRuns(String arguments, String message) throws IOException {
        assertEquals(2, run(arguments), out::toString);

        assertTrue(err.toString().replace("\n    ", "; ").contains(message), err::toString);
        assertFalse(err.toString().contains("\tat "), err::toString);
        assertTrue(err.toString().contains("'hts experiment " + arguments.split(" ")[0] + " --help'"), err::toString);
        try (var files = Files.list(folder)) {
            assertEquals(0, files.count());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "experiment foo | foo: it is not a command of hts experiment; 'hts experiment --help' lists the commands",
                "experiment step | step: it is not a command of hts experiment; did you mean hts experiment step-time?",
                "experiment step-time --seconds | --seconds: it must be given with a value; write --seconds S",
                "plot runs/a | --out: it must be given, or --html; give --out curves.png, for example",
                "plot --out a.png | RUN: it must be given, or --zoo; give a run directory, the folder of a sweep, or --zoo all",
                "plot runs/a --out a.png --nonsense | --nonsense: it is not a flag of hts plot; 'hts plot --help' lists the flags"
            })
    void shouldReportArgumentsThatCannotBeParsed(String arguments, String line) {
        assertEquals(2, hts(arguments.split(" ")));

        assertEquals(
                "error: " + line,
                err.toString().replace("\n    ", "; ").lines().findFirst().orElse(""));
        assertFalse(err.toString().contains("Usage:"), err::toString);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "step-time --num-envs 4,8 --learning-rate 1e-3 | num-envs: 4 ",
                "policy-lag | step-time: \"exponential:20ms\" ",
                "learning-curves --seeds 4,5 | seed: 4 ",
                "step-time --env-id Acrobot-v1 | env: \"Acrobot-v1\" ",
                "step-time --n-envs=8 | num-envs: 8 ",
                "actors --timesteps 5000 | total-timesteps: 5000 "
            })
    void shouldPrintTheFirstCellsSettingsAndRunNothing(String arguments, String line) throws IOException {
        assertEquals(0, run(arguments + " --print-config"), err::toString);

        String name = arguments.split(" ")[0];
        assertTrue(out.toString().startsWith("# Everything that 'hts experiment " + name + "' would run, "));
        assertTrue(out.toString().matches("(?s).*\n# Of \\d+ cells this is the first: .*"), out::toString);
        assertTrue(out.toString().contains("\n" + line), out::toString);
        try (var files = Files.list(folder)) {
            assertEquals(0, files.count());
        }
    }

    @Test
    void shouldListTheExperimentsWithoutAName() {
        assertEquals(2, hts("experiment"));

        assertTrue(err.toString().contains("learning-curves"), err::toString);
    }

    @ParameterizedTest
    @CsvSource({"step-time", "policy-lag", "actors", "sync-interval", "learning-curves"})
    void shouldExplainItself(String experiment) {
        assertEquals(0, run(experiment + " --help"), err::toString);

        assertTrue(out.toString().contains("hts experiment " + experiment), out::toString);
        assertTrue(out.toString().contains("--out"), out::toString);
    }
}
