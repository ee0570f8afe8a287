package io.htsrl.executors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentFailedException;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.policy.ActionSelector;
import io.htsrl.core.policy.Categorical;
import io.htsrl.core.policy.Deterministic;
import io.htsrl.core.policy.DiagonalGaussian;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.random.RandomStream;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.StorageBank;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReplicaTest {
    private static final int STEPS = 6;
    private static final BankShape SHAPE = new BankShape(STEPS, 2, ObservationSpace.floats(1), 1, 2);

    /** Counts 1, 2, 3 within an episode; the third step ends it, by turns with a truncation and a termination. */
    private static final class Counter implements Environment {
        private final List<Long> seeds = new ArrayList<>();
        private float unit = 1;
        private int count;

        @Override
        public EnvironmentSpec spec() {
            return new EnvironmentSpec("Counter", SHAPE.observationSpace(), new ActionSpace.Discrete(9), 0, Double.NaN);
        }

        @Override
        public void reset(long seed, ObservationSlot out) {
            seeds.add(seed);
            count = 0;
            out.set(0, 0);
        }

        @Override
        public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
            out.set(0, ++count * unit);
            boolean truncates = seeds.size() % 2 == 1;
            result.set(actions[offset], count == 3 && !truncates, count == 3 && truncates);
        }

        @Override
        public boolean canSaveState() {
            return true;
        }

        @Override
        public void saveState(DataOutput out) throws IOException {
            out.writeInt(count);
        }

        @Override
        public void restoreState(DataInput in) throws IOException {
            count = in.readInt();
        }
    }

    private static final Categorical HEAD = new Categorical(9);

    /** The action is the step's number, for the reward to show it. */
    private static final ActionSelector NUMBERED =
            (outputs, at, draws, step, actions, to) -> actions[to] = step + outputs[at];

    private final Counter environment = new Counter();
    private final Replica replica = new Replica(1, environment, HEAD, NUMBERED, RandomStream.root(1));
    private final StorageBank bank = new StorageBank(SHAPE);

    private void fill() {
        for (int step = 0; step < STEPS; step++) {
            assertEquals(step, replica.step());
            replica.advance(new float[] {0, 0.5f, 7}, 1);
        }
    }

    private float observation(StorageBank of, int step) {
        return of.floatObservations()[of.observationOffset(step, 1)];
    }

    @Test
    void shouldWriteEveryFieldOfItsRowsAndNoOthers() {
        replica.begin(bank, 1);
        fill();
        for (int step = 0; step < STEPS; step++) {
            int row = bank.row(step, 1);
            assertEquals(step + 0.5f, bank.actions()[row]);
            assertEquals(step + 0.5f, bank.rewards()[row]);
            assertEquals(0.5f, bank.outputs()[row * 2]);
            assertEquals(7f, bank.outputs()[row * 2 + 1]);
            assertEquals(0f, bank.rewards()[bank.row(step, 0)]);
        }
    }

    @Test
    void shouldResetAfterAnEndingAndKeepWhatATruncatedEpisodeEndedWith() {
        replica.begin(bank, 1);
        fill();
        float[] expected = {0, 1, 2, 0, 1, 2, 0};
        for (int step = 0; step <= STEPS; step++) {
            assertEquals(expected[step], observation(bank, step), "step " + step);
        }
        assertTrue(bank.truncated(bank.row(2, 1)));
        assertTrue(bank.terminated(bank.row(5, 1)));
        assertEquals(1, bank.finals(1).count());
        ObservationBatch batch = new ObservationBatch(1);
        bank.finals(1).bind(batch, 0);
        assertEquals(3f, batch.floats()[batch.offset(0)]);
        assertEquals(2, bank.finals(1).step(0));
    }

    @Test
    void shouldCarryOnInTheNextInterval() {
        replica.begin(bank, 1);
        for (int step = 0; step < STEPS; step++) {
            replica.advance(new float[2], 0);
        }
        StorageBank next = new StorageBank(SHAPE);
        replica.begin(next, 1);
        assertEquals(observation(bank, STEPS), observation(next, 0));
        replica.advance(new float[2], 0);
        assertEquals(6f, next.actions()[next.row(0, 1)], "draws go by the step since the run's start");
    }

    @Test
    void shouldCarryOnInAnotherColumnOfTheSameBank() {
        StorageBank slab = new StorageBank(new BankShape(STEPS, 4, SHAPE.observationSpace(), 1, 2));
        replica.begin(slab, 1);
        fill();
        assertEquals(1, replica.column());
        replica.begin(slab, 3);
        assertEquals(0, replica.step());
        assertEquals(
                slab.floatObservations()[slab.observationOffset(STEPS, 1)],
                slab.floatObservations()[slab.observationOffset(0, 3)]);
        replica.advance(new float[2], 0);
        assertEquals(6f, slab.actions()[slab.row(0, 3)], "draws go by the step since the run's start");
        assertEquals(0f, slab.actions()[slab.row(0, 0)]);
    }

    @Test
    void shouldSayWhereAnObservationIsNoNumber() {
        replica.begin(bank, 1);
        fill();
        replica.begin(new StorageBank(SHAPE), 1);
        replica.advance(new float[2], 0);
        environment.unit = Float.NaN;
        EnvironmentFailedException failed =
                assertThrows(EnvironmentFailedException.class, () -> replica.advance(new float[2], 0));
        assertEquals(
                "environment 1 (Counter) gave NaN as element 0 of its observation in step 1 of interval 1 "
                        + "(episode 2, seed 0x" + Long.toHexString(environment.seeds.get(2))
                        + "): it must be finite; fix the "
                        + "environment, or clip what it gives",
                failed.getMessage());
        assertEquals(1, failed.interval());
    }

    @Test
    void shouldRefuseARewardThatNoFloatHolds() {
        ActionSelector huge = (outputs, at, draws, step, actions, to) -> actions[to] = Float.POSITIVE_INFINITY;
        Replica rich = new Replica(1, environment, HEAD, huge, RandomStream.root(1));
        rich.begin(bank, 1);
        assertThrows(EnvironmentFailedException.class, () -> rich.advance(new float[2], 0));
    }

    @Test
    void shouldKeepWhatTheEnvironmentThrewAndTheActionItGot() {
        Environment broken = new Environment() {
            @Override
            public EnvironmentSpec spec() {
                return environment.spec();
            }

            @Override
            public void reset(long seed, ObservationSlot out) {
                out.set(0, 0);
            }

            @Override
            public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
                out.set(1, 0);
            }
        };
        Replica failing = new Replica(0, broken, HEAD, NUMBERED, RandomStream.root(1));
        failing.begin(bank, 0);
        EnvironmentFailedException failed =
                assertThrows(EnvironmentFailedException.class, () -> failing.advance(new float[] {4, 0}, 0));
        assertTrue(
                failed.getMessage()
                        .startsWith("environment 0 (Counter) threw in step(action [4.0]) in step 0 of "
                                + "interval 0 (episode 0, seed 0x"),
                failed.getMessage());
        assertEquals(
                "element 1 of an observation that has 1 elements",
                failed.getCause().getMessage());
    }

    @Test
    void shouldSeedEachEpisodeByReplicaAndEpisode() {
        replica.begin(bank, 1);
        fill();
        Counter other = new Counter();
        Replica neighbour = new Replica(0, other, HEAD, NUMBERED, RandomStream.root(1));
        neighbour.begin(new StorageBank(SHAPE), 0);
        assertEquals(3, environment.seeds.size());
        assertNotEquals(environment.seeds.get(0), environment.seeds.get(1));
        assertNotEquals(environment.seeds.get(0), other.seeds.get(0));
    }

    private static final ActionSpace.Continuous BOX = new ActionSpace.Continuous(new float[] {-1}, new float[] {3});

    @Test
    void shouldGiveTheEnvironmentTheClippedActionAndTheBankTheDrawnOne() {
        Replica clipping = new Replica(1, environment, new DiagonalGaussian(BOX, 0, 1), NUMBERED, RandomStream.root(1));
        clipping.begin(bank, 1);
        for (int step = 0; step < STEPS; step++) {
            clipping.advance(new float[] {0.5f, 7}, 0);
        }
        for (int step = 0; step < STEPS; step++) {
            int row = bank.row(step, 1);
            assertEquals(step + 0.5f, bank.actions()[row]);
            assertEquals(Math.min(3, step + 0.5f), bank.rewards()[row], "the environment gives its action back");
        }
    }

    @Test
    void shouldGiveTheEnvironmentTheScaledActionAndTheBankThatOfTheUnitBox() {
        Deterministic head = new Deterministic(BOX);
        Replica scaling = new Replica(1, environment, head, ActionSelector.greedy(head), RandomStream.root(1));
        scaling.begin(bank, 1);
        scaling.advance(new float[] {0.5f, 7}, 0);
        int row = bank.row(0, 1);
        assertEquals(Math.tanh(0.5), bank.actions()[row], 1e-6);
        assertEquals(1 + 2 * Math.tanh(0.5), bank.rewards()[row], 1e-6);
    }

    /** Counts the steps of its episode. */
    private static final class Remembering implements ActionSelector {
        private int steps;

        @Override
        public void select(float[] outputs, int at, RandomStream draws, long step, float[] actions, int to) {
            actions[to] = steps++;
        }

        @Override
        public void beginEpisode() {
            steps = 0;
        }

        @Override
        public void save(DataOutput out) throws IOException {
            out.writeInt(steps);
        }

        @Override
        public void restore(DataInput in) throws IOException {
            steps = in.readInt();
        }
    }

    @Test
    void shouldTellItsSelectorWhenAnEpisodeBegins() {
        Replica counting = new Replica(1, environment, HEAD, new Remembering(), RandomStream.root(1));
        counting.begin(bank, 1);
        for (int step = 0; step < STEPS; step++) {
            counting.advance(new float[2], 0);
            assertEquals(step % 3, bank.actions()[bank.row(step, 1)]);
        }
    }

    @Test
    void shouldSaveWhatItsSelectorRemembers() throws IOException {
        Replica counting = new Replica(1, environment, HEAD, new Remembering(), RandomStream.root(1));
        counting.begin(bank, 1);
        for (int step = 0; step < STEPS - 1; step++) {
            counting.advance(new float[2], 0);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        counting.save(new DataOutputStream(bytes));

        Replica restored = new Replica(1, new Counter(), HEAD, new Remembering(), RandomStream.root(1));
        restored.restore(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())), bank);
        StorageBank next = new StorageBank(SHAPE);
        restored.begin(next, 1);
        restored.advance(new float[2], 0);
        assertEquals(2, next.actions()[next.row(0, 1)], "the third step of its episode");
    }
}
