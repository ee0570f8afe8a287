package io.htsrl.storage;

import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.environment.StepRows;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.ObservationRows;
import io.htsrl.core.state.RawArrays;
import io.htsrl.core.state.Stateful;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/**
 * One interval's experience: observations {@code [steps+1][environments][observation]}, and {@code [steps]
 * [environments]} rows of actions, rewards, endings and policy outputs. Preallocated; arrays are shared, not copied.
 * {@link BankFields} lists them; this class writes and reads them. Of stacked observations, single frames are stored,
 * and readers assemble the stacks ({@link ObservationBatch}).
 *
 * <p>Thread rule: before the swap, only the executor that owns an environment writes its rows, once each (invariant 2),
 * and other threads read them only after a state event; after the swap any thread may read and none writes, until the
 * swap that makes it the write bank again.
 *
 * <p>Row {@code steps} of the observations follows the last step. The last observation of a truncated episode is stored
 * separately ({@link FinalObservations}), because its row already holds the next episode's first.
 *
 * <p>For a policy with a memory, a column has two recurrent states: the one before its first step, and the one before
 * the next step, which its executor replaces at each step.
 *
 * <p>A column is one rollout: α steps of one environment. Columns are environments, except under the {@code async}
 * schedule, where any column may hold a rollout of any environment; {@link #stamp} sets it. "Environment" then means
 * "column".
 */
public final class StorageBank implements ObservationRows, Stateful {
    private final BankShape shape;
    private final BankFields fields;
    private final FrameRows frames;
    private final float[] actions;
    private final float[] rewards;
    private final float[] scores;
    private final byte[] endings;
    private final float[] outputs;
    private final FinalObservations[] finals;
    private final long[] environments;
    private final long[] versions;
    private final float[] memory; // [2][environments][state]; null without a memory

    public StorageBank(BankShape shape) {
        this.shape = shape;
        this.fields = new BankFields(shape);
        this.frames = new FrameRows(shape, fields);
        this.actions = fields.array(BankFields.ACTIONS);
        this.rewards = fields.array(BankFields.REWARDS);
        this.scores = shape.scored() ? fields.array(BankFields.SCORES) : rewards;
        this.endings = fields.array(BankFields.ENDINGS);
        this.outputs = fields.array(BankFields.OUTPUTS);
        this.finals = fields.finals();
        this.environments = fields.array(BankFields.ENVIRONMENTS);
        this.versions = fields.array(BankFields.VERSIONS);
        this.memory = fields.array(BankFields.MEMORY);
        Arrays.setAll(environments, column -> column);
        Arrays.fill(versions, -1);
    }

    public BankShape shape() {
        return shape;
    }

    /**
     * Returns the row of {@code (step, environment)}: the index of its reward, its ending, and its row in other fields.
     */
    public int row(int step, int environment) {
        return step * shape.environments() + environment;
    }

    // ---- the writer's side ----

    /** Points {@code slot} at the observation before {@code step}, or after the last one for {@code step == steps}. */
    public ObservationSlot observationSlot(int step, int environment, ObservationSlot slot) {
        return frames.slot(step, environment, slot);
    }

    /** Begins column {@code to}: its first observation is the last one of column {@code from} of {@code previous}. */
    public void carryOver(StorageBank previous, int from, int to) {
        frames.carryOver(previous.frames, from, to);
        finals[to].clear();
        if (memory != null) {
            int size = shape.memorySize();
            System.arraycopy(previous.memory, previous.memoryOffset(from), memory, to * size, size);
            System.arraycopy(memory, to * size, memory, memoryOffset(to), size);
        }
    }

    /** Returns the offset of the state before a column's next step. */
    private int memoryOffset(int column) {
        return (shape.environments() + column) * shape.memorySize();
    }

    /** Makes column {@code to} a copy of column {@code from} of a bank with equal steps, widths and fields. */
    public void copyColumn(StorageBank source, int from, int to) {
        fields.copy(source.fields, from, to);
    }

    /** Writes the start of the rollout after a column's: its last observation, and the earlier frames of its stack. */
    public void saveLast(int column, DataOutput out) throws IOException {
        frames.saveLast(column, out);
        if (memory != null) {
            RawArrays.write(out, memory, memoryOffset(column), shape.memorySize());
        }
    }

