package io.htsrl.replay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.random.RandomStream;
import io.htsrl.replay.PriorityScale.PriorityRule;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares random episodes, draws and updates with {@link NaiveReplay}, exactly: every leaf and every row. */
class PrioritizedReplayOracleTest {
    private static final int BATCH = 24;
    private static final double ALPHA = 0.6;
    private static final double EPSILON = 1e-3;

    private final Map<NaiveReplay.Step, Long> units = new HashMap<>();
    private long greatest;

    @ParameterizedTest
    @CsvSource({
        "1, 1, false",
        "1, 1, true",
        "1, 4, false",
        "1, 4, true",
        "3, 1, false",
        "3, 1, true",
        "3, 4, false",
        "3, 4, true"
    })
    void shouldEqualTheOracle(int nStep, int frameStack, boolean bytes) {
        ObservationSpace space =
                bytes ? ObservationSpace.bytes(RandomEpisodes.FRAME) : ObservationSpace.floats(RandomEpisodes.FRAME);
        // 3 rings of 20 places, one leaf left over
        ReplayConfig config = new ReplayConfig(61, 3, space, frameStack, 1, nStep, 0.9, ALPHA, EPSILON);
        PrioritizedReplay memory = new PrioritizedReplay(config);
        NaiveReplay oracle = new NaiveReplay(config);
        RandomEpisodes source = new RandomEpisodes(config, 100 * nStep + frameStack);
        ReplayBatch batch = memory.newBatch(BATCH);
        PriorityRule rule = new PriorityRule(ALPHA, EPSILON, PriorityScale.of(60));
        greatest = PriorityScale.of(60).toUnits(1);
        RandomStream stream = RandomStream.root(5);
        Map<Long, Double> initial = new HashMap<>();
        for (int step = 0; step < 900; step++) {
            double error = step % 4 == 0 ? stream.uniform(step) * 3 : ReplayMemory.GREATEST_SO_FAR;
            initial.put((long) step, error);
            source.appendTo(memory, oracle, error);
            publishNew(config, oracle, rule, initial);
            assertLeaves(config, memory, oracle);
            if (step % 7 == 6 && memory.size() > 0) {
                memory.sample(batch, stream.spawn(step), 0.5);
                assertRows(config, oracle, batch);
                update(config, memory, oracle, batch, rule, stream.spawn(step));
                assertLeaves(config, memory, oracle);
            }
        }
    }

    /** Gives every newly drawable transition its priority, in the order of publishing: environments do not mix. */
    private void publishNew(ReplayConfig config, NaiveReplay oracle, PriorityRule rule, Map<Long, Double> initial) {
        for (int environment = 0; environment < config.environments(); environment++) {
            for (NaiveReplay.Step step : oracle.drawable(environment)) {
                if (!units.containsKey(step)) {
                    double error = initial.get(appended(oracle, environment, step));
                    long value = error == ReplayMemory.GREATEST_SO_FAR ? greatest : rule.units(error, "step", 0);
                    units.put(step, value);
                    greatest = Math.max(greatest, value);
                }
            }
        }
    }

    /** The number of the call that appended a step: the environments take turns. */
    private static long appended(NaiveReplay oracle, int environment, NaiveReplay.Step step) {
        return oracle.ordinal(environment, step) * 3L + environment;
    }

    private void assertLeaves(ReplayConfig config, PrioritizedReplay memory, NaiveReplay oracle) {
        long[] expected = new long[60];
        int drawable = 0;
        for (int environment = 0; environment < config.environments(); environment++) {
            for (NaiveReplay.Step step : oracle.drawable(environment)) {
                expected[oracle.leaf(environment, step.position())] = units.get(step);
                drawable++;
            }
        }
        long[] leaves = new long[memory.leaves()];
        memory.copyLeaves(leaves);
        assertArrayEquals(expected, leaves);
        assertEquals(drawable, memory.size());
    }

    private NaiveReplay.Step at(ReplayConfig config, NaiveReplay oracle, int leaf) {
        for (int environment = 0; environment < config.environments(); environment++) {
            for (NaiveReplay.Step step : oracle.drawable(environment)) {
                if (oracle.leaf(environment, step.position()) == leaf) {
                    return step;
                }
            }
        }
        return null;
    }

    private void assertRows(ReplayConfig config, NaiveReplay oracle, ReplayBatch batch) {
        for (int row = 0; row < BATCH; row++) {
            NaiveReplay.Step step = at(config, oracle, batch.leaves()[row]);
            assertNotNull(step, "what was drawn cannot be drawn");
            NaiveReplay.Row expected = oracle.row(step);
            assertEquals(expected.action(), batch.actions()[row]);
            assertEquals(expected.expectedReturn(), batch.returns()[row]);
            assertEquals(expected.discount(), batch.discounts()[row]);
            assertStack(expected.stack(), batch.floatObservations(), batch.byteObservations(), row);
            List<float[]> next = expected.nextStack();
            assertStack(
                    next != null
                            ? next
                            : expected.stack().stream()
                                    .map(frame -> new float[frame.length])
                                    .toList(),
                    batch.floatNextObservations(),
                    batch.byteNextObservations(),
                    row);
        }
    }

    private static void assertStack(List<float[]> expected, float[] floats, byte[] bytes, int row) {
        int offset = row * expected.size() * RandomEpisodes.FRAME;
        for (float[] frame : expected) {
            for (float element : frame) {
                assertEquals(element, floats != null ? floats[offset] : bytes[offset] & 0xFF);
                offset++;
            }
        }
    }

    private void update(
            ReplayConfig config,
            PrioritizedReplay memory,
            NaiveReplay oracle,
            ReplayBatch batch,
            PriorityRule rule,
            RandomStream stream) {
        float[] errors = new float[BATCH];
        for (int row = 0; row < BATCH; row++) {
            errors[row] = (float) (stream.uniform(row, 1 << 20) * 4 - 2);
            long value = rule.units(errors[row], "row", row);
            units.put(at(config, oracle, batch.leaves()[row]), value);
            greatest = Math.max(greatest, value);
        }
        memory.updatePriorities(batch, errors);
    }
}
