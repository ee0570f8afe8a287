package io.htsrl.trainer.adapt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.schedule.WaitMode;
import io.htsrl.core.threads.ThreadBounds;
import io.htsrl.core.threads.ThreadSettings;
import io.htsrl.trainer.adapt.HillClimb.Outlook;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the controller alone, on machines that are a formula: no thread, no clock. */
class HillClimbTest {
    private static final ThreadBounds BOUNDS = new ThreadBounds(16, 16, 16, false);
    private static final ThreadSettings FIRST = new ThreadSettings(1, 0, 16, WaitMode.PHASED);
    private static final long SECOND = 1_000_000_000;
    private static final int STEPS = 256;

    /** Steps per second of environments that sleep for 5 ms. */
    private static double blocking(ThreadSettings threadSettings) {
        return 200.0 * threadSettings.executors();
    }

    /** Steps per second where every thread more than a core costs. */
    private static double quick(ThreadSettings threadSettings) {
        int threads = threadSettings.executors() + threadSettings.actors();
        return 2e6 / (1 + 0.3 * Math.max(0, threads - 1)) * (threadSettings.actors() == 0 ? 1.5 : 1);
    }

    private static Outlook promising(Predicate<HillClimb.Move> moves) {
        return new Outlook() {
            @Override
            public void look() {}

            @Override
            public boolean promises(HillClimb.Move move) {
                return moves.test(move);
            }
        };
    }

    /** A run on a machine: which thread settings held at which time. */
    private static final class Simulation {
        private final HillClimb climb;
        private final ToDoubleFunction<ThreadSettings> speed;
        private final List<ThreadSettings> used = new ArrayList<>();
        private ThreadSettings now;
        private double nanos;
        private double steps;

        Simulation(ThreadBounds bounds, ThreadSettings first, ToDoubleFunction<ThreadSettings> speed) {
            this.climb = new HillClimb(bounds, promising(move -> true));
            this.speed = speed;
            this.now = first;
        }

        Simulation until(double seconds) {
            while (nanos < seconds * SECOND) {
                nanos += STEPS / speed.applyAsDouble(now) * SECOND;
                steps += STEPS;
                ThreadSettings next = climb.next(now, (long) nanos, STEPS);
                if (!next.equals(now)) {
                    used.add(next);
                }
                now = next;
            }
            return this;
        }

        /** Steps per second from here to then. */
        double speedUntil(double seconds) {
            double from = nanos;
            double before = steps;
            until(seconds);
            return (steps - before) / (nanos - from) * SECOND;
        }
    }

    @Test
    void shouldGiveBlockingEnvironmentsAnExecutorEach() {
        Simulation run = new Simulation(BOUNDS, FIRST, HillClimbTest::blocking).until(10);
        assertEquals(16, run.now.executors());
        assertTrue(run.speedUntil(120) > 0.9 * 3200, "its trials cost little");
    }

    @Test
    void shouldTryNothingThatTheOutlookDoesNotPromise() {
        HillClimb climb = new HillClimb(BOUNDS, promising(move -> move == HillClimb.Move.MORE_ACTORS));
        for (int i = 0; i < 10_000; i++) {
            ThreadSettings next = climb.next(FIRST, i * 10_000_000L, STEPS);
            assertEquals(FIRST, next.withActors(0));
        }
    }

    @Test
    void shouldSendSuperfluousActorsAway() {
        ThreadSettings first = new ThreadSettings(1, 16, 16, WaitMode.PHASED);
        Simulation run = new Simulation(BOUNDS, first, HillClimbTest::quick).until(10);
        assertTrue(run.speedUntil(30) > 0.9 * 3e6);
        assertEquals(0, run.now.actors());
    }

    @Test
    void shouldSendSuperfluousExecutorsAway() {
        ThreadSettings first = new ThreadSettings(16, 0, 16, WaitMode.PHASED);
        Simulation run = new Simulation(BOUNDS, first, HillClimbTest::quick).until(10);
        assertTrue(run.speedUntil(30) > 0.9 * 3e6);
    }

    /** The peak lies between the ends of a scale. */
    @Test
    void shouldFindAPeakInTheMiddle() {
        ToDoubleFunction<ThreadSettings> peak =
                threadSettings -> 1e5 / (1 + Math.abs(Math.log(threadSettings.executors() / 4.0)));
        Simulation run = new Simulation(BOUNDS, FIRST, peak).until(15);
        assertTrue(run.speedUntil(30) > 0.9 * 1e5);
    }

    @Test
    void shouldTryEverRarerWhereNothingWins() {
        Simulation run = new Simulation(BOUNDS, FIRST, threadSettings -> 1e5);
        int first = run.until(30).used.size();
        int second = run.until(60).used.size() - first;
        run.until(600);
        int before = run.used.size();
        int later = run.until(630).used.size() - before;
        assertTrue(first > second && second > later, first + ", " + second + ", ... " + later);
        assertTrue(later <= 6, "two changes for each trial: " + later);
    }

