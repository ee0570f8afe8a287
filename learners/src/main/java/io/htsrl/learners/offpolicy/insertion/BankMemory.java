package io.htsrl.learners.offpolicy.insertion;

import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.replay.ReplayMemory;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.StorageBank;
import java.util.Arrays;

/** Appends banks to a replay memory in (step, environment) order. One thread. */
public final class BankMemory {
    private final BankShape shape;
    private final ReplayMemory memory;
    private final FirstErrors errors;
    private final int[] truncations;
    private final StepAppender appender;

    /** @param errors errors that become first priorities of transitions */
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
        int row = bank.row(step, environment);
        double error =
                bank.lost(row) ? ReplayMemory.GREATEST_SO_FAR : errors.of(step, environment, truncations[environment]);
        float[] states = errors.states();
        if (states != null && !bank.lost(row)) {
            memory.state(environment, states, row * shape.memorySize());
        }
        appender.append(bank, step, environment, environment, truncations[environment], error);
        truncations[environment] += bank.truncated(row) ? 1 : 0;
    }

    /** Appends single steps of banks, with given errors, to a replay memory. Allocates nothing. One thread. */
    public static final class StepAppender {
        private final ReplayMemory memory;
        private final ObservationSlot observation = new ObservationSlot();
        private final ObservationSlot last = new ObservationSlot();

        public StepAppender(ReplayMemory memory) {
            this.memory = memory;
        }

        /**
         * Appends the step of a column as a step of an environment. A lost step ends the episode before it.
         *
         * @param truncation number of the column's truncations in this bank before the step
         * @param error absolute error, as for {@link ReplayMemory#append}
         */
        public void append(StorageBank bank, int step, int column, int environment, int truncation, double error) {
            int row = bank.row(step, column);
            if (bank.lost(row)) {
                memory.cut(environment, bank.observationSlot(step, column, observation));
                return;
            }
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

    /** Errors that give transitions their first priorities, before anything is learnt from them. One thread. */
    public interface FirstErrors {

        /** Gives each transition the greatest priority so far, so that all are drawn soon (Schaul et al. 2016). */
        FirstErrors GREATEST_SO_FAR = new FirstErrors() {
            @Override
            public void begin(StorageBank bank, float[] behaviour) {}

            @Override
            public double of(int step, int environment, int truncation) {
                return ReplayMemory.GREATEST_SO_FAR;
            }
        };

        /**
         * Prepares for a bank, before the calls for its transitions.
         *
         * @param behaviour the parameters that collected it
         */
        void begin(StorageBank bank, float[] behaviour);

        /**
         * Returns the absolute error of a step of that bank.
         *
         * @param truncation number of the environment's truncations in this bank before the step
         */
        double of(int step, int environment, int truncation);

        /**
         * Returns the recurrent states before the steps of that bank, {@code [steps][environments][state]}, for a
         * memory of sequences; else null.
         */
        default float[] states() {
            return null;
        }
    }
}
