package io.htsrl.learners.offpolicy.insertion;

import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.replay.ReplayMemory;
import io.htsrl.storage.StorageBank;

/** Appends steps of banks to a replay memory, whoever tells their errors. Allocates nothing. One thread. */
public final class StepAppender {
    private final ReplayMemory memory;
    private final ObservationSlot observation = new ObservationSlot();
    private final ObservationSlot last = new ObservationSlot();

    public StepAppender(ReplayMemory memory) {
        this.memory = memory;
    }

    /**
     * Appends the step of a column as that of an environment.
     *
     * @param truncation how many truncations the column had in this bank before the step
     * @param error      as {@link ReplayMemory#append} takes it
     */
    public void append(StorageBank bank, int step, int column, int environment, int truncation, double error) {
        int row = bank.row(step, column);
        boolean truncated = bank.truncated(row);
        memory.append(
                environment,
                bank.observationSlot(step, column, observation),
                bank.actions(),
                row * bank.shape().actionWidth(),
                bank.rewards()[row],
                bank.terminated(row),
                truncated,
                truncated ? bank.finals(column).slot(truncation, last) : null,
                error);
    }
}
