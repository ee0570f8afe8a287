package io.htsrl.learners.offpolicy;

import io.htsrl.learners.offpolicy.insertion.StepAppender;
import io.htsrl.replay.ReplayMemory;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.StorageBank;
import java.util.Arrays;

/** Remembers banks in (step, environment) order. One thread. */
public final class BankMemory {
    private final BankShape shape;
    private final ReplayMemory memory;
    private final FirstErrors errors;
    private final int[] truncations;
    private final StepAppender appender;

    /** @param errors that give transitions their first priorities */
    public BankMemory(BankShape shape, ReplayMemory memory, FirstErrors errors) {
        this.shape = shape;
        this.memory = memory;
        this.appender = new StepAppender(memory);
        this.errors = errors;
        this.truncations = new int[shape.environments()];
    }

    /** @param behaviour the parameters that collected {@code bank} */
    public void append(StorageBank bank, float[] behaviour) {
        errors.begin(bank, behaviour);
        Arrays.fill(truncations, 0);
        for (int step = 0; step < shape.steps(); step++) {
            for (int environment = 0; environment < shape.environments(); environment++) {
                append(bank, step, environment);
            }
        }
        memory.complete();
    }

    private void append(StorageBank bank, int step, int environment) {
        double error = errors.of(step, environment, truncations[environment]);
        appender.append(bank, step, environment, environment, truncations[environment], error);
        truncations[environment] += bank.truncated(bank.row(step, environment)) ? 1 : 0;
    }
}
