package io.htsrl.environments.wrapper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.random.RandomStream;
import io.htsrl.environments.CartPole;
import io.htsrl.environments.Rollout;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class VariableStepTimeTest {
    private static final RandomStream STREAM = RandomStream.root(4).spawn("step-time");
    private static final StepTime EXPONENTIAL = StepTime.parse("exponential:5ms");

    private final FakeClock clock = new FakeClock();

    @Test
    void shouldLeaveTheBitsOfTheInnerEnvironmentAlone() {
        Rollout plain = new Rollout(new TimeLimit(new CartPole(), 50), 1);
        Rollout slow = new Rollout(slow(new TimeLimit(new CartPole(), 50), EXPONENTIAL), 1);
        plain.reset();
        slow.reset();
        plain.advance(500);
        slow.advance(500);
        assertEquals(plain.bits, slow.bits);
    }

    @Test
    void shouldTakeOneDrawPerStepAcrossEpisodes() {
        Rollout rollout = new Rollout(slow(new CartPole(), EXPONENTIAL), 1);
        StepTimeSampler sampler = new StepTimeSampler(EXPONENTIAL, STREAM);
        rollout.reset();
        int episodeBefore = rollout.bits.size();
        for (long step = 0; step < 200; step++) {
            assertTook(sampler.nanos(step), time(rollout::advance));
        }
        assertNotEquals(episodeBefore, rollout.bits.size());
    }

    @Test
    void shouldContinueItsDrawsAfterRestoring() throws IOException {
        Rollout rollout = new Rollout(slow(new CartPole(), EXPONENTIAL), 1);
        rollout.reset();
        rollout.advance(17);
        Rollout resumed = rollout.movedTo(slow(new CartPole(), EXPONENTIAL), 1);
        assertTook(new StepTimeSampler(EXPONENTIAL, STREAM).nanos(17), time(resumed::advance));
    }

    @Test
    void shouldCountTheInnerEnvironmentsOwnTime() {
        Environment slow = slow(new Working(clock, 300_000), StepTime.parse("constant:1ms"));
        assertTook(1_000_000, time(() -> step(slow)));
        assertEquals(650_000, clock.parked);
    }

    @Test
    void shouldNotWaitWhenTheInnerEnvironmentTookLonger() {
        Environment slow = slow(new Working(clock, 2_000_000), StepTime.parse("constant:1ms"));
        assertEquals(2_000_000, time(() -> step(slow)));
    }

    @Test
    void shouldParkUntilShortlyBeforeTheDeadlineAndSpinForNoMoreThanFiftyMicroseconds() {
        Environment slow = slow(new CartPole(), StepTime.parse("constant:1ms"));
        step(slow);
        assertEquals(950_000, clock.parked);
        assertEquals(50_000, clock.spun);
    }

    @Test
    void shouldNotSpinWhenAParkedThreadWakesUpLate() {
        clock.overshoot = 60_000;
        Environment slow = slow(new CartPole(), StepTime.parse("constant:1ms"));
        assertEquals(1_010_000, time(() -> step(slow)));
        assertEquals(0, clock.spins);
    }

    @Test
    void shouldBurnProcessorTimeRatherThanElapsedTime() {
        Environment slow = slow(new Descheduled(clock), StepTime.parse("constant:1ms:burn"));
        long before = clock.processor;
        assertEquals(3_000_000, time(() -> step(slow)), "2 ms without a processor and 1 ms of work");
        assertEquals(1_000_000, clock.processor - before);
        assertEquals(0, clock.parked);
    }

    @Test
    void shouldStopWaitingAndStayInterruptedWhenInterruptedWhileParked() {
        clock.interruptWhileParked = true;
        Environment slow = slow(new CartPole(), StepTime.parse("constant:1s"));
        assertEquals(0, time(() -> step(slow)));
        assertTrue(Thread.interrupted(), "the flag is still set");
    }

    @Test
    void shouldStopBurningAndStayInterrupted() {
        Environment slow = slow(new CartPole(), StepTime.parse("constant:1s:burn"));
        Thread.currentThread().interrupt();
        assertEquals(0, time(() -> step(slow)));
        assertTrue(Thread.interrupted(), "the flag is still set");
    }

    @Test
    void shouldNeverBeEarlyOnTheMachine() {
        Environment slow = new VariableStepTime(new CartPole(), StepTime.parse("constant:500us"), STREAM);
        for (int i = 0; i < 101; i++) {
            long start = System.nanoTime();
            step(slow);
            long took = System.nanoTime() - start;
            assertTrue(took >= 500_000, "a step of 500 us took " + took + " ns");
        }
    }

    @Test
    void shouldUseTheProcessorForTheTimeThatItBurns() {
        VariableStepTime.StepClock machine = new VariableStepTime.StepClock.OfTheMachine();
        Environment slow = new VariableStepTime(new CartPole(), StepTime.parse("constant:3ms:burn"), STREAM);
        long start = machine.processorNanos();
        step(slow);
        assertTrue(machine.processorNanos() - start >= 3_000_000);
    }

    private Environment slow(Environment inner, StepTime time) {
        return new VariableStepTime(inner, time, STREAM, clock);
    }

    private static void step(Environment environment) {
        environment.step(new float[1], 0, new ObservationSlot().at(new float[4], 0), new StepResult());
    }

    private long time(Runnable work) {
        long start = clock.wall;
        work.run();
        return clock.wall - start;
    }

    /** A fake spin lasts a microsecond: no earlier than drawn, and at most that much later. */
    private static void assertTook(long drawn, long took) {
        assertTrue(took >= drawn && took <= drawn + 1000, "drawn " + drawn + ", took " + took);
    }

    /** An environment whose step computes for a while. */
    private static class Working implements Environment {
        final FakeClock clock;
        private final long nanos;

        Working(FakeClock clock, long nanos) {
            this.clock = clock;
            this.nanos = nanos;
        }

        @Override
        public EnvironmentSpec spec() {
            return new EnvironmentSpec(
                    "Working", ObservationSpace.floats(1), new ActionSpace.Discrete(1), 0, Double.NaN);
        }

        @Override
        public void reset(long seed, ObservationSlot out) {
            out.set(0, 0);
        }

        @Override
        public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
            clock.work(nanos);
            result.set(0, false, false);
        }
    }

    /** An environment that loses its processor for 2 ms in each step. */
    private static final class Descheduled extends Working {
        Descheduled(FakeClock clock) {
            super(clock, 0);
        }

        @Override
        public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
            clock.descheduled(2_000_000);
            result.set(0, false, false);
        }
    }
}
