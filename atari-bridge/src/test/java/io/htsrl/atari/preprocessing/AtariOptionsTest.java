package io.htsrl.atari.preprocessing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.htsrl.core.error.ConfigurationException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AtariOptionsTest {

    @Test
    void shouldHaveTheDefaultsOfGymnasium() {
        AtariOptions defaults = new AtariOptions(
                4, 0.25, 30, false, 84, true, false, false, false, 108_000, OptionalInt.empty(), OptionalInt.empty());
        assertEquals(defaults, AtariOptions.parse(Map.of()));
        assertEquals(defaults, AtariOptions.parse(Map.of()));
    }

    @Test
    void shouldReadEveryOption() {
        Map<String, String> options = new LinkedHashMap<>();
        options.put("difficulty", "1");
        options.put("mode", "132");
        options.put("max-num-frames-per-episode", "27e3");
        options.put("full-action-space", "true");
        options.put("fire-reset", "true");
        options.put("clip-rewards", "true");
        options.put("grayscale-obs", "false");
        options.put("screen-size", "96");
        options.put("terminal-on-life-loss", "true");
        options.put("noop-max", "0");
        options.put("repeat-action-probability", "0");
        options.put("frame-skip", "1");
        assertEquals(
                new AtariOptions(
                        1, 0, 0, true, 96, false, true, true, true, 27_000, OptionalInt.of(132), OptionalInt.of(1)),
                AtariOptions.parse(options));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "frame-skip | 0 | must be in 1 .. 1000000",
                "frame-skip | four | must be a whole number of at most 2147483647",
                "frame-skip | 2.5 | must be a whole number of at most 2147483647",
                "repeat-action-probability | 1.0 | must be at least 0 and less than 1",
                "repeat-action-probability | -0.25 | must be at least 0 and less than 1",
                "repeat-action-probability | NaN | must be a number",
                "noop-max | -1 | must be in 0 .. 1000000",
                "screen-size | 161 | must be in 1 .. 160: screens are not enlarged",
                "screen-size | 0 | must be in 1 .. 160: screens are not enlarged",
                "grayscale-obs | yes | must be true or false",
                "max-num-frames-per-episode | -1 | must be at least 0",
                "max-num-frames-per-episode | 30 | must be more than the frames of a game's start (30)",
                "mode | normal | must be a whole number of at most 2147483647",
                "difficulty | 99999999999 | must be a whole number of at most 2147483647"
            })
    void shouldRefuseWhatDoesNotFit(String name, String value, String rule) {
        ConfigurationException refused =
                assertThrows(ConfigurationException.class, () -> AtariOptions.parse(Map.of(name, value)));
        assertEquals(1, refused.violations().size());
        assertEquals("option " + name, refused.violations().get(0).setting());
        assertEquals(value, refused.violations().get(0).value().toString());
        assertEquals(rule, refused.violations().get(0).rule());
    }

    @Test
    void shouldReportAllViolationsTogether() {
        ConfigurationException refused = assertThrows(
                ConfigurationException.class,
                () -> AtariOptions.parse(
                        Map.of("frame_skip", "4", "clip-rewards", "1", "noop-max", "-3", "screen-size", "x")));
        assertEquals("""
                option screen-size x: it must be a whole number of at most 2147483647; give 4, for example
                option clip-rewards 1: it must be true or false; give one of the two
                option frame_skip 4: it is not understood by Atari games; choose one of frame-skip, \
                repeat-action-probability, noop-max, terminal-on-life-loss, screen-size, grayscale-obs, clip-rewards, \
                fire-reset, full-action-space, max-num-frames-per-episode, mode, difficulty
                option noop-max -3: it must be in 0 .. 1000000; give the most no-ops that a game begins with, \
                30 for example, or 0""", refused.getMessage());
    }

    @Test
    void shouldCountTheFireOfAGamesStart() {
        ConfigurationException refused = assertThrows(
                ConfigurationException.class,
                () -> AtariOptions.parse(Map.of("max-num-frames-per-episode", "38", "fire-reset", "true")));
        assertEquals(
                "must be more than the frames of a game's start (38)",
                refused.violations().get(0).rule());
        assertEquals(
                39,
                AtariOptions.parse(Map.of("max-num-frames-per-episode", "39", "fire-reset", "true"))
                        .maxNumFramesPerEpisode());
    }
}
