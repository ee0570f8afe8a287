package io.htsrl.executors;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.SavedState;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.error.DivergedException;
import io.htsrl.core.policy.ActionHead;
import io.htsrl.core.policy.ActionSelector;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.run.RunAbortedException;
import io.htsrl.storage.StorageBank;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * One environment replica on its way through the intervals: selects actions from output rows, steps, resets, and
 * writes its rows of the bank. One thread at a time. Every draw is a function of the root seed, the replica's index,
 * and its own step or episode count; allocates nothing per step.
 */
public final class Replica {
    private final int index;
    private final Environment environment;
    private final ActionHead head;
    private final ActionSelector selector;
    private final float[] converted; // the action as the environment gets it; null where it gets the bank's row
    private final RandomStream actionDraws;
    private final RandomStream episodeSeeds;
    private final ObservationSlot slot = new ObservationSlot();
    private final StepResult result = new StepResult();
    private StorageBank bank;
    private int column;
    private int step;
    private long totalSteps;
    private long episodes;

    /**
     * @param index    which replica of the run
     * @param head     what the environment's actions are
     * @param selector chooses them, for this replica alone
     * @param root     the root stream of the run
     */
    public Replica(int index, Environment environment, ActionHead head, ActionSelector selector, RandomStream root) {
        this.index = index;
        this.column = index;
        this.environment = environment;
        this.head = head;
        this.selector = selector;
        this.converted = head.converts() ? new float[head.actionWidth()] : null;
        this.actionDraws = root.spawn("action").spawn(index);
        this.episodeSeeds = root.spawn("episode").spawn(index);
    }

    public int index() {
        return index;
    }

    /**
     * Begins a rollout in {@code newColumn} of {@code newBank}: the first of a run resets the environment into its
     * first row; of a later one, the first observation is the last of the rollout before, wherever that lies.
     */
    public void begin(StorageBank newBank, int newColumn) {
        StorageBank previous = bank;
        int full = column;
        bank = newBank;
        column = newColumn;
        step = 0;
        if (previous == null) {
            reset(0);
        } else {
            newBank.carryOver(previous, full, newColumn);
        }
    }

    /** The column of the bank that the rollout under way, or the last one, lies in. */
    public int column() {
        return column;
    }

    /** The step within the interval that comes next; {@code α} when the interval is full. */
    public int step() {
        return step;
    }

    /**
     * Takes one step on the output row of the observation before it: selects the action, steps the environment, writes
     * output, action, reward, ending and the observation that follows.
     */
    public void advance(float[] outputs, int outputOffset) {
        int action = bank.row(step, column) * bank.shape().actionWidth();
        bank.storeOutput(step, column, outputs, outputOffset);
        select(outputs, outputOffset, action);
        bank.observationSlot(step + 1, column, slot);
        stepEnvironment(action);
        bank.storeResult(step, column, result);
        if (result.done()) {
            if (!result.terminated) {
                bank.keepFinal(step, column);
            }
            reset(step + 1);
        }
        step++;
        totalSteps++;
    }

    private void select(float[] outputs, int outputOffset, int action) {
        try {
            selector.select(outputs, outputOffset, actionDraws, totalSteps, bank.actions(), action);
        } catch (DivergedException e) {
            throw e.at(name() + " in " + place(), interval());
        }
    }

    private void stepEnvironment(int action) {
        if (converted == null) {
            stepEnvironment(bank.actions(), action);
        } else {
            head.toEnvironment(bank.actions(), action, converted, 0);
            stepEnvironment(converted, 0);
        }
    }

    private void stepEnvironment(float[] actions, int action) {
        try {
            environment.step(actions, action, slot, result);
        } catch (OutOfMemoryError | RunAbortedException e) {
            throw e; // not the environment's own
        } catch (Throwable e) {
            throw EnvironmentFault.threw(
                    this, EnvironmentFault.step(actions, action, bank.shape().actionWidth()), e);
        }
        EnvironmentFault.checkObservation(this, slot);
        EnvironmentFault.checkReward(this, result);
    }

    private void reset(int row) {
        long seed = episodeSeeds.bits(episodes++);
        bank.observationSlot(row, column, slot);
        bank.beginEpisode(row, column);
        selector.beginEpisode();
        try {
            environment.reset(seed, slot);
        } catch (OutOfMemoryError | RunAbortedException e) {
            throw e;
        } catch (Throwable e) {
            throw EnvironmentFault.threw(this, "reset", e);
        }
        EnvironmentFault.checkObservation(this, slot);
    }

    /** Such as {@code environment 5 (CartPole-v1)}. */
    String name() {
        return "environment " + index + " (" + environment.spec().id() + ")";
    }

    /**
     * The interval under way: how many rollouts have been completed. For the owner, or who has seen the owner begin a
     * call of the environment.
     */
    public long interval() {
        return bank == null ? 0 : totalSteps / bank.shape().steps();
    }

    /** Where in the run the replica is, for messages. Thread rule of {@link #interval}. */
    public String place() {
        return "step " + step + " of interval " + interval() + " (episode " + (episodes - 1) + ", seed 0x"
                + Long.toHexString(episodeSeeds.bits(episodes - 1)) + ")";
    }

    /** Whether the environment's own state is part of what is saved. */
    public boolean canSaveState() {
        return environment.canSaveState();
    }

    /**
     * The counters of its draws, what its selector remembers, and the environment's state where that can be saved; the observation to act on next
     * lies in the last row of the bank that it filled.
     */
    public void save(DataOutput out) throws IOException {
        out.writeLong(totalSteps);
        out.writeLong(episodes);
        selector.save(out);
        out.writeBoolean(environment.canSaveState());
        if (environment.canSaveState()) {
            byte[] state = SavedState.of(environment);
            out.writeInt(state.length);
            out.write(state);
        }
    }

    /**
     * Becomes the replica that wrote {@code in}. Where its environment could not save its state, the episode counts as
     * truncated at the end of {@code filled}, and the next one begins there.
     *
     * @param filled the bank that the replica filled last, restored before
     * @throws IOException also when the environment reads more or less than it saved
     */
    public void restore(DataInput in, StorageBank filled) throws IOException {
        totalSteps = in.readLong();
        episodes = in.readLong();
        selector.restore(in);
        bank = filled;
        if (in.readBoolean()) {
            restoreEnvironment(in);
        } else {
            filled.truncateLast(index);
            reset(filled.shape().steps());
        }
    }

    private void restoreEnvironment(DataInput in) throws IOException {
        byte[] saved = new byte[in.readInt()];
        in.readFully(saved);
        int left = SavedState.restore(environment, saved);
        if (left > 0) {
            throw new IOException(name() + " left " + left + " of the " + saved.length + " bytes that it had saved");
        }
    }

    /** Closes the environment. */
    public void close() {
        environment.close();
    }
}
