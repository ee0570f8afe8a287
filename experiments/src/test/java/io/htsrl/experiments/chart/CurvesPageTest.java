package io.htsrl.experiments.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.htsrl.experiments.chart.CurveLine.ConfidenceBand;
import io.htsrl.monitor.live.browser.Browser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CurvesPageTest {
    private static final ConfidenceBand ALONE =
            new ConfidenceBand(List.of(10.0, 90.0, 200.0), List.of(1.0, 2.0, 1.5), List.of(), List.of());
    private static final ConfidenceBand IN_A_BAND =
            new ConfidenceBand(List.of(60.0, 120.0), List.of(3.0, 5.0), List.of(2.0, 4.0), List.of(4.0, 6.0));

    @TempDir
    private Path folder;

    private static CurvesPage page() {
        Map<String, String> axes = new LinkedHashMap<>();
        axes.put("steps", "environment steps");
        axes.put("time", Drawing.SECONDS);
        return new CurvesPage("Curves: <b>&", "mean return", axes, "steps")
                .add("</script><script>alone", Map.of("steps", ALONE, "time", ALONE), false)
                .add("seeds", Map.of("steps", IN_A_BAND, "time", IN_A_BAND), true);
    }

    @Test
    void shouldLetNoTextOutOfItsPlace() {
        String text = page().text();

        assertTrue(text.contains("<title>Curves: &lt;b&gt;&amp;</title>"));
        assertFalse(text.contains("</script><script>alone"));
        assertFalse(text.contains("{{"), "a place that nothing has filled");
    }

    @Test
    void shouldLoadNothingFromElsewhere() {
        String text = page().text();

        assertTrue(text.contains("default-src 'none'"));
        assertFalse(text.matches("(?s).*(src|href)=.*"));
        assertTrue(text.contains("uPlot=function"), "uPlot is in it");
    }

    /** Needs a real browser, or is left out. */
    @Test
    void shouldDrawWhatTheReaderAsksFor() throws IOException, InterruptedException {
        Optional<Path> program = Browser.find();
        assumeTrue(program.isPresent(), "no Chromium is here: apt-get install chromium, or set HTS_TEST_BROWSER");
        Path file = Files.writeString(folder.resolve("curves.html"), page().text());
        try (Browser browser = Browser.start(program.get())) {
            browser.show(375, 800, true);
            browser.open(file.toUri().toString());
            browser.await("document.documentElement.dataset.drawn === 'steps'");
            assertEquals(
                    "[10,60,90,120,200]",
                    browser.evaluate("JSON.stringify(plot.data[0])").asText());
            assertEquals(
                    "5 (4 to 6) at 120",
                    browser.evaluate("document.getElementById('last-1').textContent")
                            .asText());

            browser.evaluate("document.querySelector('input[value=time]').click()");
            browser.await("document.documentElement.dataset.drawn === 'time'");
            assertEquals("time (min)", browser.evaluate("plot.axes[0].label").asText());
            assertEquals(2, browser.evaluate("plot.data[0][3]").asDouble(), 1e-9);

            assertTrue(browser.evaluate("plot.series[1].show").asBoolean());
            browser.evaluate("document.querySelector('input[type=checkbox]').click()");
            assertFalse(browser.evaluate("plot.series[1].show").asBoolean());
            assertTrue(browser.evaluate("document.documentElement.scrollWidth").asInt() <= 375);
            assertEquals(List.of(), browser.complaints());
        }
    }
}
