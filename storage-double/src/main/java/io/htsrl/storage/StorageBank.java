package io.htsrl.storage;

import io.htsrl.core.Bulk;
import io.htsrl.core.ObservationBatch;
import io.htsrl.core.ObservationRows;
import io.htsrl.core.ObservationSlot;
import io.htsrl.core.Stateful;
import io.htsrl.core.StepResult;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * One interval's experience: observations {@code [steps+1][environments][observation]}, and {@code [steps]
 * [environments]} rows of actions, rewards, endings and policy outputs. Preallocated; arrays are shared, not copied.
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
    private static final byte TERMINATED = 1;
    private static final byte TRUNCATED = 2;
    private static final byte ENDED = TERMINATED | TRUNCATED;
    private static final byte CONTINUES = 4;

    private final BankShape shape;
    private final FrameRows frames;
    private final float[] actions;
    private final float[] rewards;
    private final float[] scores;
    private final byte[] endings;
    private final float[] outputs;
    private final FinalObservations[] finals;
    private final int[] environments;
    private final long[] versions;

    public StorageBank(BankShape shape) {
        this.shape = shape;
        this.frames = new FrameRows(shape);
        this.actions = new float[shape.rows() * shape.actionWidth()];
        this.rewards = new float[shape.rows()];
        this.scores = shape.scored() ? new float[shape.rows()] : rewards;
        this.endings = new byte[shape.rows()];
        this.outputs = new float[shape.rows() * shape.outputWidth()];
        this.finals = new FinalObservations[shape.environments()];
        for (int environment = 0; environment < finals.length; environment++) {
            finals[environment] = new FinalObservations(shape.observationSpace(), shape.frameStack());
        }
        this.environments = IntStream.range(0, finals.length).toArray();
        this.versions = new long[finals.length];
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

    /** Makes column {@code to} a copy of column {@code from} of a bank with equal steps and widths. */
    public void copyColumn(StorageBank source, int from, int to) {
        int actionWidth = shape.actionWidth();
        for (int step = 0; step < shape.steps(); step++) {
            int row = row(step, to);
            int sourceRow = source.row(step, from);
            System.arraycopy(source.actions, sourceRow * actionWidth, actions, row * actionWidth, actionWidth);
            rewards[row] = source.rewards[sourceRow];
            scores[row] = source.scores[sourceRow];
            endings[row] = source.endings[sourceRow];
            storeOutput(step, to, source.outputs, sourceRow * shape.outputWidth());
        }
        frames.copyColumn(source.frames, from, to);
        finals[to].copy(source.finals[from]);
        stamp(to, source.environments[from], source.versions[from]);
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
        endings[row] = result.terminated ? TERMINATED : result.truncated ? TRUNCATED : 0;
        if (shape.scored()) {
            scores[row] = (float) result.score;
            endings[row] |= result.continues ? CONTINUES : 0;
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
            endings[row] = TRUNCATED;
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
        return environments[column];
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

    /** Whether the step of this row ended its episode in a terminal state. */
    public boolean terminated(int row) {
        return (endings[row] & ENDED) == TERMINATED;
    }

    /** Whether the step of this row ended its episode by a limit, without a terminal state. */
    public boolean truncated(int row) {
        return (endings[row] & ENDED) == TRUNCATED;
    }

    /** Whether the game itself goes on after this row, though its step may have ended an episode: a life was lost. */
    public boolean continues(int row) {
        return (endings[row] & ENDED) == 0 || (endings[row] & CONTINUES) != 0;
    }

    /** The observations that truncated episodes of {@code environment} ended with, in order of steps. */
    public FinalObservations finals(int environment) {
        return finals[environment];
    }

    /** Absorbs the raw bits of everything in this bank, in a fixed order. */
    public void digest(BitHasher hasher) {
        visit(BankVisitor.hashing(hasher));
    }

    /** Shows everything that the digest covers, in a fixed order. */
    public void visit(BankVisitor visitor) {
        frames.visit(visitor);
        visitor.floats(BankVisitor.Part.ACTIONS, actions, actions.length);
        visitor.floats(BankVisitor.Part.REWARDS, rewards, rewards.length);
        if (shape.scored()) {
            visitor.floats(BankVisitor.Part.SCORES, scores, scores.length);
        }
        visitor.bytes(BankVisitor.Part.ENDINGS, endings, endings.length);
        visitor.floats(BankVisitor.Part.OUTPUTS, outputs, outputs.length);
        for (FinalObservations kept : finals) {
            kept.visit(visitor);
        }
    }

    @Override
    public void save(DataOutput out) throws IOException {
        out.writeLong(shape.rows());
        out.writeLong(collectedUnder());
        frames.save(out);
        Bulk.write(out, actions);
        Bulk.write(out, rewards);
        if (shape.scored()) {
            Bulk.write(out, scores);
        }
        Bulk.write(out, endings);
        Bulk.write(out, outputs);
        for (FinalObservations kept : finals) {
            kept.save(out);
        }
    }

    @Override
    public void restore(DataInput in) throws IOException {
        Bulk.expect(shape.rows(), "steps in an interval", in);
        collectedUnder(in.readLong());
        frames.restore(in);
        Bulk.read(in, actions);
        Bulk.read(in, rewards);
        if (shape.scored()) {
            Bulk.read(in, scores);
        }
        Bulk.read(in, endings);
        Bulk.read(in, outputs);
        for (FinalObservations kept : finals) {
            kept.restore(in);
        }
    }
}
