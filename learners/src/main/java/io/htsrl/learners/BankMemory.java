package io.htsrl.learners;

import io.htsrl.core.ObservationSlot;
import io.htsrl.core.Policy;
import io.htsrl.replay.ReplayMemory;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.FinalObservations;
import io.htsrl.storage.StorageBank;
import java.util.Arrays;

/**
 * Remembers banks in (step, environment) order. A transition's first priority is the greatest so far or, as in Ape-X
 * (Horgan et al. 2018), that of the one-step error which the actors' own output rows give. One thread.
 */
final class BankMemory {
    private final boolean actorInitial;
    private final double gamma;
    private final BankShape shape;
    private final QRows rows;
    private final BootstrapRows bootstrap;
    private final ReplayMemory memory;
    private final int[] truncations;
    private final ObservationSlot observation = new ObservationSlot();
    private final ObservationSlot last = new ObservationSlot();

    BankMemory(DqnConfig config, BankShape shape, Policy policy, QRows rows, ReplayMemory memory) {
        this.actorInitial = config.replay().initialPriority() == DqnConfig.InitialPriority.ACTOR;
        this.gamma = config.gamma();
        this.shape = shape;
        this.rows = rows;
        this.bootstrap = new BootstrapRows(shape, policy);
        this.memory = memory;
        this.truncations = new int[shape.environments()];
    }

    void append(StorageBank bank, float[] behaviour) {
        if (actorInitial) {
            bootstrap.compute(bank, behaviour);
        }
        Arrays.fill(truncations, 0);
        for (int step = 0; step < shape.steps(); step++) {
            for (int environment = 0; environment < shape.environments(); environment++) {
                append(bank, step, environment);
            }
        }
    }

    private void append(StorageBank bank, int step, int environment) {
        int row = bank.row(step, environment);
        double error = actorInitial ? error(bank, step, environment) : ReplayMemory.GREATEST_SO_FAR;
        boolean truncated = bank.truncated(row);
        ObservationSlot end = truncated
                ? bank.finals(environment).slot(truncations[environment]++, last) : null;
        memory.append(environment, bank.observationSlot(step, environment, observation), bank.actions(),
                row * shape.actionWidth(), bank.rewards()[row], bank.terminated(row), truncated, end, error);
    }

    /** {@code |r + γ max Q(s', ·) - Q(s, a)|}, all by the behaviour parameters. */
    private double error(StorageBank bank, int step, int environment) {
        int row = bank.row(step, environment);
        double value = rows.value(bank.outputs(), row * shape.outputWidth(), (int) bank.actions()[row]);
        double next = bank.terminated(row) ? 0 : greatestNext(bank, step, environment);
        return Math.abs(bank.rewards()[row] + gamma * next - value);
    }

    private double greatestNext(StorageBank bank, int step, int environment) {
        if (bank.truncated(bank.row(step, environment))) {
            FinalObservations finals = bank.finals(environment);
            return greatest(bootstrap.finalOutput(finals, truncations[environment]), 0);
        }
        if (step + 1 == shape.steps()) {
            return greatest(bootstrap.lastOutputs(), environment * shape.outputWidth());
        }
        return greatest(bank.outputs(), bank.row(step + 1, environment) * shape.outputWidth());
    }

    private double greatest(float[] outputs, int offset) {
        return rows.value(outputs, offset, rows.greatest(outputs, offset));
    }
}
