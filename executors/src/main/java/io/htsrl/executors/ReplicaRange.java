package io.htsrl.executors;

import io.htsrl.core.environment.BatchedEnvironment;
import io.htsrl.core.environment.EnvironmentFailedException;
import io.htsrl.core.environment.StepRows;
import io.htsrl.core.math.NotFinite;
import io.htsrl.core.policy.RangeForward;
import io.htsrl.core.policy.RowSampler;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.run.RunAbortedException;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.StorageBank;
import java.util.List;

/**
 * Consecutive replicas of one executor that take each step together: one forward pass computes their output rows, then
 * they step as a {@link BatchedEnvironment}, or one after the other. Has the bits of {@link Replica#advance}. The
 * executor's thread; allocates nothing per step.
 */
final class ReplicaRange {
    private final Replica[] replicas;
    private final int first;
    private final BatchedEnvironment batched; // null if they step one after the other
    private final RowSampler sampler; // null if each selects its action
    private final RandomStream[] draws;
    private final StepRows rows = new StepRows();
    private final float[] outputs; // null if outputs are written into the bank
    private final int[] offsets;
    private final float[] converted; // actions for the environments; null if they get the bank's rows
    private StorageBank bank;
    private int step;

    /**
     * @param replicas consecutive replicas; columns are environments
     * @param batched steps the replicas of the run; null if they step one after the other
     * @param rowWidth floats in an output row and the recurrent state that follows it
     */
    ReplicaRange(List<Replica> replicas, BatchedEnvironment batched, int rowWidth) {
        this.replicas = replicas.toArray(Replica[]::new);
        this.first = this.replicas[0].index();
        this.batched = batched;
        this.sampler = batched == null ? null : Replica.sampler(replicas);
        this.draws = replicas.stream().map(Replica::actionDraws).toArray(RandomStream[]::new);
        this.offsets = new int[this.replicas.length];
        this.outputs = batched == null ? new float[rowWidth * offsets.length] : null;
        for (int i = 0; batched == null && i < offsets.length; i++) {
            offsets[i] = i * rowWidth;
        }
        this.converted = batched == null ? null : this.replicas[0].newConverted(offsets.length);
    }

    int first() {
        return first;
    }

    int size() {
        return replicas.length;
    }

    /** Begins a rollout of all replicas in their columns of {@code newBank}. */
    void begin(StorageBank newBank) {
        bank = newBank;
        step = 0;
        for (Replica replica : replicas) {
            replica.begin(newBank, replica.index());
        }
        if (batched != null) {
            batched.load(first, first + replicas.length);
            rows.actions = converted == null ? bank.actions() : converted;
            rows.observations = bank.floatObservations();
            bank.results(rows);
        }
    }

    /** Computes the output rows of the next step. */
    void compute(RangeForward forward) {
        if (batched == null) {
            forward.compute(first, replicas.length, step, outputs, offsets);
            return;
        }
        int width = bank.shape().outputWidth();
        int at = bank.row(step, first) * width;
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] = at + i * width;
        }
        forward.compute(first, replicas.length, step, bank.outputs(), offsets);
    }

    /** Takes the next step on the computed output rows. */
    void advance() {
        if (batched == null) {
            for (int i = 0; i < replicas.length; i++) {
                replicas[i].advance(outputs, offsets[i]);
            }
        } else {
            chooseActions();
            stepTogether();
            for (int i = 0; i < replicas.length; i++) {
                if (rows.endings[rows.row + i] != 0) {
                    end(i);
                }
                if (replicas[i].pictureWanted()) {
                    batched.store(first + i, first + i + 1);
                }
                replicas[i].stepped();
            }
        }
        step++;
    }

    private void chooseActions() {
        BankShape shape = bank.shape();
        int row = bank.row(step, first);
        int at = row * shape.actionWidth();
        boolean sampled = sampler != null
                && sampler.sample(
                        bank.outputs(),
                        row * shape.outputWidth(),
                        shape.outputWidth(),
                        draws,
                        replicas[0].totalSteps(),
                        bank.actions(),
                        at);
        for (int i = 0; !sampled && i < replicas.length; i++) {
            replicas[i].select(bank.outputs(), offsets[i], at + i * shape.actionWidth());
        }
        for (int i = 0; converted != null && i < replicas.length; i++) {
            replicas[i].convert(at + i * shape.actionWidth(), converted, i * shape.actionWidth());
        }
        rows.actionOffset = converted == null ? at : 0;
        rows.row = row;
        rows.observationOffset = bank.observationOffset(step + 1, first);
    }

    private void stepTogether() {
        try {
            batched.step(first, first + replicas.length, rows);
        } catch (RunAbortedException | OutOfMemoryError e) {
            throw e;
        } catch (RuntimeException | Error e) {
            throw new EnvironmentFailedException(
                    "environments " + first + " .. " + (first + replicas.length - 1) + ", together, threw in step in "
                            + replicas[0].place() + ": " + e,
                    replicas[0].interval(),
                    e);
        }
        int size = bank.shape().observationSpace().size();
        int element = NotFinite.first(rows.observations, rows.observationOffset, size * replicas.length);
        int reward = NotFinite.first(rows.rewards, rows.row, replicas.length);
        if (element >= 0) {
            float value = rows.observations[rows.observationOffset + element];
            throw replicas[element / size].gave(value, "element " + element % size + " of its observation");
        }
        if (reward >= 0) {
            throw replicas[reward].gave(rows.rewards[rows.row + reward], "its reward");
        }
    }

    /** Begins the next episode of a replica whose step has ended one. */
    private void end(int i) {
        if (rows.endings[rows.row + i] == StepRows.TRUNCATED) {
            bank.keepFinal(step, first + i);
        }
        replicas[i].reset(step + 1);
        batched.load(first + i, first + i + 1);
    }

    /** Ends the rollout: the plain environments hold the states again. */
    void finish() {
        if (batched != null) {
            batched.store(first, first + replicas.length);
        }
    }
}
