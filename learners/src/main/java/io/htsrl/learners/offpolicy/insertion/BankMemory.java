package io.htsrl.learners.offpolicy.insertion;

import io.htsrl.core.environment.ObservationSlot;
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
        int row = bank.row(step, environment);
        double error =
                bank.lost(row) ? ReplayMemory.GREATEST_SO_FAR : errors.of(step, environment, truncations[environment]);
        appender.append(bank, step, environment, environment, truncations[environment], error);
        truncations[environment] += bank.truncated(row) ? 1 : 0;
    }

    /** Appends steps of banks to a replay memory, whoever tells their errors. Allocates nothing. One thread. */
    public static final class StepAppender {
        private final ReplayMemory memory;
        private final ObservationSlot observation = new ObservationSlot();
        private final ObservationSlot last = new ObservationSlot();

        public StepAppender(ReplayMemory memory) {
            this.memory = memory;
        }

        /**
         * Appends the step of a column as that of an environment; a lost step ends the episode before it.
         *
         * @param truncation how many truncations the column had in this bank before the step
         * @param error      as {@link ReplayMemory#append} takes it
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

    /** The errors that transitions are first prioritised by, before anything is learnt from them. One thread. */
    public interface FirstErrors {

        /** As if each were the greatest so far, so that all are drawn soon (Schaul et al. 2016). */
        FirstErrors GREATEST_SO_FAR = new FirstErrors() {
            @Override
            public void begin(StorageBank bank, float[] behaviour) {}

            @Override
            public double of(int step, int environment, int truncation) {
                return ReplayMemory.GREATEST_SO_FAR;
            }
        };

        /**
         * Looks at a bank, before it is asked for each of its transitions.
         *
         * @param behaviour the parameters that collected it
         */
        void begin(StorageBank bank, float[] behaviour);

        /**
         * The absolute error of a step of that bank.
         *
         * @param truncation how many truncations the environment had in this bank before the step
         */
        double of(int step, int environment, int truncation);
    }
}
