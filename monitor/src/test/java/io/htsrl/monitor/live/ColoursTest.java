package io.htsrl.monitor.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.picture.SeriesColours;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The colours of the page and of all pictures suit WCAG 2.2 AA in both themes, and colour-blind eyes. */
class ColoursTest {
    private static final double OF_TEXT = 4.5;
    private static final double OF_SHAPES = 3;
    /** Of a pair of series, for every eye. */
    private static final double APART = 17;

    private static final List<String> GROUNDS = List.of("ground", "panel");
    private static final Pattern VARIABLE = Pattern.compile("--([a-z]+\\d*): (#[0-9a-f]{6});");

    /** The variables of a theme; the dark one has some of its own. */
    private static Map<String, String> theme(SeriesColours theme) throws IOException {
        String css;
        try (InputStream in = LivePage.class.getResourceAsStream("page/style.css")) {
            css = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        int dark = css.indexOf("@media (prefers-color-scheme: dark)");
        Map<String, String> variables = new HashMap<>();
        put(css.substring(0, dark), variables);
        if (theme == SeriesColours.DARK) {
            put(css.substring(dark), variables);
        }
        return variables;
    }

    private static void put(String css, Map<String, String> variables) {
        VARIABLE.matcher(css).results().forEach((MatchResult found) -> variables.put(found.group(1), found.group(2)));
    }

    private static void assertContrast(double least, String name, Map<String, String> theme, List<String> grounds) {
        for (String ground : grounds) {
            double contrast = Vision.contrast(theme.get(name), theme.get(ground));
            assertTrue(contrast >= least, name + " on " + ground + ": " + contrast);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldHaveTextThatCanBeRead(SeriesColours colours) throws IOException {
        Map<String, String> theme = theme(colours);
        for (String text : List.of("text", "soft", "late")) {
            assertContrast(OF_TEXT, text, theme, GROUNDS);
        }
        assertContrast(OF_TEXT, "text", theme, List.of("wait")); // a replica at the barrier
        for (String bar : List.of("step", "learn")) { // what a bank's bars say
            assertContrast(OF_TEXT, "ground", theme, List.of(bar));
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldHaveShapesThatStandOut(SeriesColours colours) throws IOException {
        Map<String, String> theme = theme(colours);
        for (String shape : List.of(
                "focus", "step", "rollout", "unit", "forward", "learn", "record", "swap", "checkpoint", "late")) {
            assertContrast(OF_SHAPES, shape, theme, GROUNDS);
        }
        for (int i = 0; i < colours.all().size(); i++) {
            assertContrast(OF_SHAPES, "c" + i, theme, GROUNDS);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldShareThePaletteOfAllPictures(SeriesColours colours) throws IOException {
        Map<String, String> theme = theme(colours);
        for (int i = 0; i < colours.all().size(); i++) {
            assertEquals(colours.of(i), theme.get("c" + i), "c" + i);
        }
        assertEquals(colours.of(0), colours.of(colours.all().size()));
    }

    @ParameterizedTest
    @EnumSource
    void shouldTellSeriesApartForEveryEye(Vision eye) {
        for (SeriesColours colours : SeriesColours.values()) {
            for (String a : colours.all()) {
                for (String b : colours.all()) {
                    assertTrue(a.equals(b) || eye.distance(a, b) >= APART, () -> colours + ": " + a + " and " + b);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldTellKindsOfRolloutsApart(SeriesColours colours) throws IOException {
        Map<String, String> theme = theme(colours);
        List<String> activities = List.of("step", "rollout", "unit");
        for (Vision eye : Vision.values()) {
            for (String a : activities) {
                for (String b : activities) {
                    double apart = eye.distance(theme.get(a), theme.get(b));
                    assertTrue(a.equals(b) || apart >= APART, () -> eye + ": " + a + " and " + b + ": " + apart);
                }
            }
        }
    }

    /** Compares the measures with known figures. */
    @Test
    void shouldMeasureAsTheStandardsDo() {
        assertEquals(21, Vision.contrast("#000000", "#ffffff"), 1e-9);
        assertEquals(4.54, Vision.contrast("#767676", "#ffffff"), 0.005);
        assertEquals(100, Vision.NORMAL.distance("#000000", "#ffffff"), 0.01);
        assertTrue(Vision.DEUTERANOPIA.distance("#d55e00", "#8a6000") < Vision.NORMAL.distance("#d55e00", "#8a6000"));
    }
}
