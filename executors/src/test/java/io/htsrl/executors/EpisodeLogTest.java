package io.htsrl.executors;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.EpisodeLog;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.policy.ActionSelector;
import io.htsrl.core.policy.Categorical;
import io.htsrl.core.random.RandomStream;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.StorageBank;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** A replica whose environment cannot save its state comes back by what it was told: a game of lives, too. */
class EpisodeLogTest {
    private static final int STEPS = 5;
    private static final BankShape SHAPE = new BankShape(STEPS, 1, ObservationSpace.floats(2), 1, 1, 1, true, 0);

    /**
     * Sums the actions of a game; a life ends every third step, a game every third life. The seed is the game's first.
     */
    private static final class Lives implements Environment {
        private final int steps;
        private float drift;
        private boolean goesOn;
        private float sum;
        private int taken;

        Lives(int stepsOfALife) {
            this.steps = stepsOfALife;
        }

        @Override
        public EnvironmentSpec spec() {
            return new EnvironmentSpec(
                    "Lives", SHAPE.observationSpace(), new ActionSpace.Discrete(9), 0, Double.NaN, true);
        }

        @Override
        public void reset(long seed, ObservationSlot out) {
            if (!goesOn) {
                sum = (seed >>> 40) + drift;
                taken = 0;
            }
            show(out);
        }

        @Override
        public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
            sum += actions[offset];
            taken++;
            show(out);
            boolean life = taken % steps == 0;
            goesOn = life && taken % (3 * steps) != 0;
            result.set(1, life, false);
            result.setScore(1, goesOn);
        }

        private void show(ObservationSlot out) {
            out.set(0, sum);
            out.set(1, taken);
        }

        @Override
        public boolean replayable() {
            return true;
        }
    }

    private static final ActionSelector NUMBERED = (outputs, at, draws, step, actions, to) -> actions[to] = step % 7;

    private static Replica replica(Lives environment) {
        return new Replica(0, environment, new Categorical(7), NUMBERED, RandomStream.root(1));
    }

    private static StorageBank fill(Replica replica) {
        StorageBank bank = new StorageBank(SHAPE);
        replica.begin(bank, 0);
        while (replica.step() < STEPS) {
            replica.advance(new float[1], 0);
        }
        return bank;
    }

    private static byte[] saved(Replica replica) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        replica.save(new DataOutputStream(bytes));
        return bytes.toByteArray();
    }

    private static Replica restored(Lives environment, byte[] saved, StorageBank filled) throws IOException {
        Replica replica = replica(environment);
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(saved));
        replica.restore(in, filled);
        assertEquals(0, in.available());
        return replica;
    }

    @Test
    void shouldComeBackAtEveryStepOfAGame() throws IOException {
        Replica replica = replica(new Lives(3));
        for (int interval = 0; interval < 12; interval++) { // every step of a game of nine is once the last
            StorageBank filled = fill(replica);
            byte[] saved = saved(replica);
            Lives again = new Lives(3);
            Replica restored = restored(again, saved, filled);
            StorageBank expected = fill(restored(new Lives(3), saved, filled));
            StorageBank next = fill(restored);
            assertTrue(expected.firstDifference(next).isEmpty());
            assertEquals(saved.length, saved(restored(new Lives(3), saved, filled)).length, "it can be saved again");
            assertEquals(
                    filled.floatObservations()[filled.observationOffset(STEPS, 0)],
                    next.floatObservations()[next.observationOffset(0, 0)]);
        }
    }

    /** The interval after a resumption is that of the run that went on. */
    @Test
    void shouldGoOnAsTheReplicaThatWasNotInterrupted() throws IOException {
        Replica replica = replica(new Lives(3));
        StorageBank filled = fill(replica);
        for (int interval = 0; interval < 12; interval++) {
            Replica restored = restored(new Lives(3), saved(replica), filled);
            StorageBank next = fill(replica);
            assertTrue(fill(restored).firstDifference(next).isEmpty());
            filled = next;
        }
    }

    /** What travels and is copied grows with an interval, not with the episode; together it is what a save writes. */
    @Test
    void shouldTellItsStateByWhatIsNew() throws IOException {
        Replica replica = replica(new Lives(40)); // games of 120 steps: 24 intervals
        byte[] tail = {};
        int kept = 0;
        for (int interval = 0; interval < 60; interval++) {
            replica.mark();
            fill(replica);
            ReplicaDelta delta = replica.delta();
            assertTrue(delta.added().length <= STEPS * Float.BYTES);
            assertTrue(delta.kept() == 0 || delta.kept() == tail.length, "all of it or nothing");
            kept += delta.kept() > 0 ? 1 : 0;
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            bytes.write(tail, 0, (int) delta.kept());
            bytes.write(delta.added());
            tail = bytes.toByteArray();
            ByteArrayOutputStream whole = new ByteArrayOutputStream();
            whole.write(delta.head());
            whole.write(tail);
            assertArrayEquals(saved(replica), whole.toByteArray());
            assertTrue(delta.whole());
        }
        assertTrue(kept > 50, () -> "games are long");
    }

    /** An episode that is too long is forgotten, and the next one kept again; one that is restored is cut. */
    @Test
    void shouldNotKeepAnEpisodeThatIsTooLong() throws IOException {
        int most = 20 * Float.BYTES + 12; // twenty steps and a reset
        Replica replica = new Replica(0, new Lives(40), new Categorical(7), NUMBERED, RandomStream.root(1), most);
        for (int interval = 0; interval < 4; interval++) {
            fill(replica);
            assertTrue(replica.resumesExactly());
        }
        replica.mark();
        StorageBank filled = fill(replica);
        assertFalse(replica.resumesExactly());
        assertFalse(replica.delta().whole());
        assertEquals(0, replica.delta().added().length + replica.delta().kept());

        Replica restored = restored(new Lives(40), saved(replica), filled);
        assertTrue(filled.truncated(filled.row(STEPS - 1, 0)), "the episode ends there");
        assertTrue(restored.resumesExactly());
        for (int interval = 5; interval < 25; interval++) {
            fill(replica);
        }
        assertTrue(replica.resumesExactly(), "another game");
    }

    private static String refusal(Lives other) throws IOException {
        Replica replica = replica(new Lives(3));
        fill(replica);
        StorageBank filled = fill(replica);
        byte[] saved = saved(replica);
        return assertThrows(IOException.class, () -> restored(other, saved, filled))
                .getMessage();
    }

    @Test
    void shouldSayWhereAnEnvironmentDoesNotComeBack() throws IOException {
        Lives drifting = new Lives(3);
        drifting.drift = 1;
        String message = refusal(drifting);
        assertTrue(
                message.startsWith(
                        "environment 0 (Lives) did not come back to where it was: replayed in 1 steps (episode"),
                message);
        assertTrue(message.contains("element 0 of its observation is "), message);
        assertTrue(refusal(new Lives(1)).contains("it ends an episode after step "), () -> message);
    }

    @Test
    void shouldRememberTheGameUnderWayAlone() {
        EpisodeLog log = new EpisodeLog(1);
        log.reset(7, false);
        log.step(new float[] {1}, 0);
        log.reset(8, true);
        log.step(new float[] {0, 2}, 1);
        assertEquals(2, log.resets());
        assertEquals(2, log.steps());
        log.reset(9, false);
        assertEquals(1, log.resets());
        assertEquals(0, log.steps());
        assertEquals(9, log.seed(0));
        for (int i = 0; i < 1000; i++) {
            log.step(new float[] {i}, 0);
        }
        float[] last = new float[1];
        log.action(log.to(0) - 1, last);
        assertEquals(999, last[0]);
    }
}
