package io.htsrl.cli.train;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.htsrl.trainer.report.TimeUse;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class TimeTextsTest {

    private static String text(TimeUse use) {
        StringWriter text = new StringWriter();
        TimeTexts.print(new PrintWriter(text, true), use);
        return text.toString();
    }

    private static TimeUse of(Map<Integer, Long> batchSizes) {
        return new TimeUse(new TreeMap<>(), 0, new TreeMap<>(batchSizes));
    }

    @Test
    void shouldNameEachOfFewSizes() {
        assertEquals(
                "  batches   1,000, of size 3: <1 %, 8: 10 %, 16: 90 %; mean 15.2\n",
                text(of(Map.of(3, 1L, 8, 100L, 16, 899L))));
    }

    @Test
    void shouldCallAllOnlyWhatIsAll() {
        assertEquals("  batches   1,000, of size 1: <1 %, 2: >99 %; mean 2.0\n", text(of(Map.of(1, 1L, 2, 999L))));
        assertEquals("  batches   5, of size 2: 100 %; mean 2.0\n", text(of(Map.of(2, 5L))));
    }

    @Test
    void shouldPutManySizesIntoPowersOfTwo() {
        assertEquals(
                "  batches   100, of size 1: 10 %, 2-3: 30 %, 8-15: 20 %, 16-21: 40 %; mean 10.2\n",
                text(of(Map.of(1, 10L, 2, 10L, 3, 20L, 9, 10L, 10, 10L, 16, 20L, 21, 20L))));
    }

    @Test
    void shouldTellOfNoBarrierWhereThereIsNone() {
        TimeUse.Role alone = new TimeUse.Role(1, 0, 0, 4, 1);
        assertEquals(
                "  busy      learner 25 % of their threads' time\n",
                text(new TimeUse(new TreeMap<>(Map.of("learner", alone)), 10, new TreeMap<>())));
    }

    @Test
    void shouldGiveTheIdleTimeOfOneThreadAndInterval() {
        TimeUse.Role executors = new TimeUse.Role(1, 30, 24, 32, 4);
        assertEquals(
                "  busy      executor 3 % of their threads' time\n"
                        + "  barrier   executor idle 2.0 s (75 %) per interval\n",
                text(new TimeUse(new TreeMap<>(Map.of("executor", executors)), 3, new TreeMap<>())));
    }

    @Test
    void shouldTellNothingOfNothing() {
        assertEquals("", text(TimeUse.NONE));
    }
}
