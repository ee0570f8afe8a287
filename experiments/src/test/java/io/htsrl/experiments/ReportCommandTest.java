package io.htsrl.experiments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.htsrl.cli.CommandLineFixture;
import io.htsrl.cli.RecordedRuns;
import io.htsrl.cli.rundir.RunOutcome;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.cli.terminal.Numbers.MeanWithInterval;
import io.htsrl.monitor.live.browser.Browser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReportCommandTest {
    @TempDir
    Path parent;

    private final CommandLineFixture hts = new CommandLineFixture();

    private int report(String... words) {
        return hts.run(
                RecordedRuns.TRAINER,
                Stream.concat(Stream.of("report"), Stream.of(words)).toArray(String[]::new));
    }

    private String page(Path... runs) throws IOException {
        Path page = parent.resolve("report.html");
        String[] words = Stream.concat(Stream.of(runs).map(Path::toString), Stream.of("--out", page.toString()))
                .toArray(String[]::new);
        assertEquals(ExitCode.OK, report(words), hts::errors);
        return Files.readString(page);
    }

    private Path run(String name, String more) {
        return new RecordedRuns(parent).record(name, more).folder();
    }

    private static double training(Path run) {
        return RunOutcome.read(run, Double.NaN).meanReturn100();
    }

    @Test
    void shouldCompareMethodsOverTheirSeedsAndSayTheSameAgain() throws IOException {
        Path a1 = run("a1", "--seed 1");
        Path a2 = run("a2", "--seed 2 --executors 2");
        Path b1 = run("b1", "--seed 1 --learning-rate 0.05");
        Path b2 = run("b2", "--seed 2 --learning-rate 0.05");

        String page = page(a1, a2, b1, b2);

        assertTrue(page.contains("<h1>Report: a2c on CartPole-v1, seeds 1, 2</h1>"), page);
        String row = "<tr><th scope=\"row\">a2c, learning-rate %s</th><td>2 of 2</td><td>160</td><td>%s</td>";
        assertTrue(
                page.contains(row.formatted("0.001", MeanWithInterval.of(new double[] {training(a1), training(a2)}))),
                page);
        assertTrue(
                page.contains(row.formatted("0.05", MeanWithInterval.of(new double[] {training(b1), training(b2)}))),
                page);
        assertTrue(page.contains("P(X &gt; Y)"), page);
        for (Path run : List.of(a1, a2, b1, b2)) {
            assertTrue(page.contains(RunOutcome.read(run, Double.NaN).digest()), page);
        }
        assertFalse(page.contains("optimality gap"), "no normalisation is known");
        assertEquals(page, page(a1, a2, b1, b2));
    }

    @Test
    void shouldRefuseAZooWithoutEntriesAndASweepWithoutRuns() throws IOException {
        Path zoo = Files.createDirectory(parent.resolve("zoo"));
        Path sweep = Files.createDirectory(parent.resolve("sweep"));
        Files.createDirectory(sweep.resolve("a.unfinished-1"));
        Files.writeString(sweep.resolve("a.unfinished-1").resolve("config.yaml"), "algo: a2c\nenv: CartPole-v1\n");
        String html = parent.resolve("page.html").toString();
        for (String command : List.of("report", "plot")) {
            String out = command.equals("report") ? "--out" : "--html";

            assertEquals(
                    ExitCode.MISTAKE,
                    hts.run(RecordedRuns.TRAINER, command, "--zoo", "all", "--from", zoo.toString(), out, html));
            assertTrue(hts.errors().contains("--zoo all: it must be of a folder with entries"), hts::errors);
            assertEquals(ExitCode.MISTAKE, hts.run(RecordedRuns.TRAINER, command, sweep.toString(), out, html));
            assertTrue(hts.errors().contains("it must name a run directory, and this folder holds no"), hts::errors);
        }
    }

    @Test
    void shouldCountNeitherUnfinishedRunsNorCopies() throws IOException {
        Path one = run("one", "--seed 1");
        RecordedRuns.copy(one, parent.resolve("copy"));
        run("killed", "--seed 2");
        new RecordedRuns(parent).kill("killed", 2);

        String page = page(one, parent.resolve("copy"), parent.resolve("killed"));

        assertTrue(page.contains("<td>1 of 3</td>"), page);
        assertTrue(page.contains("killed or still going (no summary.json)"), page);
        assertTrue(page.contains("finished; does not count, a copy of another"), page);
    }

    @Test
    void shouldSayThatAsynchronousRunsPromiseNoBitsAndThatARunHasNoEpisode() throws IOException {
        String page =
                page(run("async", "--schedule async"), run("short", "--total-timesteps 8 --num-steps 2 --gamma 0.9"));

        assertTrue(page.contains("promises no bits: none: under --schedule async"), page);
        assertTrue(page.contains("<td>0 of 1</td><td>8</td><td>-</td><td>-</td><td>-</td>"), page);
    }

    @Test
    void shouldLetNoTextOfARunOutOfItsPlace() throws IOException {
        Path run = run("<b>run", "--seed 1");
        Path config = run.resolve("config.yaml");
        Files.writeString(
                config,
                Files.readString(config)
                        .replace("wait: phased", "wait: \"</style><script>alert(1)</script>{{body}}\""));
        Path manifest = run.resolve("manifest.json");
        Files.writeString(
                manifest,
                Files.readString(manifest).replaceFirst("\"model\" : \"[^\"]*\"", "\"model\" : \"<img src=x>\""));

        String page = page(run);

        assertTrue(page.contains("default-src 'none'; style-src 'unsafe-inline'"), page);
        assertTrue(page.contains("&lt;img src=x&gt;") && page.contains("&lt;b&gt;run"), page);
        assertFalse(page.matches("(?s).*<(script|img|b>run).*"), page);
        assertFalse(page.matches("(?s).*\\b(src|href|url)\\s*[=(]\"?\\w+:.*"), page);
    }

    @Test
    void shouldAggregateNormalisedScoresOfTheZoo() throws IOException {
        Path page = parent.resolve("zoo.html");

        assertEquals(
                ExitCode.OK,
                report(
                        "--zoo",
                        "a2c-Acrobot-v1,a2c-CartPole-v1",
                        "--normalize",
                        "CartPole-v1=0:500",
                        "--normalize",
                        "Acrobot-v1=-500:0",
                        "--out",
                        page.toString()),
                hts::errors);

        String text = Files.readString(page);
        assertTrue(text.contains("<h3>Normalised scores over Acrobot-v1, CartPole-v1</h3>"), text);
        assertTrue(text.contains("<td>10 of 10</td>"), text);
        assertTrue(text.contains("mean return of 100 greedy episodes"), text);
    }

    /** It scores two environments; the gap counts 1.5 as 1. */
    @Test
    void shouldGiveTheFiguresOfRliable() {
        ReportScores scores = new ReportScores(new double[][] {{0.5, 1.5}, {0.25, 0.25}});

        assertEquals(0.625, scores.mean().mean());
        assertEquals(0.625, scores.median().mean());
        assertEquals(0.375, scores.interquartileMean().mean());
        assertEquals(0.5, scores.optimalityGap().mean());
        assertEquals(
                0.75,
                scores.improvementOver(new ReportScores(new double[][] {{0, 0}, {0.25, 0.25}}))
                        .mean());
    }

    /** Needs a real browser, or is left out. */
    @Test
    void shouldFitANarrowScreen() throws IOException, InterruptedException {
        Optional<Path> program = Browser.find();
        assumeTrue(program.isPresent(), "no Chromium is here: apt-get install chromium, or set HTS_TEST_BROWSER");
        page(run("one", "--seed 1"), run("two", "--seed 2"), run("three", "--seed 1 --gamma 0.9"));
        try (Browser browser = Browser.start(program.get())) {
            browser.show(375, 800, true);
            browser.open(parent.resolve("report.html").toUri().toString());
            browser.await("document.readyState === 'complete'");
            assertTrue(browser.evaluate("document.documentElement.scrollWidth").asInt() <= 375);
            assertEquals(
                    2,
                    browser.evaluate("document.querySelectorAll('polyline').length")
                            .asInt());
            assertEquals(List.of(), browser.complaints());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--out r.html|RUN: it must be given, or --zoo",
                "--zoo all|--out: it must be given",
                "--zoo all --out r.pdf|must end in .html",
                "--zoo all --out nowhere/r.html|must name a file in a folder that is there",
                "--zoo nothing --out r.html|must name an entry",
                "--zoo all --normalize CartPole-v1=1:1 --out r.html|must be ENV=LOW:HIGH with LOW below HIGH",
                "nowhere --out r.html|there is no such folder",
            })
    void shouldRefuseWrongWordsOnce(String words, String message) {
        assertEquals(ExitCode.MISTAKE, report(words.split(" ")));
        assertTrue(hts.errors().contains(message), hts::errors);
        assertEquals(1, hts.mistakes().size(), hts::errors);
    }
}