    /** Reads the output of {@link #saveLast} as the end of a column, which {@link #carryOver} continues. */
    public void restoreLast(int column, DataInput in) throws IOException {
        frames.restoreLast(column, in);
        if (memory != null) {
            RawArrays.read(in, memory, memoryOffset(column), shape.memorySize());
        }
    }

    /** Sets the environment of a column's rollout, and the version of its first step's parameters. */
    public void stamp(int column, int environment, long version) {
        environments[column] = environment;
        versions[column] = version;
    }

    /** Stores the policy output that a step acted on, and the recurrent state after it, which follows the output. */
    public void storeOutput(int step, int environment, float[] source, int offset) {
        int width = shape.outputWidth();
        System.arraycopy(source, offset, outputs, row(step, environment) * width, width);
        if (memory != null) {
            System.arraycopy(source, offset + width, memory, memoryOffset(environment), shape.memorySize());
        }
    }

    /**
     * Stores a step's result; a truncated episode's last observation is stored separately first, see
     * {@link #keepFinal}.
     */
    public void storeResult(int step, int environment, StepResult result) {
        int row = row(step, environment);
        rewards[row] = (float) result.reward;
        endings[row] = result.terminated ? Endings.TERMINATED : result.truncated ? Endings.TRUNCATED : 0;
        endings[row] |= result.lost ? Endings.LOST : 0;
        endings[row] |= result.continues && (result.lost || shape.scored()) ? Endings.CONTINUES : 0;
        if (shape.scored()) {
            scores[row] = (float) result.score;
        }
        frames.extend(step + 1, environment);
    }

    /** Points {@code rows} at the arrays of rewards and endings, for a writer of many rows of single frames. */
    public void results(StepRows rows) {
        rows.rewards = rewards;
        rows.endings = endings;
    }

    /** Stores zeros as the output and the action of a step on which no policy acts. */
    public void storeAbsence(int step, int environment) {
        int row = row(step, environment);
        int width = shape.outputWidth();
        Arrays.fill(outputs, row * width, (row + 1) * width, 0);
        Arrays.fill(actions, row * shape.actionWidth(), (row + 1) * shape.actionWidth(), 0);
    }

    /** Marks the observation before {@code step} as the first of an episode: no stack extends before it. */
    public void beginEpisode(int step, int environment) {
        frames.begin(step, environment);
        if (memory != null) {
            int size = shape.memorySize();
            Arrays.fill(memory, memoryOffset(environment), memoryOffset(environment) + size, 0);
            if (step == 0) {
                Arrays.fill(memory, environment * size, (environment + 1) * size, 0);
            }
        }
    }

    /** Stores the observation in the row after {@code step} separately, before a reset overwrites it. */
    public void keepFinal(int step, int environment) {
        finals[environment].keep(step, frames, environment);
    }

    /**
     * Truncates the current episode after the last step, unless that step ended one: for an environment that continues
     * with another episode because it could not be restored.
     */
    public void truncateLast(int environment) {
        int row = row(shape.steps() - 1, environment);
        if (endings[row] == 0) {
            keepFinal(shape.steps() - 1, environment);
            endings[row] = Endings.TRUNCATED;
        }
    }

    /** Sets the version of the parameters of this interval; inside the swap. */
    public void collectedUnder(long version) {
        Arrays.fill(versions, version);
    }

    // ---- the reader's side ----

    /** Returns the version of the acting parameters; -1 before the first interval. */
    public long collectedUnder() {
        return versions[0];
    }

    /** Returns the oldest version of the acting parameters at the first step of a column's rollout. */
    public long oldestVersion() {
        long oldest = versions[0];
        for (long version : versions) {
            oldest = Math.min(oldest, version);
        }
        return oldest;
    }

    /** Returns the environment of a column's rollout. */
    public int environment(int column) {
        return (int) environments[column];
    }

    /** Returns the version of the acting parameters at the first step of a column's rollout. */
    public long version(int column) {
        return versions[column];
    }

    @Override
    public void bind(ObservationBatch batch) {
        frames.bind(batch);
        batch.states(memory);
    }

    @Override
    public void add(ObservationBatch batch, int step, int environment) {
        frames.add(batch, step, environment);
        if (memory != null) {
            batch.state(memoryOffset(environment));
        }
    }

