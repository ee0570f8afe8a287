package io.htsrl.replay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.random.RandomStream;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compares sequences of random episodes with {@link NaiveReplay}: the drawable ones and all of their rows are equal.
 * The recurrent state before a step is the number of the step.
 */
class SequenceReplayTest {
    private static final int BATCH = 9;
    private static final int STATE = 2;

    private final ObservationBatch input = new ObservationBatch(1000);
    private ReplayConfig config;
    private NaiveReplay oracle;
    private final Set<String> kinds = new HashSet<>();

    @ParameterizedTest
    @CsvSource({
        // length, burn-in, period, n, frames
        "4, 4, 2, 3, 1",
        "3, 2, 3, 1, 2",
        "5, 3, 2, 2, 1",
        "2, 0, 1, 2, 1",
        "1, 5, 1, 1, 3",
    })
    void shouldDrawWholeSequences(int length, int burnIn, int period, int nStep, int frames) {
        SequenceConfig sequences = new SequenceConfig(length, burnIn, period, STATE);
        config = new ReplayConfig(
                90,
                3,
                ObservationSpace.floats(RandomEpisodes.FRAME),
                frames,
                1,
                nStep,
                0.9,
                0.6,
                1e-3,
                sequences,
                HindsightConfig.NONE);
        oracle = new NaiveReplay(config);
        PrioritizedReplay memory = new PrioritizedReplay(config);
        RandomEpisodes source = new RandomEpisodes(config, length);
        ReplayBatch batch = memory.newBatch(BATCH);
        RandomStream stream = RandomStream.root(7);
        for (int step = 0; step < 1200; step++) {
            source.appendTo(memory, oracle, ReplayMemory.GREATEST_SO_FAR);
            Map<Integer, NaiveReplay.Step> drawable = drawable();
            assertLeaves(memory, drawable.keySet());
            if (step % 5 == 4 && memory.size() > 0) {
                memory.sample(batch, stream.spawn(step), 0.5);
                batch.bindObservations(input);
                for (int column = 0; column < BATCH; column++) {
                    int leaf = batch.leaves()[column];
                    assertColumn(source, drawable.get(leaf), leaf / 30, batch, column);
                }
            }
        }
        assertEquals(burnIn < period ? Set.of("state", "start") : Set.of("state", "start", "burn-in"), kinds);
    }

    private Map<Integer, NaiveReplay.Step> drawable() {
        Map<Integer, NaiveReplay.Step> steps = new HashMap<>();
        for (int environment = 0; environment < 3; environment++) {
            for (NaiveReplay.Step step : oracle.drawable(environment)) {
                steps.put(oracle.leaf(environment, step.position()), step);
            }
        }
        return steps;
    }

    private static void assertLeaves(PrioritizedReplay memory, Set<Integer> drawable) {
        long[] leaves = new long[memory.leaves()];
        memory.copyLeaves(leaves);
        for (int leaf = 0; leaf < leaves.length; leaf++) {
            assertEquals(drawable.contains(leaf), leaves[leaf] > 0, "leaf " + leaf);
        }
        assertEquals(drawable.size(), memory.size());
    }

    private void assertColumn(
            RandomEpisodes source, NaiveReplay.Step start, int environment, ReplayBatch batch, int column) {
        List<NaiveReplay.Step> steps = start.episode().steps;
        SequenceRows rows = batch.sequences();
        int first = Math.max(0, start.index() - config.sequences().burnIn());
        int end = Math.min(steps.size(), start.index() + config.sequences().length());
        int frames = start.episode().truncated ? steps.size() + 1 : steps.size();
        int last = Math.min(frames, start.index() + config.sequences().length() + config.nStep());
        assertEquals(start.index() - first, rows.burnIn(column));
        assertEquals(end - first, rows.end(column));
        for (int row = column, index = first; row < input.rows(); row += BATCH, index++) {
            assertEquals(state(first, start.index(), index, last, column), input.stateOffset(row));
            if (index < last) {
                assertObservation(oracleStack(start, index), batch, row);
            } else {
                assertObservation(null, batch, row);
            }
            if (index >= start.index() && index < end) {
                NaiveReplay.Row expected = oracle.row(steps.get(index));
                assertEquals(expected.action(), batch.actions()[row]);
                assertEquals(expected.expectedReturn(), batch.returns()[row]);
                assertEquals(expected.discount(), batch.discounts()[row]);
                assertObservation(
                        expected.nextStack() == null ? expected.stack() : expected.nextStack(), batch, rows.next(row));
            }
        }
        float[] state = new float[STATE + 1];
        System.arraycopy(input.states(), column * STATE, state, 1, STATE);
        float[] stored = source.state(oracle.ordinal(environment, steps.get(first)));
        stored[0] = 0;
        assertArrayEquals(first > 0 ? stored : new float[STATE + 1], state);
        kinds.add(first > 0 ? "state" : start.index() > 0 ? "burn-in" : "start");
    }

    private static int state(int first, int start, int index, int last, int column) {
        if (index == first) {
            return column * STATE;
        }
        if (index >= last) {
            return ObservationBatch.EMPTY;
        }
        return index == start ? ObservationBatch.DETACHED : ObservationBatch.FOLLOWS;
    }

    private List<float[]> oracleStack(NaiveReplay.Step start, int index) {
        return oracle.stack(start.episode(), index);
    }

    private static void assertObservation(List<float[]> expected, ReplayBatch batch, int row) {
        int size = batch.floatObservations().length / batch.returns().length;
        for (int i = 0; i < size; i++) {
            float element = expected == null ? 0 : expected.get(i / RandomEpisodes.FRAME)[i % RandomEpisodes.FRAME];
            assertEquals(element, batch.floatObservations()[row * size + i]);
        }
        assertTrue(size > 0);
    }
}
