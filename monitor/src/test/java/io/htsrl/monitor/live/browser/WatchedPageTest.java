package io.htsrl.monitor.live.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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

/** Tests {@code hts watch} in a real browser, if one exists. */
class WatchedPageTest {
    @TempDir
    private Path folder;

    private static Browser browser;
    private WatchedRuns watched;

    /** Starts one for all tests: to start it takes longer than most of them. */
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
        browser.await("document.querySelectorAll('figure canvas').length >= 4");
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

    /** A run that is equal but for a setting, such as its seed. */
    private Path run(String name, int lines, String setting) throws IOException {
        Path run = run(name, lines);
        Path config = run.resolve("config.yaml");
        String key = setting.substring(0, setting.indexOf(':'));
        String others = Files.readString(config).replaceAll("(?m)^" + key + ":.*\\R", "");
        Files.writeString(config, others + setting + "\n");
        return run;
    }

    private static void awaitCurve() {
        browser.await("document.querySelector('[data-curve=mean_return_100] .u-over')");
    }

    private static String text(String selector) {
        return browser.evaluate("document.querySelector(\"" + selector + "\").textContent")
                .asText();
    }

    private static void click(String selector) {
        browser.evaluate("document.querySelector(\"" + selector + "\").click()");
    }

    private static void set(String id, String value) {
        browser.evaluate("e = document.getElementById('" + id + "'); e.value = '" + value
                + "'; e.dispatchEvent(new Event('input', {bubbles: true}))");
    }

    /** Moves the mouse over the return's chart, to a point of the first run. */
    private static void hover(int point) {
        browser.evaluate("t = document.querySelector('[data-curve=mean_return_100]').tile; o = t.plot.over;"
                + " b = o.getBoundingClientRect(); x = b.left + t.plot.valToPos(hts.runs[0].tables.metrics.timesteps["
                + point + "], 'x'); m = {clientX: Math.round(x), clientY: b.top + 20, bubbles: true};"
                + " o.dispatchEvent(new MouseEvent('mouseenter', m)); o.dispatchEvent(new MouseEvent('mousemove', m))");
        browser.await("!document.getElementById('tip').hidden");
    }

    private static String labels(String of) {
        return browser.evaluate("document.querySelector('[data-curve=" + of
                        + "]').tile.plot.series.slice(1).map(s => s.label).join()")
                .asText();
    }

    @Test
    void shouldShowTheReturnFirstAndOnlyWhatTheRunHas() throws IOException {
        browser.show(1600, 900, false);
        watch(run("a", 300));
        browser.await("document.querySelectorAll('#top .u-over').length === 2");

        assertEquals(
                "mean_return_100,evaluation,policy_loss,entropy,steps_per_second,lag",
                browser.evaluate("[...document.querySelectorAll('[data-curve]')].map(f => f.dataset.curve).join()")
                        .asText());
        assertTrue(browser.evaluate(
                        "document.querySelector('[data-curve=evaluation]').getBoundingClientRect().bottom < 900")
                .asBoolean());
        assertEquals(
                "learning,machine",
                browser.evaluate("[...document.querySelectorAll('.group')].filter(g => g.checkVisibility())"
                                + ".map(g => g.id).join()")
                        .asText());
        assertEquals(
                0,
                browser.evaluate("document.querySelector('[data-curve=lag]').tile.plot?.scales.y.min ?? 0")
                        .asInt());
        assertTrue(text("#settings-text").contains("differ"), text("#settings-text"));
    }

    @Test
    void shouldShowTheExponentOfPrioritiesOnlyWithPriorities() throws IOException {
        Path without = run("without", 5);
        String line = "{\"interval\":5,\"timesteps\":1920,\"buffer_size\":99,\"per_beta\":0.4";
        Files.writeString(without.resolve("metrics.jsonl"), line + "}\n", StandardOpenOption.APPEND);
        watch(without);
        browser.await("document.querySelector('[data-curve=buffer_size]')");
        assertTrue(browser.evaluate("document.querySelector('[data-curve=per_beta]') === null")
                .asBoolean());
        assertTrue(browser.evaluate("document.getElementById('replay').checkVisibility()")
                .asBoolean());

        watched.close();
        Path with = run("with", 5);
        Files.writeString(with.resolve("metrics.jsonl"), line + ",\"priority_p50\":2}\n", StandardOpenOption.APPEND);
        watch(with);
        browser.await("document.querySelector('#replay [data-curve=per_beta]')");
    }

    @Test
    void shouldShowTheValuesOfAllRunsAtTheCursor() throws IOException {
        Path a = run("a", 50);
        watch(a, run("b", 50, "seed: 2"));
        awaitCurve();
        hover(30);

        String value = String.format(Locale.ROOT, "%.2f", column(a, "mean_return_100")[30]);
        String tip = text("#tip");
        assertTrue(tip.contains(value + " a") && tip.contains(value + " b"), tip + " without " + value);
        Files.writeString(a.resolve("metrics.jsonl"), WatchedRuns.lines(50, 51), StandardOpenOption.APPEND);
        browser.await("document.querySelector('[data-curve=policy_loss]').tile.plot?.data[0].length === 51");
        assertFalse(
                browser.evaluate("document.getElementById('tip').hidden").asBoolean(), "other charts are drawn again");
    }