    /**
     * Adds the observation of {@code row} to a batch that {@link #bind} has prepared. With a memory, rows of later
     * steps follow those of their column's earlier steps; the row after the last step has its stored state.
     */
    public void addRow(ObservationBatch batch, int row) {
        int step = row / shape.environments();
        int column = row % shape.environments();
        frames.add(batch, step, column);
        if (memory != null) {
            batch.state(stateBefore(step, column));
        }
    }

    private int stateBefore(int step, int column) {
        if (step == 0) {
            return column * shape.memorySize();
        }
        if (step == shape.steps()) {
            return memoryOffset(column);
        }
        return begins(step, column) ? ObservationBatch.EMPTY : ObservationBatch.FOLLOWS;
    }

    /** Returns whether an earlier step of this bank ended an episode right before {@code step}. */
    public boolean begins(int step, int column) {
        return step > 0 && (endings[row(step - 1, column)] & Endings.ENDED) != 0;
    }

    /** Copies the recurrent states before the first step, {@code [environments][state]}, to the front of an array. */
    public void copyStart(float[] states) {
        System.arraycopy(memory, 0, states, 0, shape.environments() * shape.memorySize());
    }

    /** Returns the offset of the frame before {@code step}. */
    public int observationOffset(int step, int environment) {
        return frames.offset(step, environment);
    }

    /** Returns frames {@code [S-1 + steps+1][environments][frame]}, or null if they are bytes. */
    public float[] floatObservations() {
        return frames.floats();
    }

    /** Returns frames {@code [S-1 + steps+1][environments][frame]}, or null if they are floats. */
    public byte[] byteObservations() {
        return frames.bytes();
    }

    /** Returns actions {@code [steps][environments][action]}. */
    public float[] actions() {
        return actions;
    }

    /** Returns the learner's rewards {@code [steps][environments]}. */
    public float[] rewards() {
        return rewards;
    }

    /** Returns scores {@code [steps][environments]} for returns; the rewards themselves unless they are shaped. */
    public float[] scores() {
        return scores;
    }

    /** Returns outputs {@code [steps][environments][output]}, as the actors wrote them. */
    public float[] outputs() {
        return outputs;
    }

    /** Returns whether the step of this row ended its episode in a terminal state. */
    public boolean terminated(int row) {
        return (endings[row] & Endings.ENDED) == Endings.TERMINATED;
    }

    /** Returns whether the step of this row ended its episode by a limit, without a terminal state. */
    public boolean truncated(int row) {
        return (endings[row] & Endings.ENDED) == Endings.TRUNCATED;
    }

    /**
     * Returns whether the result of this row's step is unknown, because its environment died in it. Such a row is
     * truncated and not learnt from: the step before it is the last of its episode, and this row's observation follows
     * it.
     */
    public boolean lost(int row) {
        return (endings[row] & Endings.LOST) != 0;
    }

    /** Returns whether the agent of this row took no part: such a row is {@link #lost}, and part of no episode. */
    public boolean absent(int row) {
        return (endings[row] & Endings.ABSENT) == Endings.ABSENT;
    }

    /**
     * Returns whether the game continues after this row, though its step may have ended an episode: a life was lost.
     */
    public boolean continues(int row) {
        return (endings[row] & Endings.ENDED) == 0 || (endings[row] & Endings.CONTINUES) != 0;
    }

    /** Returns the last observations of truncated episodes of {@code environment}, in order of steps. */
    public FinalObservations finals(int environment) {
        return finals[environment];
    }

    /** Returns the array of a field; null if a bank of this shape has none. */
    <A> A array(FieldSpec<A> field) {
        return fields.array(field);
    }

    // ---- the whole bank ----

    /** Absorbs the raw bits of all digested fields of this bank, in a fixed order. */
    public void digest(BitHasher hasher) {
        fields.digest(hasher);
    }

    /**
     * Returns the first difference of the digested fields, in the order of cause and effect; empty if the digests of
     * both banks are equal.
     *
     * @param other a bank of the same shape
     */
    public Optional<BankDifference> firstDifference(StorageBank other) {
        return fields.firstDifference(other.fields);
    }

    /** Returns 2: the version in which fields have names. */
    @Override
    public int layout() {
        return 2;
    }

    @Override
    public void save(DataOutput out) throws IOException {
        out.writeLong(shape.rows());
        fields.save(out);
    }

    @Override
    public void restore(DataInput in) throws IOException {
        RawArrays.expect(shape.rows(), "steps in an interval", in);
        fields.restore(in);
    }
}
