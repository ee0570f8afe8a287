package io.htsrl.environments.wrapper;

import io.htsrl.core.environment.BatchedEnvironment;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.environment.StepRows;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Truncates episodes after a number of steps, like Gymnasium's wrapper of this name. The limit is not part of the task:
 * the step at the limit is {@code truncated}, and {@code terminated} only if the task itself ends. Thread rule of
 * {@link Environment}.
 */
public final class TimeLimit extends EnvironmentWrapper {
    private final int maxSteps;
    private final EnvironmentSpec spec;
    private int elapsed;

    /**
     * @param maxSteps limit in steps, at least 1
     * @throws IllegalArgumentException when it is less
     */
    public TimeLimit(Environment inner, int maxSteps) {
        super(inner);
        if (maxSteps < 1) {
            throw new IllegalArgumentException("time limit " + maxSteps + " must be at least 1 step");
        }
        this.maxSteps = maxSteps;
        EnvironmentSpec task = inner.spec();
        spec = new EnvironmentSpec(
                task.id(),
                task.observationSpace(),
                task.actionSpace(),
                maxSteps,
                task.rewardThreshold(),
                task.scored());
    }

    @Override
    public EnvironmentSpec spec() {
        return spec;
    }

    @Override
    public void reset(long seed, ObservationSlot out) {
        elapsed = 0;
        super.reset(seed, out);
    }

    @Override
    public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
        super.step(actions, offset, out, result);
        if (++elapsed >= maxSteps) {
            result.truncated = true;
        }
    }

    @Override
    public void saveState(DataOutput out) throws IOException {
        out.writeInt(elapsed);
        super.saveState(out);
    }

    @Override
    public void restoreState(DataInput in) throws IOException {
        elapsed = in.readInt();
        super.restoreState(in);
    }

    @Override
    public Optional<BatchedEnvironment> batched(List<? extends Environment> replicas) {
        List<TimeLimit> limits = replicas.stream().map(TimeLimit.class::cast).toList();
        return inner.batched(limits.stream().map(limit -> limit.inner).toList())
                .map(arrays -> new Batch(arrays, limits, maxSteps));
    }

    /** The replicas of {@code arrays} with their time limit. */
    private static final class Batch implements BatchedEnvironment {
        private final BatchedEnvironment arrays;
        private final TimeLimit[] replicas;
        private final int maxSteps;
        private final int[] elapsed;

        Batch(BatchedEnvironment arrays, List<TimeLimit> replicas, int maxSteps) {
            this.arrays = arrays;
            this.replicas = replicas.toArray(TimeLimit[]::new);
            this.maxSteps = maxSteps;
            this.elapsed = new int[this.replicas.length];
        }

        @Override
        public long leastSteps() {
            return arrays.leastSteps();
        }

        @Override
        public void load(int from, int to) {
            arrays.load(from, to);
            for (int i = from; i < to; i++) {
                elapsed[i] = replicas[i].elapsed;
            }
        }

        @Override
        public void store(int from, int to) {
            arrays.store(from, to);
            for (int i = from; i < to; i++) {
                replicas[i].elapsed = elapsed[i];
            }
        }

        @Override
        public void step(int from, int to, StepRows rows) {
            arrays.step(from, to, rows);
            byte[] endings = rows.endings;
            int row = rows.row - from;
            for (int i = from; i < to; i++) {
                if (++elapsed[i] >= maxSteps && endings[row + i] == 0) {
                    endings[row + i] = StepRows.TRUNCATED;
                }
            }
        }
    }
}