    @Test
    void shouldGoBackFromWhatIsNoBetter() {
        Simulation run = new Simulation(
                BOUNDS, FIRST, threadSettings -> 1e5 / threadSettings.executors() / (1 + threadSettings.actors()));
        run.until(60);
        for (int i = 1; i < run.used.size(); i += 2) {
            assertEquals(FIRST, run.used.get(i));
        }
    }

    @Test
    void shouldNotBeLedAstrayByNoise() {
        Random random = new Random(3);
        Simulation run = new Simulation(
                BOUNDS, FIRST, threadSettings -> blocking(threadSettings) * (1 + 0.03 * random.nextGaussian()));
        assertTrue(run.until(10).speedUntil(60) > 0.85 * 3200);
    }

    /** The gain is less than noise may be, each time. */
    @ParameterizedTest
    @ValueSource(doubles = {1.035, 1.04, 1.045})
    void shouldBelieveASmallGainThatComesAgain(double gain) {
        ThreadSettings first = new ThreadSettings(1, 16, 16, WaitMode.PHASED);
        Simulation run =
                new Simulation(BOUNDS, first, threadSettings -> 1e5 * (threadSettings.actors() == 0 ? gain : 1));
        assertEquals(0, run.until(30).now.actors(), () -> run.used.toString());
    }

    @Test
    void shouldFollowAMachineThatChanges() {
        boolean[] busy = {false};
        Simulation run = new Simulation(
                BOUNDS, FIRST, threadSettings -> busy[0] ? quick(threadSettings) : 1e5 * threadSettings.executors());
        run.until(30);
        busy[0] = true;
        run.until(200);
        assertTrue(run.speedUntil(260) > 0.8 * 3e6);
    }

    @Test
    void shouldTakeLongIntervalsAsTheyCome() {
        Simulation run = new Simulation(BOUNDS, FIRST, threadSettings -> 20.0 * threadSettings.executors());
        run.until(60);
        assertEquals(16, run.now.executors());
        assertTrue(run.used.size() >= 1);
    }

    /** Everything becomes faster for some seconds, whatever is tried meanwhile. */
    @ParameterizedTest
    @ValueSource(doubles = {1, 2, 4})
    void shouldNotTakeAJvmThatWarmsUpForAGain(double warming) {
        ThreadSettings first = new ThreadSettings(1, 16, 16, WaitMode.PHASED);
        Simulation[] run = new Simulation[1];
        ToDoubleFunction<ThreadSettings> cold = threadSettings -> {
            double warm = 1 - 0.8 * Math.exp(-run[0].nanos / SECOND / warming);
            return warm * 1e5 * taste(threadSettings);
        };
        run[0] = new Simulation(BOUNDS, first, cold);
        run[0].until(10);
        assertTrue(run[0].speedUntil(20) > 0.88 * 1e5, () -> run[0].used.toString());
        assertTrue(run[0].speedUntil(60) > 0.95 * 1e5, () -> run[0].used.toString());
    }

    /** 1 for what suits quick environments; less for each other thing. */
    private static double taste(ThreadSettings threadSettings) {
        double share = threadSettings.actors() == 0 ? 1 : 0.85;
        share *= threadSettings.executors() == 1 ? 1 : 0.8;
        share *= threadSettings.waitMode() == WaitMode.PHASED ? 1 : 0.93;
        return share * (threadSettings.batch() == 16 ? 1 : 0.9);
    }

    /** The first trial of what is right suffers from code that is compiled for it. */
    @Test
    void shouldComeBackSoonToWhatWasSlowWhenItWasNew() {
        ThreadSettings first = new ThreadSettings(1, 16, 16, WaitMode.PHASED);
        double[] served = {0};
        ToDoubleFunction<ThreadSettings> learning = threadSettings -> {
            served[0] += threadSettings.actors() == 0 ? STEPS : 0;
            return 1e5 * taste(threadSettings) * (threadSettings.actors() == 0 && served[0] < 5_000 ? 0.5 : 1);
        };
        Simulation run = new Simulation(BOUNDS, first, learning).until(5);
        assertEquals(0, run.now.actors(), () -> run.used.toString());
    }

    @Test
    void shouldStayWithinItsBounds() {
        Random random = new Random(7);
        ThreadBounds narrow = new ThreadBounds(3, 2, 5, false);
        Simulation run =
                new Simulation(narrow, new ThreadSettings(2, 1, 4, WaitMode.BUSY_SPIN), m -> 1e5 * random.nextDouble());
        run.until(300);
        for (ThreadSettings threadSettings : run.used) {
            assertTrue(threadSettings.executors() >= 1 && threadSettings.executors() <= 3, threadSettings.toString());
            assertTrue(threadSettings.actors() >= 0 && threadSettings.actors() <= 2, threadSettings.toString());
            assertTrue(threadSettings.batch() >= 1 && threadSettings.batch() <= 5, threadSettings.toString());
        }
    }

    @Test
    void shouldLeaveBatchesAloneInLockstep() {
        Random random = new Random(7);
        ThreadBounds lockstep = new ThreadBounds(16, 4, 16, true);
        Simulation run = new Simulation(lockstep, FIRST, m -> 1e5 * random.nextDouble());
        run.until(300);
        assertTrue(run.used.stream().allMatch(threadSettings -> threadSettings.batch() == 16));
    }
}
