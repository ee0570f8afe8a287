package io.htsrl.monitor.live.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.htsrl.monitor.live.WatchedRuns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code hts watch} in a real browser; left out where there is none. */
class WatchedPageTest {
    @TempDir
    private Path folder;

    private static Browser browser;
    private WatchedRuns watched;

    /** One for all tests: to start it takes longer than most of them. */
    @BeforeAll
    static void start() throws IOException, InterruptedException {
        Optional<Path> program = Browser.find();
        assumeTrue(program.isPresent(), "no Chromium is here: apt-get install chromium, or set HTS_TEST_BROWSER");
        browser = Browser.start(program.get());
    }

    @AfterAll
    static void stop() throws IOException {
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void reset() {
        browser.reset();
    }

    @AfterEach
    void closeThePage() {
        if (watched != null) {
            watched.close();
        }
    }

    private Path run(String name, int lines) throws IOException {
        return WatchedRuns.write(folder.resolve(name), lines);
    }

    private void watch(Path... runs) {
        watched = WatchedRuns.watch(runs);
        browser.open(watched.url());
        browser.await("document.documentElement.dataset.drawn > 0");
    }

    /** Each number that the file has of a name. */
    private static double[] column(Path run, String name) throws IOException {
        ObjectMapper mapper = new ObjectMapper();
        List<String> lines = Files.readAllLines(run.resolve("metrics.jsonl"));
        double[] column = new double[lines.size()];
        for (int i = 0; i < column.length; i++) {
            JsonNode value = mapper.readTree(lines.get(i)).path(name);
            column[i] = value.isNumber() ? value.asDouble() : Double.NaN;
        }
        return column;
    }

    private void assertShowsTheFile(Path run, String name) throws IOException {
        double[] expected = column(run, name);
        JsonNode shown = browser.evaluate("hts.runs[0].tables.metrics." + name);
        assertEquals(expected.length, shown.size(), name);
        for (int i = 0; i < expected.length; i++) {
            assertEquals(
                    expected[i],
                    shown.get(i).isNull() ? Double.NaN : shown.get(i).asDouble(),
                    name + " " + i);
        }
    }

    @Test
    void shouldShowTheFiguresOfTheFile() throws IOException {
        Path run = run("a", 300);
        watch(run);

        for (String name : List.of("timesteps", "mean_return_100", "steps_per_second", "lag", "policy_loss")) {
            assertShowsTheFile(run, name);
        }
        double[] steps = column(run, "timesteps");
        assertEquals(
                String.format(Locale.ROOT, "%,d", (long) steps[steps.length - 1]),
                browser.evaluate("document.querySelector('[data-figure=timesteps]').textContent")
                        .asText());
        assertTrue(browser.evaluate("document.querySelectorAll('figure canvas').length")
                        .asInt()
                >= 4);
        assertEquals(List.of(), browser.complaints());
    }

    @Test
    void shouldFollowARunThatGrowsAndLoseNothingByAReload() throws IOException {
        Path run = run("a", 10);
        watch(run);
        Files.writeString(run.resolve("metrics.jsonl"), WatchedRuns.lines(10, 25), StandardOpenOption.APPEND);
        browser.await("hts.runs[0].tables.metrics.timesteps.length === 25");
        assertShowsTheFile(run, "mean_return_100");

        browser.open(watched.url());
        Files.writeString(run.resolve("metrics.jsonl"), WatchedRuns.lines(25, 60), StandardOpenOption.APPEND);
        browser.await("hts.runs[0].tables.metrics.timesteps.length === 60");
        assertShowsTheFile(run, "mean_return_100");
        assertShowsTheFile(run, "timesteps");
        assertEquals(List.of(), browser.complaints());
    }

    @ParameterizedTest
    @CsvSource({"375, 800, true", "1600, 1000, false"})
    void shouldFitTheScreenWithoutScrollingAside(int width, int height, boolean dark) throws IOException {
        browser.show(width, height, dark);
        watch(run("CartPole-v1__ppo__1__20261122T101112Z", 300), run("CartPole-v1__ppo__2__20261122T101113Z", 200));

        int wide = browser.evaluate("document.documentElement.scrollWidth").asInt();
        assertTrue(wide <= width, wide + " pixels in " + width);
        assertEquals(
                dark,
                browser.evaluate("getComputedStyle(document.body).backgroundColor")
                        .asText()
                        .equals("rgb(20, 22, 26)"));
        assertEquals(List.of(), browser.complaints());
    }

    @Test
    void shouldGiveEveryControlANameAndEveryPictureWords() throws IOException {
        watch(run("a", 50));

        assertEquals(
                0,
                browser.evaluate("[...document.querySelectorAll('input, button')]"
                                + ".filter(e => !e.labels?.length && !e.textContent.trim()).length")
                        .asInt());
        assertEquals(
                0,
                browser.evaluate("[...document.querySelectorAll('[role=img]')]"
                                + ".filter(e => !e.getAttribute('aria-label')).length")
                        .asInt());
        assertEquals(
                1, browser.evaluate("document.querySelectorAll('main').length").asInt());
        assertEquals("en", browser.evaluate("document.documentElement.lang").asText());
    }

    @Test
    void shouldSayThatTheServerHasGone() throws IOException {
        watch(run("a", 50));
        watched.close();
        browser.await("document.getElementById('connection').classList.contains('lost')");

        assertEquals(
                50,
                browser.evaluate("hts.runs[0].tables.metrics.timesteps.length").asInt());
    }
}
