package io.htsrl.replay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.random.RandomStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrioritizedReplayTest {
    private static final RandomStream DRAWS = RandomStream.root(1);
    private static final ObservationSpace ONE = ObservationSpace.floats(1);

    private static ReplayConfig config(int capacity, double alpha) {
        return new ReplayConfig(capacity, 1, ONE, 1, 1, 1, 0.5, alpha, 1e-6);
    }

    /** A step without an end whose frame, action and reward are {@code value}. */
    private static void append(ReplayMemory memory, float value, double error) {
        float[] row = {value};
        memory.append(0, new ObservationSlot().at(row, 0), row, 0, value, false, false, null, error);
    }

    private static PrioritizedReplay filled(int capacity, double alpha, double... errors) {
        PrioritizedReplay memory = new PrioritizedReplay(config(capacity, alpha));
        for (int step = 0; step < errors.length; step++) {
            append(memory, step, errors[step]);
        }
        append(memory, errors.length, 0);
        return memory;
    }

    @Test
    void shouldRefuseACapacityWithoutRoomForOneTransition() {
        ReplayConfig wrong = new ReplayConfig(4, 1, ONE, 1, 1, 3, 1, 0, 1);
        assertEquals(
                1,
                assertThrows(ConfigurationException.class, () -> new PrioritizedReplay(wrong))
                        .violations()
                        .size());
    }

    /** Computes (N P(i))^-β over the batch's greatest as the paper writes it. */
    @Test
    void shouldWeightByTheInverseProbability() {
        PrioritizedReplay memory = filled(10, 1, 1, 2, 4, 8);
        ReplayBatch batch = memory.newBatch(64);
        for (double beta : new double[] {0, 0.4, 1}) {
            memory.sample(batch, DRAWS, beta);
            double[] expected = new double[64];
            for (int row = 0; row < 64; row++) {
                double probability = (1 << batch.leaves()[row]) / 15.0;
                expected[row] = StrictMath.pow(4 * probability, -beta);
            }
            double greatest = Arrays.stream(expected).max().orElseThrow();
            for (int row = 0; row < 64; row++) {
                assertEquals(expected[row] / greatest, batch.weights()[row], 2e-6);
            }
        }
    }

    @Test
    void shouldShowSomeOfThePrioritiesAboveZero() {
        PrioritizedReplay memory = filled(10, 1, 1, 2, 4, 8, 16, 32, 64, 128);
        double[] all = {1, 2, 4, 8, 16, 32, 64, 128};

        assertArrayEquals(all, memory.somePriorities(100), 1e-5);
        double[] some = memory.somePriorities(4);
        assertTrue(some.length >= 1 && some.length <= 4, () -> Arrays.toString(some));
        assertTrue(Arrays.stream(some)
                .allMatch(priority -> Arrays.stream(all).anyMatch(p -> Math.abs(p - priority) < 1e-5)));
        assertEquals(0, new PrioritizedReplay(config(10, 1)).somePriorities(4).length);
    }

    @Test
    void shouldRaiseErrorsToAlpha() {
        PrioritizedReplay memory = filled(10, 0.5, 4, 0.25);
        long[] leaves = new long[memory.leaves()];
        memory.copyLeaves(leaves);
        PriorityScale scale = PriorityScale.of(10);
        assertEquals(2, scale.toPriority(leaves[0]), 1e-6);
        assertEquals(0.5, scale.toPriority(leaves[1]), 2e-6);
    }

    @Test
    void shouldDrawUniformlyWithAlphaZero() {
        PrioritizedReplay memory = filled(10, 0, 1, 100, 0, 7);
        ReplayBatch batch = memory.newBatch(400);
        memory.sample(batch, DRAWS, 1);
        for (int leaf = 0; leaf < 4; leaf++) {
            int wanted = leaf;
            assertEquals(
                    100,
                    Arrays.stream(batch.leaves())
                            .filter(drawn -> drawn == wanted)
                            .count());
        }
        for (float weight : batch.weights()) {
            assertEquals(1f, weight);
        }
    }

    @Test
    void shouldDrawTheSameForTheSameDraws() {
        PrioritizedReplay memory = filled(100, 0.6, 1, 2, 3, 4, 5, 6, 7, 8);
        ReplayBatch one = memory.newBatch(32);
        ReplayBatch other = memory.newBatch(32);
        memory.sample(one, DRAWS, 1);
        memory.sample(other, DRAWS, 1);
        assertArrayEquals(one.leaves(), other.leaves());
        memory.sample(other, DRAWS.spawn(1), 1);
        assertFalse(Arrays.equals(one.leaves(), other.leaves()));
    }

    @Test
    void shouldSayThatNothingCanBeDrawnYet() {
        PrioritizedReplay memory = new PrioritizedReplay(config(10, 1));
        append(memory, 0, 1); // its next observation has not come
        assertEquals(0, memory.size());
        assertThrows(IllegalStateException.class, () -> memory.sample(memory.newBatch(1), DRAWS, 1));
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void shouldRefuseErrorsThatAreNotFiniteBeforeAnythingChanges(double bad) {
        PrioritizedReplay memory = filled(10, 1, 1, 2);
        ReplayBatch batch = memory.newBatch(2);
        memory.sample(batch, DRAWS, 1);
        long[] before = new long[memory.leaves()];
        memory.copyLeaves(before);
        String message = assertThrows(
                        IllegalArgumentException.class,
                        () -> memory.updatePriorities(batch, new float[] {5, (float) bad}))
                .getMessage();
        assertTrue(message.contains("batch row 1"), message);
        assertThrows(IllegalArgumentException.class, () -> append(memory, 0, bad));
        long[] after = new long[memory.leaves()];
        memory.copyLeaves(after);
        assertArrayEquals(before, after);
    }

    @Test
    void shouldRefuseATruncationWithoutItsFinalObservation() {
        PrioritizedReplay memory = new PrioritizedReplay(config(10, 1));
        float[] row = {0};
        ObservationSlot slot = new ObservationSlot().at(row, 0);
        assertThrows(IllegalArgumentException.class, () -> memory.append(0, slot, row, 0, 0, false, true, null, 1));
        memory.append(0, slot, row, 0, 0, true, true, null, 1); // terminated: nothing is bootstrapped
        assertEquals(1, memory.size());
    }

    @Test
    void shouldTakeErrorsTooGreatForTheScaleAsItsGreatest() {
        PrioritizedReplay memory = filled(10, 1, 1e30);
        long[] leaves = new long[memory.leaves()];
        memory.copyLeaves(leaves);
        PriorityScale scale = PriorityScale.of(10);
        assertEquals(scale.toUnits(scale.maxPriority()), leaves[0]);
    }

    @Test
    void shouldPassOverTransitionsOverwrittenSince() {
        PrioritizedReplay memory = filled(5, 1, 1, 1, 1, 1);
        ReplayBatch batch = memory.newBatch(8);
        memory.sample(batch, DRAWS, 1);
        for (int step = 0; step < 20; step++) {
            append(memory, step, 2);
        }
        long[] before = new long[memory.leaves()];
        memory.copyLeaves(before);
        memory.updatePriorities(batch, new float[] {9, 9, 9, 9, 9, 9, 9, 9});
        long[] after = new long[memory.leaves()];
        memory.copyLeaves(after);
        assertArrayEquals(before, after);
    }

    @Test
    void shouldBindInputsForAForwardPass() {
        PrioritizedReplay memory = filled(10, 1, 1, 1, 1);
        ReplayBatch batch = memory.newBatch(4);
        memory.sample(batch, DRAWS, 1);
        ObservationBatch inputs = new ObservationBatch(4);
        batch.bindNextObservations(inputs);
        assertEquals(4, inputs.rows());
        for (int row = 0; row < 4; row++) {
            assertEquals(batch.leaves()[row] + 1, inputs.floats()[inputs.offset(row)]);
        }
    }

    @Test
    void shouldFitAMillionAtariFramesInEightGigabytes() {
        double atari = 84 * 84 + 4 + 4 + 1 + 8 * 64 / 63.0;
        ReplayConfig small = new ReplayConfig(1 << 20, 16, ObservationSpace.bytes(2, 2), 4, 1, 3, 0.99, 0.6, 1e-6);
        double overhead = (double) (small.heapBytes() + small.directBytes()) / (1 << 20) - 4;
        assertEquals(atari - 84 * 84, overhead, 0.01);
        assertTrue((84 * 84 + overhead) * 1e6 < 8e9);
    }

    /** A Java array ends at 2^31 elements, which the actions or the states of sequences may pass. */
    @Test
    void shouldCountTheElementsOfItsLongestArray() {
        ReplayConfig actions = new ReplayConfig(1 << 27, 2, ONE, 1, 20, 1, 1, 0, 1);
        assertEquals((1L << 27) * 20, actions.longestArray());
        ReplayConfig states = new ReplayConfig(
                1 << 27, 2, ONE, 1, 1, 1, 1, 0, 1, new SequenceConfig(4, 2, 2, 64), HindsightConfig.NONE);
        assertEquals(2L * ((1 << 25) + 2) * 64, states.longestArray());
    }

    @Test
    void shouldKeepFramesInSeveralChunks() {
        FrameStore frames = new FrameStore(ObservationSpace.bytes(1 << 25), 5); // two rows to a chunk
        byte[] row = new byte[1 << 25];
        for (int index = 0; index < 5; index += 2) {
            Arrays.fill(row, (byte) (index + 1));
            frames.write(index, new ObservationSlot().at(row, 0));
        }
        Set<Integer> chunks = new HashSet<>();
        for (int index = 0; index < 5; index += 2) {
            frames.read(index, new ObservationSlot().at(row, 0), 0);
            assertEquals(index + 1, row[0]);
            assertEquals(index + 1, row[row.length - 1]);
            chunks.add(frames.chunk(index));
        }
        assertEquals(Set.of(0, 1, 2), chunks);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldContinueBitForBitAfterLoading(boolean bytes) throws IOException {
        ObservationSpace space = bytes ? ObservationSpace.bytes(3) : ObservationSpace.floats(3);
        ReplayConfig config = new ReplayConfig(90, 3, space, 4, 1, 3, 0.9, 0.6, 1e-6);
        for (int steps : new int[] {1, 40, 500}) {
            PrioritizedReplay original = new PrioritizedReplay(config);
            RandomEpisodes source = new RandomEpisodes(config, 4);
            run(original, source, steps);
            ByteArrayOutputStream saved = new ByteArrayOutputStream();
            original.save(new DataOutputStream(saved));
            PrioritizedReplay resumed = new PrioritizedReplay(config);
            run(resumed, new RandomEpisodes(config, 99), 200); // what it held before is gone
            resumed.restore(new DataInputStream(new ByteArrayInputStream(saved.toByteArray())));
            assertEquals(original.size(), resumed.size());
            RandomEpisodes again = new RandomEpisodes(config, 4);
            run(new PrioritizedReplay(config), again, steps); // brings the source to the same point
            assertEquals(run(original, source, 100), run(resumed, again, 100));
        }
    }

    /** The file is of a build before steps were saved in blocks. */
    @Test
    void shouldLoadAnOlderFormat() throws IOException {
        ReplayConfig config = new ReplayConfig(90, 3, ObservationSpace.floats(3), 4, 1, 3, 0.9, 0.6, 1e-6);
        PrioritizedReplay original = new PrioritizedReplay(config);
        RandomEpisodes source = new RandomEpisodes(config, 4);
        run(original, source, 40);
        PrioritizedReplay resumed = new PrioritizedReplay(config);
        try (InputStream saved = getClass().getResourceAsStream("memory-format-2.bin")) {
            resumed.restore(new DataInputStream(saved));
            assertEquals(0, saved.available());
        }
        assertEquals(original.drawn(), resumed.drawn());
        RandomEpisodes again = new RandomEpisodes(config, 4);
        run(new PrioritizedReplay(config), again, 40); // brings the source to the same point
        assertEquals(run(original, source, 100), run(resumed, again, 100));
    }

    @Test
    void shouldRefuseTheContentsOfAnotherConfiguration() throws IOException {
        ByteArrayOutputStream saved = new ByteArrayOutputStream();
        new PrioritizedReplay(config(10, 1)).save(new DataOutputStream(saved));
        PrioritizedReplay other = new PrioritizedReplay(config(11, 1));
        assertThrows(
                IOException.class,
                () -> other.restore(new DataInputStream(new ByteArrayInputStream(saved.toByteArray()))));
    }

    /** Appends, draws and updates; all that was drawn, and the leaves at the end, as one text. */
    private static String run(PrioritizedReplay memory, RandomEpisodes source, int steps) {
        StringBuilder log = new StringBuilder();
        ReplayBatch batch = memory.newBatch(6);
        float[] errors = new float[6];
        for (int step = 0; step < steps; step++) {
            source.appendTo(memory, null, step % 2 == 0 ? ReplayMemory.GREATEST_SO_FAR : step * 0.01);
            if (step % 5 == 4 && memory.size() > 0) {
                memory.sample(batch, DRAWS.spawn(step), 0.7);
                log.append(Arrays.toString(batch.leaves()))
                        .append(Arrays.toString(batch.weights()))
                        .append(Arrays.toString(batch.returns()))
                        .append(Arrays.toString(batch.discounts()))
                        .append(Arrays.toString(batch.actions()))
                        .append(Arrays.toString(batch.floatObservations()))
                        .append(Arrays.toString(batch.byteObservations()))
                        .append(Arrays.toString(batch.floatNextObservations()))
                        .append(Arrays.toString(batch.byteNextObservations()));
                for (int row = 0; row < 6; row++) {
                    errors[row] = batch.returns()[row] - 1;
                }
                memory.updatePriorities(batch, errors);
            }
        }
        long[] leaves = new long[memory.leaves()];
        memory.copyLeaves(leaves);
        assertTrue(steps < 10 || log.length() > 0);
        return log.append(Arrays.toString(leaves)).toString();
    }

    @Test
    void shouldDependOnWhatWasAppended() {
        ReplayConfig config = new ReplayConfig(90, 3, ObservationSpace.floats(3), 4, 1, 3, 0.9, 0.6, 1e-6);
        assertNotEquals(
                run(new PrioritizedReplay(config), new RandomEpisodes(config, 1), 100),
                run(new PrioritizedReplay(config), new RandomEpisodes(config, 2), 100));
    }
}
