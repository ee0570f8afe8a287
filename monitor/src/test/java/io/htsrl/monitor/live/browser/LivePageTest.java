package io.htsrl.monitor.live.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.monitor.SmallRuns;
import io.htsrl.monitor.live.LiveRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests {@code hts train --live} in a real browser, if one exists. */
class LivePageTest {
    private static final String CANVAS = "c = document.getElementById('picture'); ";

    @TempDir
    private Path folder;

    private static Browser browser;

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

    private LiveRun run() throws InterruptedException {
        return new LiveRun(new SmallRuns(folder), "a", "--live --executors 2 --log-interval 1", 6);
    }

    private String text(String id) {
        return browser.evaluate("document.getElementById('" + id + "').textContent")
                .asText();
    }

    @Test
    void shouldShowTheRunAtBothWidths() throws IOException, InterruptedException {
        try (LiveRun run = run()) {
            browser.show(375, 800, true);
            browser.open(run.url());
            browser.await("hts.now && hts.now.strip && !document.getElementById('strip-figure').hidden");

            assertEquals(
                    4,
                    browser.evaluate("document.querySelectorAll('.replica').length")
                            .asInt());
            assertEquals(
                    "224",
                    browser.evaluate("document.querySelector('[data-figure=timesteps]').textContent")
                            .asText());
            assertTrue(text("replicas-text").contains("at the barrier"), text("replicas-text"));
            assertEquals(
                    "executor × 2, learner × 1",
                    browser.evaluate(
                                    "[...document.getElementById('roles').rows].map(r => r.cells[0].textContent).join(', ')")
                            .asText(),
                    "executors that serve themselves need no actors");
            for (String group : List.of("replay", "nodes")) {
                assertTrue(
                        browser.evaluate(
                                        "getComputedStyle(document.getElementById('" + group + "')).display === 'none'")
                                .asBoolean(),
                        group);
            }
            assertFits(375);
            browser.show(1600, 1000, false);
            assertFits(1600);
            assertEquals(List.of(), browser.complaints());
        }
    }

    private static void assertFits(int width) {
        int wide = browser.evaluate("document.documentElement.scrollWidth").asInt();
        assertTrue(wide <= width, wide + " pixels in " + width);
    }

    @Test
    void shouldPressButtonsWithTheTokenOfTheUrlAlone() throws IOException, InterruptedException {
        try (LiveRun run = run()) {
            browser.open(run.url());
            browser.await("hts.now && hts.now.strip");
            browser.evaluate("document.getElementById('stop').click()");
            browser.await("document.getElementById('answer').textContent.includes('token')");

            browser.evaluate("document.getElementById('token').value = '" + run.token() + "'");
            browser.evaluate("document.getElementById('checkpoint').click()");
            browser.await("document.getElementById('answer').textContent.includes('next swap')");
            assertEquals(ExitCode.OK, run.end());
        }
        assertTrue(Files.isDirectory(folder.resolve("a/checkpoints")));
    }

    @Test
    void shouldTakeTheTokenFromTheUrlAndHideIt() throws IOException, InterruptedException {
        try (LiveRun run = run()) {
            browser.open(run.url() + "#token=" + run.token());
            browser.await("hts.now && hts.now.strip");

            assertEquals(
                    run.token(),
                    browser.evaluate("document.getElementById('token').value").asText());
            assertFalse(browser.evaluate("location.href").asText().contains(run.token()));
        }
    }

    @Test
    void shouldHaveTheWholeRunWhenThatEnds() throws IOException, InterruptedException {
        try (LiveRun run = run()) {
            browser.open(run.url());
            browser.await("hts.now && hts.now.strip");
            browser.open(run.url()); // again, in the middle
            browser.await("hts.now && hts.now.strip");
            assertEquals(ExitCode.OK, run.end());
            browser.await("document.getElementById('connection').classList.contains('lost')");
        }
        List<JsonNode> lines = RunReader.open(folder.resolve("a")).metrics();
        JsonNode shown = browser.evaluate("hts.runs[0].tables.metrics");

        assertEquals(10, lines.size());
        for (String name : List.of("timesteps", "wall_seconds", "steps_per_second", "policy_loss", "entropy")) {
            for (int i = 0; i < lines.size(); i++) {
                assertEquals(
                        lines.get(i).path(name).asDouble(Double.NaN),
                        shown.path(name).get(i).asDouble(Double.NaN),
                        name + " of line " + i);
            }
        }
        assertEquals("finished", browser.evaluate("hts.runs[0].state").asText());
    }

    @Test
    void shouldShowTheFinishedRunAndItsPrintedDigestWhileThePageStays() throws IOException, InterruptedException {
        try (LiveRun run = new LiveRun(new SmallRuns(folder), "a", "--live --live-after forever", 6)) {
            browser.open(run.url());
            browser.await("hts.now && hts.now.strip");
            run.goOn();
            browser.await("document.querySelector('[data-figure=state]').textContent === 'finished'");
            String digest = RunReader.open(folder.resolve("a"))
                    .summary()
                    .orElseThrow()
                    .path("digest")
                    .asText();
            browser.await("document.querySelector('[data-figure=digest]').textContent === '" + digest + "'");
            assertTrue(browser.evaluate("document.getElementById('control').hidden")
                    .asBoolean());
            assertEquals("Connected", text("connection"));
            assertEquals(ExitCode.OK, run.leave());
            browser.await("document.getElementById('connection').classList.contains('lost')");
        }
    }

    @Test
    void shouldShowTheEnvironmentOfTheReplicaThatIsChosen() throws IOException, InterruptedException {
        String endless = "--live --log-interval 100000 --total-timesteps 320000000";
        try (LiveRun run = new LiveRun(new SmallRuns(folder), "a", endless, 3)) {
            run.goOn();
            browser.show(375, 800, true);
            browser.open(run.url());
            look();
            assertEquals(
                    "none0123",
                    browser.evaluate("[...document.getElementById('replica').options].map(o => o.text).join('')")
                            .asText());
            assertTrue(
                    browser.evaluate("document.getElementById('picture-figure').hidden")
                            .asBoolean(),
                    "nobody has chosen");
            choose("2");
            browser.await("document.getElementById('picture').dataset.shown > 2");
            assertEquals("CartPole-v1, replica 2", text("picture-text"));
            assertEquals(
                    "300 200",
                    browser.evaluate(CANVAS + "`${c.width} ${c.height}`").asText());
            int colours = browser.evaluate(CANVAS + "new Set(new Uint32Array("
                            + "c.getContext('2d').getImageData(0, 0, 300, 200).data.buffer)).size")
                    .asInt();
            assertTrue(colours > 3, "cart, pole, track and ground, not " + colours + " colours");
            assertFits(375);
            browser.show(1600, 1000, false);
            assertFits(1600);
            assertEquals(
                    "Picture of replica ",
                    browser.evaluate("document.getElementById('replica').labels[0].firstChild.textContent")
                            .asText());

            browser.open(run.url()); // the choice stays
            look();
            browser.await("document.getElementById('picture').dataset.shown > 0");
            choose("");
            browser.await("document.getElementById('picture-figure').hidden");
            assertEquals(List.of(), browser.complaints());
            run.press("stop", run.token());
            assertEquals(ExitCode.INTERRUPTED, run.end());
        }
    }

    private void look() {
        browser.await("hts.now && !document.getElementById('replica-choice').hidden");
    }

    private void choose(String replica) {
        browser.evaluate("r = document.getElementById('replica'); r.value = '" + replica
                + "'; r.dispatchEvent(new Event('change'))");
    }
}
