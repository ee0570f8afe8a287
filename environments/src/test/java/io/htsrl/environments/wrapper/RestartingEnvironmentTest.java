package io.htsrl.environments.wrapper;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.EnvironmentDiedException;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.RemoteEnvironment;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.environment.Wakeup;
import io.htsrl.environments.CartPole;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RestartingEnvironmentTest {

    /** Answers at once; dies in the call of that name and number. */
    private final class Mortal implements RemoteEnvironment {
        private final int number = lives.size();
        private int steps;
        private boolean closed;

        Mortal() {
            lives.add(this);
        }

        private void dieIn(String call) {
            if (deaths.contains(number + " " + call)) {
                throw new EnvironmentDiedException("exit code 9");
            }
        }

        @Override
        public EnvironmentSpec spec() {
            return new EnvironmentSpec("Mortal", ObservationSpace.floats(2), new ActionSpace.Discrete(2), 0, 0);
        }

        @Override
        public void beginReset(long seed) {
            calls.add(number + " reset " + seed);
            dieIn("beginReset");
        }

        @Override
        public void beginStep(float[] actions, int offset) {
            steps++;
            dieIn("beginStep " + steps);
        }

        @Override
        public void flush() {
            dieIn("flush " + steps);
        }

        @Override
        public boolean ready() {
            return true;
        }

        @Override
        public boolean wakeWhenReady(Wakeup wakeup) {
            return true;
        }

        @Override
        public void completeReset(ObservationSlot out) {
            dieIn("completeReset");
            out.set(0, number);
            out.set(1, 0);
        }

        @Override
        public void completeStep(ObservationSlot out, StepResult result) {
            dieIn("completeStep " + steps);
            out.set(0, number);
            out.set(1, steps);
            result.set(3, false, false);
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    private final List<Mortal> lives = new ArrayList<>();
    private final List<String> deaths = new ArrayList<>();
    private final List<String> calls = new ArrayList<>();
    private final List<EnvironmentDiedException> told = new ArrayList<>();
    private final RestartingEnvironment environment = new RestartingEnvironment(new Mortal(), Mortal::new, told::add);
    private final float[] row = new float[2];
    private final ObservationSlot slot = new ObservationSlot().at(row, 0);
    private final StepResult result = new StepResult();

    private void step() {
        environment.step(new float[1], 0, slot, result);
    }

    @Test
    void shouldTruncateTheEpisodeInWhichItDies() {
        for (String call : List.of("beginStep 2", "flush 2", "completeStep 2")) {
            deaths.clear();
            int life = lives.size() - 1;
            lives.get(life).steps = 0;
            deaths.add(life + " " + call);
            environment.reset(5, slot);
            step();
            assertFalse(result.done());
            row[0] = row[1] = -1;
            step();
            assertArrayEquals(new float[] {life, 1}, row, "the observation before");
            assertTrue(result.truncated && !result.terminated && result.lost);
            assertEquals(0, result.reward);
            assertTrue(lives.get(life).closed);
            environment.reset(6, slot);
            assertArrayEquals(new float[] {life + 1, 0}, row);
            step();
            assertEquals(3, result.reward);
            assertFalse(result.lost);
        }
        assertEquals(3, told.size());
    }

    @Test
    void shouldAskTheNewOneForTheResetInWhichItDies() {
        for (String call : List.of("beginReset", "completeReset", "flush 0")) {
            deaths.clear();
            calls.clear();
            int life = lives.size() - 1;
            lives.get(life).steps = 0;
            deaths.add(life + " " + call);
            environment.reset(7, slot);
            assertArrayEquals(new float[] {life + 1, 0}, row);
            assertEquals(List.of(life + " reset 7", life + 1 + " reset 7"), calls);
            step();
        }
    }

    @Test
    void shouldLeaveOneDeadThatDiesAtOnceAgain() {
        deaths.addAll(List.of("0 completeStep 1", "1 completeStep 1"));
        environment.reset(5, slot);
        step();
        assertTrue(result.truncated);
        environment.reset(5, slot);
        assertThrows(EnvironmentDiedException.class, this::step);
        assertEquals(1, told.size());
    }

    @Test
    void shouldLeaveEnvironmentsAloneThatComputeHere() {
        CartPole here = new CartPole();
        assertSame(here, RestartingEnvironment.of(here, CartPole::new, told::add));
    }
}