    @Test
    void shouldKeepWhatTheUserChoosesInTheLink() throws IOException {
        Path[] runs = {run("a", 50), run("b & c", 50, "seed: 2")};
        watch(runs);
        awaitCurve();
        assertEquals("a,b & c", labels("mean_return_100"));

        click("button.run[data-run='1']");
        click("input[value=wall_seconds]");
        click("#log");
        set("smooth", "0.5");
        set("find", "return");
        click("#machine summary");
        click("[data-sort=seed] button");
        browser.await("location.hash.includes('machine')");
        String link = browser.evaluate("location.href").asText();
        browser.open("about:blank");
        browser.open(link);
        awaitCurve();

        assertEquals("a,a (raw)", labels("mean_return_100"));
        assertEquals(
                "false",
                browser.evaluate("document.querySelector(\"button.run[data-run='1']\").ariaPressed")
                        .asText());
        assertEquals(
                "wall_seconds true 0.5 return false",
                browser.evaluate(
                                "[document.querySelector('input[name=x]:checked').value,"
                                        + " document.getElementById('log').checked, document.getElementById('smooth').value,"
                                        + " document.getElementById('find').value, document.getElementById('machine').open].join(' ')")
                        .asText());
        assertEquals(
                "ascending",
                browser.evaluate("document.querySelector('[data-sort=seed]').ariaSort")
                        .asText());
        assertEquals(
                "mean_return_100,evaluation",
                browser.evaluate("[...document.querySelectorAll('[data-curve]')].filter(f => f.checkVisibility())"
                                + ".map(f => f.dataset.curve).join()")
                        .asText());
        assertEquals(List.of(), browser.complaints());
    }

    @Test
    void shouldZoomAllChartsByDraggingAndResetByAButton() throws IOException {
        watch(run("a", 50));
        awaitCurve();
        browser.evaluate("p = document.querySelector('[data-curve=mean_return_100]').tile.plot;"
                + " p.setSelect({left: 100, top: 0, width: 200, height: 50})");
        browser.await("document.querySelector('[data-curve=evaluation]').tile.plot.scales.x.min > 1000");
        assertTrue(browser.evaluate("location.hash").asText().startsWith("#zoom="));
        click("#whole");
        browser.await("document.querySelector('[data-curve=evaluation]').tile.plot.scales.x.min < 1000");
    }

    @Test
    void shouldSaveTheValuesOfTheFile() throws IOException {
        Path run = run("=a\"b", 50);
        watch(run);
        awaitCurve();
        browser.evaluate("make = URL.createObjectURL; URL.createObjectURL = b => { saved = b; return make(b); }");
        click("[data-curve=mean_return_100] .save button");
        browser.await("saved");

        String[] rows = browser.evaluate("saved.text()").asText().split("\n");
        assertEquals("run,timesteps,mean_return_100", rows[0]);
        assertEquals("\"'=a\"\"b\",320,", rows[1]);
        double[] values = column(run, "mean_return_100");
        for (int i = 1; i < values.length; i++) {
            assertEquals(
                    "\"'=a\"\"b\"," + 320 * (i + 1) + "," + browser.evaluate(Double.toString(values[i])), rows[i + 1]);
        }
        browser.evaluate("saved = null");
        click("[data-curve=mean_return_100] .save button:last-child");
        browser.await("saved");
        assertEquals("image/png", browser.evaluate("saved.type").asText());
    }

    @Test
    void shouldListAndSortTheSettingsThatDiffer() throws IOException {
        watch(run("a", 20, "num-envs: 16"), run("b", 20, "num-envs: 4"), run("c", 20, "num-envs: 128"));

        assertEquals("num-envs", text("[data-sort^=setting-] button"));
        for (String order : List.of("bac", "cab")) {
            click("[data-sort^=setting-] button");
            assertEquals(
                    order,
                    browser.evaluate("[...document.querySelectorAll('button.run')].map(b => b.textContent).join('')")
                            .asText());
        }
        click("[data-sort^=setting-] button");
        assertEquals(
                "abc",
                browser.evaluate("[...document.querySelectorAll('button.run')].map(b => b.textContent).join('')")
                        .asText());
    }

    @Test
    void shouldJoinRunsThatDifferInTheirSeedAlone() throws IOException {
        watch(run("a", 20, "seed: 1"), run("b", 40, "seed: 2"), run("c", 20, "num-envs: 4"));
        awaitCurve();
        click("#seeds");
        browser.await("document.querySelector('[data-curve=mean_return_100]').tile.drawn.length === 2");
        hover(10);

        String value = String.format(Locale.ROOT, "%.2f", column(folder.resolve("a"), "mean_return_100")[10]);
        assertTrue(text("#tip").contains("mean of 2 seeds as a"), text("#tip"));
        assertEquals(
                20 * 320,
                browser.evaluate("document.querySelector('[data-curve=mean_return_100]').tile.drawn[0].x.at(-1)")
                        .asInt(),
                "as far as both have come");
        assertTrue(text("#tip").contains(value + " c"), text("#tip"));
    }

    @Test
    void shouldReachAllControlsByKeys() throws IOException {
        watch(run("a", 50), run("b", 50, "seed: 2"));
        awaitCurve();

        assertEquals(
                "",
                browser.evaluate("[...document.querySelectorAll('button, input, select, summary, .chart')]"
                                + ".filter(e => e.checkVisibility() && e.tabIndex < 0).map(e => e.outerHTML).join()")
                        .asText());
        browser.evaluate("c = document.querySelector('.chart'); c.focus();"
                + " c.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight'}))");
        browser.await("!document.getElementById('tip').hidden");
        browser.evaluate("c.dispatchEvent(new Event('blur'))"); // the browser of a test has no focus
        browser.await("document.getElementById('tip').hidden");
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
