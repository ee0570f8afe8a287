package io.htsrl.learners.offpolicy.insertion;

import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.replay.ReplayMemory;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.StorageBank;

/**
 * Remembers one environment's rollouts as they are completed, on the thread of the executor that steps it. Allocates
 * nothing.
 *
 * <p>Where the actors' outputs give first priorities, a rollout's last step is kept until the next rollout's first
 * output tells the value that followed. After a truncation none does: such a step gets the greatest priority so far.
 */
final class RolloutInsertion {
    private final int environment;
    private final ReplayMemory memory;
    private final RowValues values;
    private final double gamma;
    private final StepAppender appender;
    private final int outputWidth;
    private final ObservationSlot observation = new ObservationSlot();
    private final ObservationSlot kept = new ObservationSlot();
    private final float[] keptAction;
    private float keptReward;
    private double keptValue;
    private boolean keeps;

    /** @param values null for the greatest priority so far */
    RolloutInsertion(int environment, BankShape shape, ReplayMemory memory, RowValues values, double gamma) {
        this.environment = environment;
        this.memory = memory;
        this.appender = new StepAppender(memory);
        this.values = values;
        this.gamma = gamma;
        this.outputWidth = shape.outputWidth();
        this.keptAction = new float[shape.actionWidth()];
        int size = shape.observationSpace().size();
        if (shape.observationSpace().kind() == ObservationSpace.Kind.FLOAT32) {
            kept.at(new float[size], 0);
        } else {
            kept.at(new byte[size], 0);
        }
    }

    /** The rollout in {@code column}. */
    void insert(StorageBank slab, int column) {
        int steps = slab.shape().steps();
        if (keeps) {
            double error = Math.abs(keptReward + gamma * best(slab, 0, column) - keptValue);
            memory.append(environment, kept, keptAction, 0, keptReward, false, false, null, error);
            keeps = false;
        }
        int truncations = 0;
        for (int step = 0; step < steps; step++) {
            int row = slab.row(step, column);
            if (values != null && step == steps - 1 && !slab.terminated(row) && !slab.truncated(row)) {
                keep(slab, step, column);
            } else {
                appender.append(slab, step, column, environment, truncations, error(slab, step, column));
            }
            truncations += slab.truncated(row) ? 1 : 0;
        }
    }

    private double error(StorageBank slab, int step, int column) {
        int row = slab.row(step, column);
        if (values == null || slab.truncated(row)) {
            return ReplayMemory.GREATEST_SO_FAR;
        }
        double next = slab.terminated(row) ? 0 : best(slab, step + 1, column);
        return Math.abs(slab.rewards()[row] + gamma * next - taken(slab, row));
    }

    private void keep(StorageBank slab, int step, int column) {
        int row = slab.row(step, column);
        slab.observationSlot(step, column, observation).copyTo(kept);
        System.arraycopy(slab.actions(), row * keptAction.length, keptAction, 0, keptAction.length);
        keptReward = slab.rewards()[row];
        keptValue = taken(slab, row);
        keeps = true;
    }

    private double taken(StorageBank slab, int row) {
        return values.taken(slab.outputs(), row * outputWidth, slab.actions(), row * keptAction.length);
    }

    private double best(StorageBank slab, int step, int column) {
        return values.best(slab.outputs(), slab.row(step, column) * outputWidth);
    }
}
