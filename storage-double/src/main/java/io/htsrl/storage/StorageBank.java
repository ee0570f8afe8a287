package io.htsrl.storage;

import io.htsrl.core.Bulk;
import io.htsrl.core.ObservationBatch;
import io.htsrl.core.ObservationRows;
import io.htsrl.core.ObservationSlot;
import io.htsrl.core.ObservationSpace;
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

    private final BankShape shape;
    private final float[] floatObservations;
    private final byte[] byteObservations;
    private final float[] actions;
    private final float[] rewards;
    private final byte[] endings;
    private final float[] outputs;
    private final FinalObservations[] finals;
    private final int[] environments;
    private final long[] versions;

    public StorageBank(BankShape shape) {
        this.shape = shape;
        int observations = Math.multiplyExact(shape.rows() + shape.environments(), shape.observationSpace().size());
        boolean floats = shape.observationSpace().kind() == ObservationSpace.Kind.FLOAT32;
        this.floatObservations = floats ? new float[observations] : null;
        this.byteObservations = floats ? null : new byte[observations];
        this.actions = new float[shape.rows() * shape.actionWidth()];
        this.rewards = new float[shape.rows()];
        this.endings = new byte[shape.rows()];
        this.outputs = new float[shape.rows() * shape.outputWidth()];
        this.finals = new FinalObservations[shape.environments()];
        for (int environment = 0; environment < finals.length; environment++) {
            finals[environment] = new FinalObservations(shape.observationSpace());
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
        int offset = observationOffset(step, environment);
        int size = shape.observationSpace().size();
        return floatObservations != null
                ? slot.at(floatObservations, offset, size) : slot.at(byteObservations, offset, size);
    }

    /** Begins an interval for one environment: its first observation is the last one of {@code previous}. */
    public void carryOver(StorageBank previous, int environment) {
        carryOver(previous, environment, environment);
    }

    /** Begins column {@code to}: its first observation is the last one of column {@code from} of {@code previous}. */
    public void carryOver(StorageBank previous, int from, int to) {
        copyObservation(previous, shape.steps(), from, 0, to);
        finals[to].clear();
    }

    private void copyObservation(StorageBank source, int fromStep, int from, int toStep, int to) {
        int size = shape.observationSpace().size();
        int sourceOffset = source.observationOffset(fromStep, from);
        int offset = observationOffset(toStep, to);
        if (floatObservations != null) {
            System.arraycopy(source.floatObservations, sourceOffset, floatObservations, offset, size);
        } else {
            System.arraycopy(source.byteObservations, sourceOffset, byteObservations, offset, size);
        }
    }

    /** Makes column {@code to} a copy of column {@code from} of a bank with equal steps and widths. */
    public void copyColumn(StorageBank source, int from, int to) {
        int actionWidth = shape.actionWidth();
        for (int step = 0; step < shape.steps(); step++) {
            int row = row(step, to);
            int sourceRow = source.row(step, from);
            copyObservation(source, step, from, step, to);
            System.arraycopy(source.actions, sourceRow * actionWidth, actions, row * actionWidth, actionWidth);
            rewards[row] = source.rewards[sourceRow];
            endings[row] = source.endings[sourceRow];
            storeOutput(step, to, source.outputs, sourceRow * shape.outputWidth());
        }
        copyObservation(source, shape.steps(), from, shape.steps(), to);
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
    }

    /** Sets aside the observation in the row after {@code step}, before a reset overwrites it. */
    public void keepFinal(int step, int environment) {
        int offset = observationOffset(step + 1, environment);
        finals[environment].keep(step, floatObservations, byteObservations, offset);
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
        if (floatObservations != null) {
            batch.over(floatObservations);
        } else {
            batch.over(byteObservations);
        }
    }

    @Override
    public int observationOffset(int step, int environment) {
        return row(step, environment) * shape.observationSpace().size();
    }

    /** {@code [steps+1][environments][observation]}, or null where observations are bytes. */
    public float[] floatObservations() {
        return floatObservations;
    }

    /** {@code [steps+1][environments][observation]}, or null where observations are floats. */
    public byte[] byteObservations() {
        return byteObservations;
    }

    /** {@code [steps][environments][action]}. */
    public float[] actions() {
        return actions;
    }

    /** {@code [steps][environments]}. */
    public float[] rewards() {
        return rewards;
    }

    /** {@code [steps][environments][output]}, as the actors gave them. */
    public float[] outputs() {
        return outputs;
    }

    /** Whether the step of this row ended its episode in a terminal state. */
    public boolean terminated(int row) {
        return endings[row] == TERMINATED;
    }

    /** Whether the step of this row ended its episode by a limit, without a terminal state. */
    public boolean truncated(int row) {
        return endings[row] == TRUNCATED;
    }

    /** The observations that truncated episodes of {@code environment} ended with, in order of steps. */
    public FinalObservations finals(int environment) {
        return finals[environment];
    }

    /** Absorbs the raw bits of everything in this bank, in a fixed order. */
    public void digest(BitHasher hasher) {
        if (floatObservations != null) {
            hasher.floats(floatObservations, 0, floatObservations.length);
        } else {
            hasher.bytes(byteObservations, 0, byteObservations.length);
        }
        hasher.floats(actions, 0, actions.length);
        hasher.floats(rewards, 0, rewards.length);
        hasher.bytes(endings, 0, endings.length);
        hasher.floats(outputs, 0, outputs.length);
        for (FinalObservations kept : finals) {
            kept.digest(hasher);
        }
    }

    @Override
    public void save(DataOutput out) throws IOException {
        out.writeLong(shape.rows());
        out.writeLong(collectedUnder());
        if (floatObservations != null) {
            Bulk.write(out, floatObservations);
        } else {
            Bulk.write(out, byteObservations);
        }
        Bulk.write(out, actions);
        Bulk.write(out, rewards);
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
        if (floatObservations != null) {
            Bulk.read(in, floatObservations);
        } else {
            Bulk.read(in, byteObservations);
        }
        Bulk.read(in, actions);
        Bulk.read(in, rewards);
        Bulk.read(in, endings);
        Bulk.read(in, outputs);
        for (FinalObservations kept : finals) {
            kept.restore(in);
        }
    }
}
