package io.htsrl.replay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.GoalReward;
import io.htsrl.core.environment.ObservationPart;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.error.Violations;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.work.Team;
import io.htsrl.replay.HindsightConfig.GoalSelectionStrategy;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Compares rows with goals achieved in hindsight with {@link NaiveReplay}'s episodes: each row is that of one of the
 * goals that the strategy allows, with the reward, the ending and the inputs of that goal.
 */
class HindsightTest {
    private static final int BATCH = 24;
    private static final int LENGTH = 20;
    private static final double GAMMA = 0.9;
    /** About half of the achieved goals are within it. */
    private static final double THRESHOLD = 0.3;

    private final Map<String, Integer> kinds = new HashMap<>();

    private static ReplayConfig config(int nStep, int goals, GoalSelectionStrategy strategy, boolean terminates) {
        ObservationSpace space = ObservationSpace.of(List.of(
                        ObservationPart.vector(GoalReward.ACHIEVED, 1),
                        ObservationPart.vector("observation", 1),
                        ObservationPart.vector(GoalReward.DESIRED, 1)))
                .withGoals(new GoalReward.Distance(THRESHOLD, false, 2, -1, terminates));
        return new ReplayConfig(
                3 * LENGTH,
                3,
                space,
                1,
                1,
                nStep,
                GAMMA,
                0,
                1e-6,
                SequenceConfig.NONE,
                new HindsightConfig(true, goals, strategy));
    }

    @ParameterizedTest
    @CsvSource({"1, FUTURE, false", "1, FINAL, true", "1, EPISODE, true", "3, FUTURE, true", "3, EPISODE, false"})
    void shouldReadWhatTheEpisodeGivesForAnotherGoal(int nStep, GoalSelectionStrategy strategy, boolean terminates) {
        ReplayConfig config = config(nStep, 2, strategy, terminates);
        ReplayMemory memory = ReplayMemory.of(config, 1, Team.alone());
        NaiveReplay oracle = new NaiveReplay(config);
        RandomEpisodes source = new RandomEpisodes(config, nStep);
        ReplayBatch batch = memory.newBatch(BATCH);
        RandomStream stream = RandomStream.root(5);
        for (int step = 0; step < 1800; step++) {
            source.appendTo(memory, oracle, ReplayMemory.GREATEST_SO_FAR);
            if (step % 7 == 6 && memory.size() > 0) {
                memory.sample(batch, stream.spawn(step), 0.5);
                for (int row = 0; row < BATCH; row++) {
                    assertRow(oracle, config, strategy, terminates, batch, row);
                }
            }
        }
        assertTrue(
                kinds.keySet().containsAll(List.of("own", "own: terminated", "another", "reached", "missed")),
                kinds::toString);
        double share = kinds.get("another") / (double) (kinds.get("another") + kinds.get("own"));
        assertEquals(2 / 3.0, share, 0.03);
    }

    private void assertRow(
            NaiveReplay oracle,
            ReplayConfig config,
            GoalSelectionStrategy strategy,
            boolean terminates,
            ReplayBatch batch,
            int row) {
        int environment = batch.leaves()[row] / LENGTH;
        NaiveReplay.Step step = oracle.drawable(environment).stream()
                .filter(each -> oracle.leaf(environment, each.position()) == batch.leaves()[row])
                .findFirst()
                .orElseThrow();
        List<float[]> frames = step.episode().frames;
        int known = frames.size() - 2; // the last step that a frame follows
        if (batch.goals()[row] == Hindsight.OWN) {
            NaiveReplay.Row own = oracle.row(step);
            assertEquals(own.expectedReturn(), batch.returns()[row]);
            assertEquals(own.discount(), batch.discounts()[row]);
            assertArrayEquals(own.stack().get(0), frame(batch.floatObservations(), row));
            count(step.index() > known ? "own: terminated" : "own");
            return;
        }
        count("another");
        int goalIndex = (int) (batch.goals()[row] - (step.position() - step.index()));
        long oldest = oracle.oldest(environment) - (step.position() - step.index());
        switch (strategy) {
            case FUTURE -> assertTrue(goalIndex >= step.index() && goalIndex <= known);
            case FINAL -> assertEquals(known, goalIndex);
            case EPISODE -> assertTrue(goalIndex >= Math.max(0, oldest) && goalIndex <= known);
        }
        float goal = frames.get(goalIndex + 1)[0];
        double sum = 0;
        double discount = 1;
        boolean reached = false;
        int after = step.index();
        while (!reached && after < step.index() + config.nStep() && after <= known) {
            after++;
            reached = Math.abs(frames.get(after)[0] - goal) <= THRESHOLD;
            sum += discount * (reached ? 2 : -1);
            count(reached ? "reached" : "missed");
            discount *= GAMMA;
            reached &= terminates;
        }
        assertEquals((float) sum, batch.returns()[row]);
        assertEquals(reached ? 0 : (float) discount, batch.discounts()[row]);
        assertEquals(step.action(), batch.actions()[row]);
        float[] now = frames.get(step.index());
        float[] next = frames.get(after);
        assertArrayEquals(new float[] {now[0], now[1], goal}, frame(batch.floatObservations(), row));
        assertArrayEquals(
                reached ? new float[3] : new float[] {next[0], next[1], goal},
                frame(batch.floatNextObservations(), row));
    }

