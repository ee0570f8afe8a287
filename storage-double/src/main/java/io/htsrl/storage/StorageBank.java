package io.htsrl.storage;

import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.ObservationRows;
import io.htsrl.core.state.Bulk;
import io.htsrl.core.state.Stateful;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/**
 * One interval's experience: observations {@code [steps+1][environments][observation]}, and {@code [steps]
 * [environments]} rows of actions, rewards, endings and policy outputs. Preallocated; arrays are shared, not copied.
 * {@link BankFields} lists them; here is how they are written and read.
 * Where observations are stacks, single frames are stored, and put together by whoever reads ({@link ObservationBatch}).
 *
 * <p>Thread rule: before the swap, the rows of an environment are written by the executor that owns it and by nobody
 * else, once each (invariant 2), and read by others only where a state event allows it; after the swap anyone may
 * read and nobody writes, until the swap that makes it the write bank again.
 *
 * <p>Row {@code steps} of the observations is what follows the last step. The last observation of an episode that was
 * truncated is kept aside ({@link FinalObservations}), because its row already holds the next episode's first.
 *
 * <p>A column is one rollout: α steps of one environment. Columns are environments, but for the {@code async} schedule,
 * where any column may hold a rollout of any environment; {@link #stamp} says which. "Environment" then reads "column".
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
        Arrays.setAll(environments, column -> column);
        Arrays.fill(versions, -1);
    }

    public BankShape shape() {
        return shape;
    }

    /** The row of {@code (step, environment)}: the index of its reward, its ending, and row number of the others. */
    public int row(int step, int environment) {
        return step * shape.environments() + environment;
    }

    // ---- the writer's side ----

    /** Points {@code slot} at the observation before {@code step}, or after the last one for {@code step == steps}. */
    public ObservationSlot observationSlot(int step, int environment, ObservationSlot slot) {
        return frames.slot(step, environment, slot);
    }

    /** Begins an interval for one environment: its first observation is the last one of {@code previous}. */
    public void carryOver(StorageBank previous, int environment) {
        carryOver(previous, environment, environment);
    }

    /** Begins column {@code to}: its first observation is the last one of column {@code from} of {@code previous}. */
    public void carryOver(StorageBank previous, int from, int to) {
        frames.carryOver(previous.frames, from, to);
        finals[to].clear();
    }

    /** Makes column {@code to} a copy of column {@code from} of a bank with equal steps, widths and fields. */
    public void copyColumn(StorageBank source, int from, int to) {
        fields.copy(source.fields, from, to);
    }

    /** Writes what the rollout after a column's begins with: its last observation, and the frames before it in its stack. */
    public void saveLast(int column, DataOutput out) throws IOException {
        frames.saveLast(column, out);
    }

    /** What {@link #saveLast} wrote becomes the end of a column, from which {@link #carryOver} goes on. */
    public void restoreLast(int column, DataInput in) throws IOException {
        frames.restoreLast(column, in);
    }

    /** Says whose rollout a column holds, and which parameters its first step was taken with. */
    public void stamp(int column, int environment, long version) {
        environments[column] = environment;
        versions[column] = version;
    }

    /** Keeps the policy output that a step acted on. */
    public void storeOutput(int step, int environment, float[] source, int offset) {
        System.arraycopy(source, offset, outputs, row(step, environment) * shape.outputWidth(), shape.outputWidth());
    }

    /** Keeps what a step gave; a truncated episode's last observation is set aside first, see {@link #keepFinal}. */
    public void storeResult(int step, int environment, StepResult result) {
        int row = row(step, environment);
        rewards[row] = (float) result.reward;
        endings[row] = result.terminated ? Endings.TERMINATED : result.truncated ? Endings.TRUNCATED : 0;
        endings[row] |= result.lost ? Endings.LOST : 0;
        if (shape.scored()) {
            scores[row] = (float) result.score;
            endings[row] |= result.continues ? Endings.CONTINUES : 0;
        }
        frames.extend(step + 1, environment);
    }

    /** The observation before {@code step} is the first of an episode: no stack reaches back beyond it. */
    public void beginEpisode(int step, int environment) {
        frames.begin(step, environment);
    }

    /** Sets aside the observation in the row after {@code step}, before a reset overwrites it. */
    public void keepFinal(int step, int environment) {
        finals[environment].keep(step, frames, environment);
    }

    /**
     * Ends the episode under way after the last step as truncated, unless that step ended one: for an environment that
     * goes on with another episode because it could not be restored.
     */
    public void truncateLast(int environment) {
        int row = row(shape.steps() - 1, environment);
        if (endings[row] == 0) {
            keepFinal(shape.steps() - 1, environment);
            endings[row] = Endings.TRUNCATED;
        }
    }

    /** Stamps the version of the parameters that this interval acts with; inside the swap. */
    public void collectedUnder(long version) {
        Arrays.fill(versions, version);
    }

    // ---- the reader's side ----

    /** The version of the parameters that acted; -1 before the first interval. */
    public long collectedUnder() {
        return versions[0];
    }

    /** The oldest version of the parameters that acted at the first step of a column's rollout. */
    public long oldestVersion() {
        long oldest = versions[0];
        for (long version : versions) {
            oldest = Math.min(oldest, version);
        }
        return oldest;
    }

    /** The environment whose rollout a column holds. */
    public int environment(int column) {
        return (int) environments[column];
    }

    /** The version of the parameters that acted, at the first step of a column's rollout. */
    public long version(int column) {
        return versions[column];
    }

    @Override
    public void bind(ObservationBatch batch) {
        frames.bind(batch);
    }

    @Override
    public void add(ObservationBatch batch, int step, int environment) {
        frames.add(batch, step, environment);
    }

    /** Adds the observation that was acted on in {@code row}, to a batch that {@link #bind} was given. */
    public void addRow(ObservationBatch batch, int row) {
        frames.add(batch, row / shape.environments(), row % shape.environments());
    }

    /** Where the frame before {@code step} begins. */
    public int observationOffset(int step, int environment) {
        return frames.offset(step, environment);
    }

    /** Frames {@code [S-1 + steps+1][environments][frame]}, or null where they are bytes. */
    public float[] floatObservations() {
        return frames.floats();
    }

    /** Frames {@code [S-1 + steps+1][environments][frame]}, or null where they are floats. */
    public byte[] byteObservations() {
        return frames.bytes();
    }

    /** {@code [steps][environments][action]}. */
    public float[] actions() {
        return actions;
    }

    /** {@code [steps][environments]}: what is learnt from. */
    public float[] rewards() {
        return rewards;
    }

    /** {@code [steps][environments]}: what returns are reported in; the rewards themselves unless they are shaped. */
    public float[] scores() {
        return scores;
    }

    /** {@code [steps][environments][output]}, as the actors gave them. */
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
     * Whether nobody knows what the step of this row gave, because its environment died in it. Such a row is truncated, and
     * nothing is learnt from it: the step before it is the last of its episode, which goes on with this row's observation.
     */
    public boolean lost(int row) {
        return (endings[row] & Endings.LOST) != 0;
    }

    /** Whether the game itself goes on after this row, though its step may have ended an episode: a life was lost. */
    public boolean continues(int row) {
        return (endings[row] & Endings.ENDED) == 0 || (endings[row] & Endings.CONTINUES) != 0;
    }

    /** The observations that truncated episodes of {@code environment} ended with, in order of steps. */
    public FinalObservations finals(int environment) {
        return finals[environment];
    }

    /** The array of a field; null where a bank of this shape has none. */
    <A> A array(FieldSpec<A> field) {
        return fields.array(field);
    }

    // ---- the whole bank ----

    /** Absorbs the raw bits of everything in this bank that the digest chain covers, in a fixed order. */
    public void digest(BitHasher hasher) {
        fields.digest(hasher);
    }

    /**
     * The first difference of what the digest covers, in the order of cause and effect; empty where the digests of both
     * banks are equal.
     *
     * @param other a bank of the same shape
     */
    public Optional<BankDifference> firstDifference(StorageBank other) {
        return fields.firstDifference(other.fields);
    }

    /** 2: fields with their names. */
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
        Bulk.expect(shape.rows(), "steps in an interval", in);
        fields.restore(in);
    }
}
