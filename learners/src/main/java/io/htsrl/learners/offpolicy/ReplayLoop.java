package io.htsrl.learners.offpolicy;

import io.htsrl.core.random.RandomStream;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.state.Stateful;
import io.htsrl.core.time.AnnealingHorizon;
import io.htsrl.learners.BatchSizeController;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.offpolicy.insertion.BankMemory;
import io.htsrl.learners.offpolicy.insertion.BankMemory.FirstErrors;
import io.htsrl.learners.offpolicy.insertion.InsertedRollouts;
import io.htsrl.learners.offpolicy.insertion.InsertedRollouts.RowValues;
import io.htsrl.replay.ReplayBatch;
import io.htsrl.replay.ReplayMemory;
import io.htsrl.replay.rate.RatioSchedule;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.BitHasher;
import io.htsrl.storage.StorageBank;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Appends banks to a replay memory in (step, environment) order, says how many updates are due, draws their batches and
 * writes the new priorities. One thread, but for {@link #draw}: each batch of an update may be drawn by a thread of its
 * own. The ratio of updates counts from {@code learningStarts}, and from the first interval that can be drawn from.
 * Where a memory draws in turn, updates for which too few rows are left wait for the next interval. The size of batches
 * may grow between intervals ({@code --adapt-batch}). State is all but the memory, which is saved apart.
 */
public final class ReplayLoop implements Stateful {
    /** Every so many intervals all priorities go into the digest; in between, what changes them does. */
    private static final int LEAVES_EVERY = 64;

    private ReplayRate.Plan plan;
    private final int firstSize;
    private int batchSize;
    private final BankShape shape;
    private final ReplayMemory memory;
    private final ReplayBatch[] batches;
    private final BatchSizeController sizes;
    private final BankMemory appender;
    private RatioSchedule updateSchedule;
    private final AnnealingHorizon intervals;
    private final RandomStream[] draws;
    private final BitHasher drawn = new BitHasher();
    private final SampleMetrics metrics;
    private final long[] leaves;
    private InsertedRollouts inserted; // null but under async
    private boolean leavesDue;
    private double beta;
    private long remembered;
    private long updates;
    private long waiting; // updates that are due

    /**
     * @param memory    empty, for the steps of {@code shape}
     * @param errors    that give transitions their first priorities
     * @param intervals how many banks are planned, for annealing
     * @param draws     of the batches
     * @param sizes     gives the size of the batches, interval by interval
     */
    public ReplayLoop(
            ReplayRate.Plan plan,
            BankShape shape,
            ReplayMemory memory,
            FirstErrors errors,
            AnnealingHorizon intervals,
            RandomStream draws,
            BatchSizeController sizes) {
        this.sizes = sizes;
        this.plan = plan;
        this.shape = shape;
        this.memory = memory;
        this.batches = new ReplayBatch[plan.batches()];
        Arrays.setAll(batches, batch -> memory.newBatch(plan.batchSize()));
        this.firstSize = plan.batchSize();
        this.batchSize = firstSize;
        this.appender = new BankMemory(shape, memory, errors);
        this.updateSchedule = new RatioSchedule(plan.utd());
        this.intervals = intervals;
        this.draws = new RandomStream[plan.batches()];
        Arrays.setAll(this.draws, batch -> BatchTeam.stream(draws, batch));
        this.metrics = new SampleMetrics(memory, shape.environments(), plan.prioritized());
        this.leaves = new long[memory.leaves()];
    }

    /** Of an actor with critics. */
    public static ReplayLoop of(ActorCritics config, LearnerInputs inputs) {
        return new ReplayLoop(
                ReplayRate.Plan.of(config),
                inputs.shape(),
                config.newMemory(inputs),
                FirstErrors.GREATEST_SO_FAR,
                inputs.intervals(),
                inputs.stream().spawn("replay"),
                inputs.batches());
    }

    /**
     * Under {@code async}, before the first bank: executors insert into the memory themselves, at the settings' rate.
     *
     * @param values of actors' outputs that give first priorities; null for the greatest so far
     * @return where they insert
     */
    public InsertedRollouts inserted(Replaying config, PipelineConfig pipeline, RowValues values, RunControl control) {
        ReplayRate rate = config.rate(pipeline);
        inserted = new InsertedRollouts(rate.limiter(), shape, memory, values, config.gamma(), control);
        plan = plan.at(rate);
        updateSchedule = new RatioSchedule(plan.utd());
        return inserted;
    }

    /**
     * Appends a bank, unless it was inserted already.
     *
     * @param behaviour the parameters that collected it
     * @return the updates that are due now
     */
    public int append(StorageBank bank, float[] behaviour, long interval) {
        drawn.restart(0, 0);
        metrics.clear();
        leavesDue = interval % LEAVES_EVERY == LEAVES_EVERY - 1;
        beta = plan.beta(remembered, interval, intervals);
        if (inserted == null) {
            appender.append(bank, behaviour);
        }
        int counted = remember(bank.shape().rows());
        waiting += memory.size() == 0 ? 0 : updateSchedule.due(counted); // nothing to draw: as before learningStarts
        if (waiting > 0) {
            resize(sizes.next(batchSize, interval));
        }
        return (int) Math.min(Integer.MAX_VALUE, waiting);
    }

    private void resize(int size) {
        if (size != batchSize) {
            batchSize = size;
            Arrays.setAll(batches, batch -> memory.newBatch(size));
        }
    }

    /** Transitions of a batch of the updates that are due. */
    public int batchSize() {
        return batchSize;
    }

    /** How many of {@code rows} more steps count towards updates: those beyond {@code learningStarts}. */
    private int remember(int rows) {
        long before = Math.max(0, remembered - plan.learningStarts());
        remembered += rows;
        return (int) (Math.max(0, remembered - plan.learningStarts()) - before);
    }

    /** Before the batches of an update that is due are drawn: whether there is enough for them, or the update waits. */
    public boolean begin() {
        if (!memory.drawsInTurn()) {
            return true;
        }
        if (memory.rowsLeft() < (long) batches.length * batchSize) {
            return false;
        }
        for (int batch = 0; batch < batches.length; batch++) {
            sample(batch);
        }
        return true;
    }

    /** A batch of the update begun, of those numbered from 0; valid until the next. */
    public ReplayBatch draw(int batch) {
        if (inserted != null) {
            inserted.beforeDraw(firstSize); // the ratio kept is of updates to steps, whatever a batch grows to
        }
        if (!memory.drawsInTurn()) {
            sample(batch);
        }
        return batches[batch];
    }

    private void sample(int batch) {
        memory.sample(batches[batch], draws[batch].spawn(updates), beta);
    }

    /**
     * The update is made: priorities are written batch after batch, so of a transition drawn twice the last one counts.
     *
     * @param errors of each row of a batch
     */
    public void learnt(IntFunction<float[]> errors) {
        for (int i = 0; i < batches.length; i++) {
            float[] ofBatch = errors.apply(i);
            metrics.add(batches[i]);
            memory.updatePriorities(batches[i], ofBatch);
            drawn.ints(batches[i].leaves(), 0, batchSize);
            drawn.floats(ofBatch, 0, batchSize);
        }
        updates++;
        waiting--;
    }

    /** Updates made so far. */
    public long updates() {
        return updates;
    }

    /** Figures of the memory. */
    public void addTo(Map<String, Double> to) {
        to.put("updates", (double) updates);
        to.put("buffer_size", (double) memory.size());
        to.put("per_beta", beta);
        if (sizes != BatchSizeController.FIXED) {
            to.put("batch_size", (double) batchSize);
        }
        if (memory.drawsInTurn()) {
            to.put("updates_waiting", (double) waiting);
        }
        metrics.addTo(to);
        if (inserted != null) {
            inserted.addTo(to);
        }
    }

    /** What is drawn from; its state is no part of this one's. */
    public ReplayMemory memory() {
        return memory;
    }

    /** Which transitions the last interval drew, their new errors, and now and then every priority. */
    public void digest(BitHasher hasher) {
        hasher.part("replay.drawn");
        hasher.integer(drawn.low());
        hasher.integer(drawn.high());
        if (leavesDue) {
            hasher.part("replay.priorities");
            memory.copyLeaves(leaves);
            hasher.longs(leaves, 0, leaves.length);
        }
    }

    @Override
    public void save(DataOutput out) throws IOException {
        out.writeLong(remembered);
        out.writeLong(updates);
        out.writeLong(drawn.low());
        out.writeLong(drawn.high());
        out.writeBoolean(leavesDue);
        updateSchedule.save(out);
        if (memory.drawsInTurn()) {
            out.writeLong(waiting);
        }
        if (sizes != BatchSizeController.FIXED) {
            out.writeInt(batchSize);
        }
    }

    @Override
    public void restore(DataInput in) throws IOException {
        remembered = in.readLong();
        updates = in.readLong();
        drawn.restart(in.readLong(), in.readLong());
        leavesDue = in.readBoolean();
        updateSchedule.restore(in);
        waiting = memory.drawsInTurn() ? in.readLong() : 0;
        if (sizes != BatchSizeController.FIXED) {
            resize(in.readInt());
        }
    }
}
