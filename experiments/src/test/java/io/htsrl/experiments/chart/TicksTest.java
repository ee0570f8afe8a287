package io.htsrl.experiments.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TicksTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 | 0",
                "0.05 | 0.05",
                "-0.5 | -0.5",
                "16 | 16",
                "2.5 | 2.5",
                "1500 | 1,500",
                "20000 | 20k",
                "12500 | 12.5k",
                "3000000 | 3M"
            })
    void shouldBeShort(double value, String text) {
        assertEquals(text, Ticks.text(value));
    }

    @Test
    void shouldShowPowersOfTwoAndTheValuesThereAre() {
        double[] places = {Math.log(6.25) / Math.log(2), Math.log(100) / Math.log(2)};
        assertEquals("64", Ticks.ofExponent(6, places));
        assertEquals("", Ticks.ofExponent(5.5, places));
        assertEquals("6.25", Ticks.ofExponent(places[0], places));
        assertEquals("100", Ticks.ofExponent(places[1] + 1e-9, places));
    }

    @ParameterizedTest
    @CsvSource({"4.7, time (s)", "59, time (s)", "61, time (min)", "3600, time (min)", "9000, time (h)"})
    void shouldChooseTheUnitOfTime(double seconds, String title) {
        assertEquals(title, Ticks.Unit.of(seconds).title);
    }
}
