package io.htsrl.benchmarks.peers;

import io.htsrl.core.environment.BatchedEnvironment;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.Environments;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.environment.StepRows;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * Replicas of CartPole-v1 that take random actions; a replica whose episode ended is reset in the same step. Plain and
 * batched replicas with equal seeds take the same steps. One thread.
 */
final class RandomReplicas {
    private static final String ENVIRONMENT = "CartPole-v1";
    private static final int SIZE = 4;

    private final Environment[] replicas;
    private final BatchedEnvironment arrays; // null: plain
    private final SplittableRandom draws;
    private final StepRows rows = new StepRows();
    private final ObservationSlot slot = new ObservationSlot();
    private final StepResult result = new StepResult();
    private long episodes;

    /** @param batched whether {@link BatchedEnvironment} steps the replicas together, not one after the other */
    RandomReplicas(int count, boolean batched, long seed) {
        List<Environment> all = Stream.generate(() -> Environments.create(ENVIRONMENT, Map.of()))
                .limit(count)
                .toList();
        replicas = all.toArray(Environment[]::new);
        arrays = batched ? all.get(0).batched(all).orElseThrow() : null;
        draws = new SplittableRandom(seed);
        rows.actions = new float[count];
        rows.observations = new float[count * SIZE];
        rows.rewards = new float[count];
        rows.endings = new byte[count];
        for (int i = 0; i < count; i++) {
            reset(i);
        }
        if (batched) {
            arrays.load(0, count);
        }
    }

    /** Returns the ended episodes of all replicas. */
    long episodes() {
        return episodes;
    }

    /** Returns the last observations, {@code [replica][4]} in one array. */
    float[] observations() {
        return rows.observations;
    }

    /** Draws an action for each replica, takes a step of each, and resets those whose episode ended. */
    void step() {
        drawActions();
        if (arrays == null) {
            stepPlain();
        } else {
            arrays.step(0, replicas.length, rows);
        }
        byte[] endings = rows.endings;
        for (int i = 0; i < endings.length; i++) {
            if (endings[i] != 0) {
                episodes++;
                reset(i);
                if (arrays != null) {
                    arrays.load(i, i + 1);
                }
            }
        }
    }

    private void drawActions() {
        float[] actions = rows.actions;
        for (int from = 0; from < actions.length; from += Long.SIZE) {
            long bits = draws.nextLong();
            int to = Math.min(from + Long.SIZE, actions.length);
            for (int i = from; i < to; i++) {
                actions[i] = (int) (bits >>> i) & 1; // a shift is by i % 64
            }
        }
    }

    private void stepPlain() {
        for (int i = 0; i < replicas.length; i++) {
            replicas[i].step(rows.actions, i, slot.at(rows.observations, i * SIZE, SIZE), result);
            rows.rewards[i] = (float) result.reward;
            rows.endings[i] = result.terminated ? StepRows.TERMINATED : result.truncated ? StepRows.TRUNCATED : 0;
        }
    }

    private void reset(int i) {
        replicas[i].reset(draws.nextLong(), slot.at(rows.observations, i * SIZE, SIZE));
    }
}
