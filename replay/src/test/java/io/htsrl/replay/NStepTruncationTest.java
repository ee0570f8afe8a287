package io.htsrl.replay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.work.Team;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Computes by hand three-step returns where an episode ends. */
class NStepTruncationTest {
    private static final float GAMMA = 0.5f;

    /**
     * Observations 0, 10, 20, 30 have rewards 1, 2, 4, 8; the end is at 40, or at none. The next episode has begun, so
     * that a return that ran over the end would be seen.
     */
    @ParameterizedTest
    @CsvSource({"true, 1", "false, 1", "true, 2"})
    void shouldBootstrapFromTheTrueFinalObservationOfATruncation(boolean truncated, int shards) {
        ReplayMemory memory = ReplayMemory.of(
                new ReplayConfig(60, 2, ObservationSpace.floats(1), 2, 1, 3, GAMMA, 0, 1e-6), shards, Team.alone());
        for (int step = 0; step < 4; step++) {
            boolean last = step == 3;
            append(memory, 10 * step, 1 << step, last && !truncated, last && truncated, 40);
        }
        for (int step = 0; step < 3; step++) {
            append(memory, 500, 1000, false, false, 0);
        }
        memory.complete();

        assertEquals(4, memory.size(), "of the next episode none has three steps yet");
        ReplayBatch batch = memory.newBatch(4); // one from each quarter
        memory.sample(batch, RandomStream.root(1), 1);
        assertArrayEquals(new float[] {0, 0, 0, 10, 10, 20, 20, 30}, batch.floatObservations());
        assertArrayEquals(
                new float[] {1 + 2 * 0.5f + 4 * 0.25f, 2 + 4 * 0.5f + 8 * 0.25f, 4 + 8 * 0.5f, 8}, batch.returns());
        float cut = truncated ? 1 : 0;
        assertArrayEquals(new float[] {0.125f, 0.125f * cut, 0.25f * cut, 0.5f * cut}, batch.discounts());
        assertArrayEquals(
                truncated ? new float[] {20, 30, 30, 40, 30, 40, 30, 40} : new float[] {20, 30, 0, 0, 0, 0, 0, 0},
                batch.floatNextObservations());
    }

    /** The episode ends before the step that was lost, with its observation: as if it had been truncated there. */
    @ParameterizedTest
    @CsvSource({"1", "2"})
    void shouldEndAnEpisodeBeforeALostStep(int shards) {
        ReplayConfig config = new ReplayConfig(60, 2, ObservationSpace.floats(1), 2, 1, 3, GAMMA, 0, 1e-6);
        ReplayMemory truncated = ReplayMemory.of(config, shards, Team.alone());
        ReplayMemory cut = ReplayMemory.of(config, shards, Team.alone());
        for (int step = 0; step < 4; step++) {
            append(truncated, 10 * step, 1 << step, false, step == 3, 40);
            append(cut, 10 * step, 1 << step, false, false, 0);
        }
        ObservationSlot observation = new ObservationSlot().at(new float[] {40}, 0);
        cut.cut(0, observation);
        cut.cut(0, observation); // the next episode's first step is lost, too: there is nothing to end
        for (int step = 0; step < 3; step++) {
            append(truncated, 500, 1000, false, false, 0);
            append(cut, 500, 1000, false, false, 0);
        }
        truncated.complete();
        cut.complete();

        assertEquals(4, cut.size());
        ReplayBatch expected = truncated.newBatch(4);
        ReplayBatch actual = cut.newBatch(4);
        truncated.sample(expected, RandomStream.root(1), 1);
        cut.sample(actual, RandomStream.root(1), 1);
        assertArrayEquals(expected.floatObservations(), actual.floatObservations());
        assertArrayEquals(expected.returns(), actual.returns());
        assertArrayEquals(expected.discounts(), actual.discounts());
        assertArrayEquals(expected.floatNextObservations(), actual.floatNextObservations());
    }

    private static void append(
            ReplayMemory memory, float value, float reward, boolean terminated, boolean truncated, float last) {
        float[] row = {value};
        memory.append(
                0,
                new ObservationSlot().at(row, 0),
                row,
                0,
                reward,
                terminated,
                truncated,
                truncated ? new ObservationSlot().at(new float[] {last}, 0) : null,
                ReplayMemory.GREATEST_SO_FAR);
    }
}
