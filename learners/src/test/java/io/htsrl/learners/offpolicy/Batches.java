package io.htsrl.learners.offpolicy;

import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.random.RandomStream;
import io.htsrl.learners.offpolicy.insertion.BankMemory;
import io.htsrl.learners.offpolicy.insertion.BankMemory.FirstErrors;
import io.htsrl.replay.PrioritizedReplay;
import io.htsrl.replay.ReplayBatch;
import io.htsrl.replay.ReplayConfig;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.StorageBank;

/** Random experience with actions in [-1, 1]. */
public final class Batches {

    private Batches() {}

    /** Observations of {@code inputs} floats, actions of {@code width}, endings of both kinds. */
    public static StorageBank bank(int steps, int environments, int inputs, int width, int outputs, long seed) {
        StorageBank bank =
                new StorageBank(new BankShape(steps, environments, ObservationSpace.floats(inputs), width, outputs));
        RandomStream draws = RandomStream.root(seed).spawn("bank");
        ObservationSlot slot = new ObservationSlot();
        StepResult result = new StepResult();
        for (int environment = 0; environment < environments; environment++) {
            observe(bank.observationSlot(0, environment, slot), inputs, draws.spawn(environment));
            for (int step = 0; step < steps; step++) {
                RandomStream d = draws.spawn(environment).spawn(step);
                int row = bank.row(step, environment);
                for (int j = 0; j < width; j++) {
                    bank.actions()[row * width + j] = (float) (2 * d.uniform(0, j) - 1);
                }
                double kind = d.uniform(1);
                result.set(2 * d.uniform(2) - 1, kind < 0.2, kind > 0.8);
                bank.storeResult(step, environment, result);
                observe(bank.observationSlot(step + 1, environment, slot), inputs, d.spawn(3));
                if (kind > 0.8) {
                    bank.keepFinal(step, environment);
                    observe(slot, inputs, d.spawn(4));
                }
            }
        }
        return bank;
    }

    private static void observe(ObservationSlot slot, int inputs, RandomStream draws) {
        for (int i = 0; i < inputs; i++) {
            slot.set(i, (float) (2 * draws.uniform(i) - 1));
        }
    }

    /** Rows drawn from such a bank with unequal weights: {@code alpha} of the priorities is 1. */
    public static ReplayBatch weighted(int rows, int inputs, int width) {
        StorageBank bank = bank(8, 4, inputs, width, 1, 1);
        BankShape shape = bank.shape();
        PrioritizedReplay memory =
                new PrioritizedReplay(new ReplayConfig(100, 4, shape.observationSpace(), 1, width, 2, 0.9, 1, 1e-6));
        new BankMemory(shape, memory, FirstErrors.GREATEST_SO_FAR).append(bank, null);
        ReplayBatch batch = memory.newBatch(rows);
        RandomStream draws = RandomStream.root(2);
        float[] errors = new float[rows];
        for (int i = 0; i < 4; i++) {
            memory.sample(batch, draws.spawn(i), 1);
            for (int row = 0; row < rows; row++) {
                errors[row] = 0.5f + (float) draws.uniform(i, row);
            }
            memory.updatePriorities(batch, errors);
        }
        memory.sample(batch, draws.spawn(9), 1);
        return batch;
    }
}
