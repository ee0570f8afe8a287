package io.htsrl.core.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimeSpanTest {

    @ParameterizedTest
    @CsvSource({
        "10s, 10000000000, 10s",
        "500ms, 500000000, 500ms",
        "1.5min, 90000000000, 90s",
        "2h, 7200000000000, 2h",
        "1500us, 1500000, 1500us",
        "7ns, 7, 7ns",
        "0s, 0, 0s",
        "3600s, 3600000000000, 1h"
    })
    void shouldReadAndWriteSpans(String text, long nanos, String again) {
        Duration span = TimeSpan.parse(text);
        assertEquals(Duration.ofNanos(nanos), span);
        assertEquals(again, TimeSpan.text(span));
        assertEquals(span, TimeSpan.parse(TimeSpan.text(span)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "10", "s", "-1s", "1e3s", "10 seconds", "99999999999999999999h", "1..5s"})
    void shouldUnderstandNothingElse(String text) {
        assertNull(TimeSpan.parse(text));
    }
}
