package io.htsrl.core.work;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Updates take a clock that does not run by itself. */
class HelpTrialTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1000 * MILLI;

    private final HelpTrial trial = new HelpTrial();
    private final Phase[] phases = {new Phase(() -> 2, (unit, lane) -> {}), new Phase(() -> 2, (unit, lane) -> {})};
    private long now;

    /**
     * What part of so much time the helpers are called for, when an update takes so long with them and so long alone.
     */
    private double helped(long nanos, LongSupplier helped, LongSupplier alone) {
        long end = now + nanos;
        long sum = 0;
        while (now < end) {
            long begun = now;
            boolean called = trial.calls(phases[0], now);
            now += (called ? helped : alone).getAsLong() / 2;
            assertEquals(called, trial.calls(phases[1], now), "an update is helped as a whole");
            now += (called ? helped : alone).getAsLong() / 2;
            sum += called ? now - begun : 0;
        }
        return (double) sum / nanos;
    }

    private double helped(long nanos, long helped, long alone) {
        return helped(nanos, () -> helped, () -> alone);
    }

    @Test
    void shouldBeginWithHelpAndThenLeaveTheCoreToTheCompiler() {
        for (int update = 0; update <= 4; update++) {
            assertTrue(trial.calls(phases[0], update * MILLI), "update " + update);
        }
        for (int update = 5; update < 1500; update++) {
            assertFalse(trial.calls(phases[0], update * MILLI), "the code is compiled now, at " + update);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {50_000, MILLI, 5 * MILLI, 200 * MILLI})
    void shouldBeHelpedWhereThatIsFaster(long update) {
        helped(100 * update + 2 * SECOND, update * 6 / 10, update);
        assertTrue(helped(2000 * update + 20 * SECOND, update * 6 / 10, update) > 0.95);
    }

    @ParameterizedTest
    @ValueSource(longs = {50_000, MILLI, 5 * MILLI, 200 * MILLI})
    void shouldLetHelpersSleepWhereTheyCost(long update) {
        helped(100 * update + 2 * SECOND, update * 11 / 10, update);
        assertTrue(helped(2000 * update + 20 * SECOND, update * 11 / 10, update) < 0.05);
    }

    @Test
    void shouldLetHelpersSleepWhereTheyBringNothing() {
        helped(2 * SECOND, MILLI, MILLI);
        assertTrue(helped(20 * SECOND, MILLI, MILLI) < 0.05);
    }

    @Test
    void shouldNoticeThatThingsHaveChanged() {
        helped(20 * SECOND, 600_000, MILLI);
        helped(5 * SECOND, 3 * MILLI, MILLI); // somebody else has come to use the processors
        assertTrue(helped(20 * SECOND, 3 * MILLI, MILLI) < 0.1);
        helped(5 * SECOND, 600_000, MILLI); // and has gone
        assertTrue(helped(20 * SECOND, 600_000, MILLI) > 0.9);
    }

    /** What the compiler does in a run's first seconds must not look like the help's doing. */
    @Test
    void shouldNotTakeWhatGetsFasterForHelp() {
        long[] cost = {4 * MILLI};
        LongSupplier falling = () -> {
            cost[0] = Math.max(MILLI, cost[0] - cost[0] / 400);
            return cost[0];
        };
        assertTrue(helped(2 * SECOND, falling, falling) < 0.15);
    }

    /** The compiler may need both cores for longer than the first hold. */
    @Test
    void shouldSoonTryAgainWhatHasCostAtFirst() {
        helped(5 * SECOND, 2 * MILLI, MILLI);
        assertTrue(helped(5 * SECOND, 600_000, MILLI) > 0.7);
    }

    @Test
    void shouldForgiveOnePause() {
        helped(20 * SECOND, 600_000, MILLI);
        long[] count = {0};
        LongSupplier paused = () -> ++count[0] % 400 == 0 ? 30 * MILLI : 600_000;
        assertTrue(helped(20 * SECOND, paused, () -> MILLI) > 0.8);
    }

    /** Some phases belong to one part of a run only. */
    @Test
    void shouldFindAnotherMarkWhereTheFirstDoesNotComeBack() {
        trial.calls(new Phase(() -> 2, (unit, lane) -> {}), 0);
        helped(5 * SECOND, 600_000, MILLI);
        assertTrue(helped(20 * SECOND, 600_000, MILLI) > 0.95);
    }
}