    private static float[] frame(float[] rows, int row) {
        return Arrays.copyOfRange(rows, row * RandomEpisodes.FRAME, (row + 1) * RandomEpisodes.FRAME);
    }

    private void count(String kind) {
        kinds.merge(kind, 1, Integer::sum);
    }

    /** A goal is as likely as each other of the strategy: the first step of one episode of eight. */
    @ParameterizedTest
    @EnumSource(GoalSelectionStrategy.class)
    void shouldDrawEveryGoalOfTheStrategy(GoalSelectionStrategy strategy) {
        ReplayConfig config = config(1, 1000, strategy, false);
        PrioritizedReplay memory = new PrioritizedReplay(config);
        for (int step = 0; step < 8; step++) {
            ObservationSlot frame = new ObservationSlot().at(new float[] {step, 0, 0}, 0);
            memory.append(0, frame, new float[1], 0, -1, false, step == 7, frame, ReplayMemory.GREATEST_SO_FAR);
        }
        ReplayBatch batch = memory.newBatch(4000);
        memory.sample(batch, RandomStream.root(3), 1);
        int[] counts = new int[8];
        int rows = 0;
        TreeSet<Long> all = new TreeSet<>();
        for (int row = 0; row < batch.size(); row++) {
            if (batch.leaves()[row] == 2 && batch.goals()[row] != Hindsight.OWN) {
                counts[(int) batch.goals()[row]]++;
                rows++;
            }
            all.add(batch.goals()[row]);
        }
        int first = strategy == GoalSelectionStrategy.FUTURE ? 2 : strategy == GoalSelectionStrategy.FINAL ? 7 : 0;
        for (int step = 0; step < 8; step++) {
            double expected = step < first ? 0 : rows / (8.0 - first);
            assertEquals(expected, counts[step], 5 * Math.sqrt(expected), "goal of step " + step);
        }
        assertTrue(all.contains(Hindsight.OWN));
    }

    @Test
    void shouldGiveTheSameRowsForAnyNumberOfShards() {
        ReplayConfig config = config(2, 4, GoalSelectionStrategy.FUTURE, true);
        List<ReplayBatch> batches = IntStream.of(1, 2, 3)
                .mapToObj(shards -> {
                    ReplayMemory memory = ReplayMemory.of(config, shards, Team.alone());
                    RandomEpisodes source = new RandomEpisodes(config, 3);
                    for (int step = 0; step < 100; step++) {
                        source.appendTo(memory, null, ReplayMemory.GREATEST_SO_FAR);
                    }
                    memory.complete();
                    ReplayBatch batch = memory.newBatch(BATCH);
                    memory.sample(batch, RandomStream.root(9), 1);
                    return batch;
                })
                .toList();
        for (ReplayBatch batch : batches) {
            assertArrayEquals(batches.get(0).goals(), batch.goals());
            assertArrayEquals(batches.get(0).returns(), batch.returns());
            assertArrayEquals(batches.get(0).floatObservations(), batch.floatObservations());
            assertArrayEquals(batches.get(0).floatNextObservations(), batch.floatNextObservations());
        }
    }

    @Test
    void shouldRefuseWhatHasNoGoals() {
        HindsightConfig config = new HindsightConfig(true, 4, GoalSelectionStrategy.FUTURE);
        Violations violations = new Violations();
        config.check(ObservationSpace.floats(3), violations);
        config.check(2, SequenceConfig.NONE, violations);
        config.check(1, new SequenceConfig(2, 0, 1, 1), violations);
        assertEquals(
                List.of("--her", "--her", "--her"),
                violations.list().stream().map(Violations.Violation::setting).toList());
        assertTrue(violations.list().get(2).rule().contains("--memory"));
        Violations none = new Violations();
        HindsightConfig.NONE.check(ObservationSpace.floats(3), none);
        HindsightConfig.NONE.check(2, SequenceConfig.NONE, none);
        config.check(config(1, 1, GoalSelectionStrategy.FINAL, true).frameSpace(), none);
        assertTrue(none.isEmpty());
    }
}
