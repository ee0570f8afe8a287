package io.htsrl.replay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.work.Team;
import io.htsrl.replay.PriorityScale.PriorityRule;
import io.htsrl.replay.selectors.NaiveSelector;
import io.htsrl.replay.selectors.Sampler;
import io.htsrl.replay.selectors.SelectionConfig;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares random episodes, draws and updates of a table with lists that are looked through: every row. */
class TableOracleTest {
    private static final int BATCH = 8;
    private static final double BETA = 0.5;

    private ReplayConfig config;
    private SelectionConfig table;
    private NaiveReplay steps;
    private NaiveSelector model;
    private PriorityRule rule;
    private final Map<Integer, NaiveReplay.Step> at = new HashMap<>();
    private final Map<Integer, Integer> left = new HashMap<>();
    private final Set<NaiveReplay.Step> published = new HashSet<>();
    private final Map<Long, Double> errors = new HashMap<>();

    static Stream<Arguments> tables() {
        return Stream.of(Sampler.values())
                .flatMap(sampler -> Stream.of("0 1 1", "0 3 4", "1 1 1", "1 3 4", "3 3 1")
                        .filter(words -> !new SelectionConfig(sampler, words.charAt(0) - '0').isUsual())
                        .map(words -> words.split(" "))
                        .map(words -> Arguments.of(
                                sampler,
                                Integer.valueOf(words[0]),
                                Integer.valueOf(words[1]),
                                Integer.valueOf(words[2]))));
    }

    @ParameterizedTest
    @MethodSource("tables")
    void shouldDrawAsListsDo(Sampler sampler, int maxTimesSampled, int nStep, int frameStack) throws IOException {
        double alpha = sampler.byPriority() ? 0.6 : 0;
        config = new ReplayConfig(
                61, 3, ObservationSpace.floats(RandomEpisodes.FRAME), frameStack, 1, nStep, 0.9, alpha, 1e-3);
        table = new SelectionConfig(sampler, maxTimesSampled);
        steps = new NaiveReplay(config);
        model = new NaiveSelector(sampler);
        rule = new PriorityRule(alpha, 1e-3, PriorityScale.of(60));
        ReplayMemory memory = table.memory(config, 1, Team.alone());
        RandomEpisodes source = new RandomEpisodes(config, 100 * nStep + frameStack);
        RandomStream stream = RandomStream.root(5);
        int batches = 0;
        for (int step = 0; step < 900; step++) {
            double error = Math.floor(stream.uniform(step) * 6) / 2; // some are equal
            errors.put((long) step, error);
            int environment = source.appendTo(memory, steps, error);
            follow(environment);
            assertEquals(model.size(), memory.size());
            assertEquals(rowsLeft(), memory.rowsLeft());
            if (memory.rowsLeft() >= BATCH && step % 11 > 8) {
                drawAndUpdate(memory, stream.spawn(step));
                batches++;
            }
            if (step == 400) {
                memory = saved(memory);
            }
        }
        assertTrue(batches > 50, () -> "drew too little to see anything");
    }

    private long rowsLeft() {
        if (table.maxTimesSampled() == 0) {
            return model.size() == 0 ? 0 : Long.MAX_VALUE;
        }
        return left.values().stream().mapToLong(each -> each).sum();
    }

    private ReplayMemory saved(ReplayMemory memory) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        memory.save(new DataOutputStream(bytes));
        ReplayMemory other = table.memory(config, 1, Team.alone());
        RandomEpisodes source = new RandomEpisodes(config, 1);
        for (int step = 0; step < 100; step++) {
            source.appendTo(other, null, 1); // gone
        }
        other.restore(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        ByteArrayOutputStream again = new ByteArrayOutputStream();
        other.save(new DataOutputStream(again));
        assertArrayEquals(bytes.toByteArray(), again.toByteArray());
        return other;
    }

    /** Follows what an appended step of an environment makes drawable, and what it overwrites. */
    private void follow(int environment) {
        Map<Integer, NaiveReplay.Step> now = new HashMap<>();
        steps.drawable(environment).forEach(step -> now.put(steps.leaf(environment, step.position()), step));
        for (int place : model.items()) {
            if (place / 20 == environment && at.get(place) != now.get(place)) {
                remove(place);
            }
        }
        for (NaiveReplay.Step step : steps.drawable(environment)) {
            if (published.add(step)) {
                int place = steps.leaf(environment, step.position());
                long number = steps.ordinal(environment, step) * config.environments() + environment;
                model.insert(place, number, rule.units(errors.get(number), "step", 0));
                at.put(place, step);
                left.put(place, table.maxTimesSampled());
            }
        }
    }

    private void remove(int place) {
        model.delete(place);
        at.remove(place);
        left.remove(place);
    }

    private void drawAndUpdate(ReplayMemory memory, RandomStream draws) {
        ReplayBatch batch = memory.newBatch(BATCH);
        memory.sample(batch, draws, BETA);
        long[] units = new long[BATCH];
        long least = Long.MAX_VALUE;
        for (int row = 0; row < BATCH; row++) {
            int place = model.sample(draws, row);
            assertEquals(place, batch.leaves()[row]);
            NaiveReplay.Row expected = steps.row(at.get(place));
            assertEquals(expected.action(), batch.actions()[row]);
            assertEquals(expected.expectedReturn(), batch.returns()[row]);
            assertEquals(expected.discount(), batch.discounts()[row]);
            units[row] = model.priority(place);
            least = Math.min(least, units[row]);
            if (table.maxTimesSampled() > 0 && left.merge(place, -1, Integer::sum) == 0) {
                remove(place);
            }
        }
        float[] tdErrors = new float[BATCH];
        for (int row = 0; row < BATCH; row++) {
            boolean weighted = table.sampler() == Sampler.PRIORITIZED;
            assertEquals(weighted ? PriorityRule.weight(units[row], least, BETA) : 1, batch.weights()[row]);
            tdErrors[row] = (float) Math.floor(draws.uniform(row, 1 << 20) * 8) / 2 - 2;
            if (model.has(batch.leaves()[row])) {
                model.update(batch.leaves()[row], rule.units(tdErrors[row], "row", row));
            }
        }
        memory.updatePriorities(batch, tdErrors);
        assertTrue(memory.drawn() <= memory.size());
    }
}
