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
import io.htsrl.replay.RatioSchedule;
import io.htsrl.replay.ReplayBatch;
import io.htsrl.replay.ReplayMemory;
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
 * Appends banks to a replay memory in (step, environment) order, counts the updates that are due, draws their batches
 * and writes the new priorities. One thread, but batches of an update may be drawn in parallel. The ratio of updates
 * counts from {@code learningStarts}, and from the first drawable interval. Updates with too few rows left wait for the
 * next interval. Batches may grow between intervals ({@code --adapt-batch}). The memory is saved separately.
 */
public final class ReplayLoop implements Stateful {
    /** Number of intervals between two digests of all priorities; the intervals between digest only the changes. */
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
     * @param memory empty replay memory for the steps of {@code shape}
     * @param errors errors that become first priorities of transitions
     * @param intervals planned number of banks, for annealing
     * @param draws random stream of the batches
     * @param sizes controller of the batch size in each interval
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

    /** Creates the loop of a learner whose actors give no first priorities. */
    public static ReplayLoop of(Replaying config, LearnerInputs inputs) {
        return new ReplayLoop(
                ReplayRate.Plan.of(config),
                inputs.shape(),
                config.newMemory(inputs),
                FirstErrors.GREATEST_SO_FAR,
                inputs.intervals(),
                draws(inputs),
                inputs.batches());
    }

    /** Returns the random stream of a run's batches. */
    static RandomStream draws(LearnerInputs inputs) {
        return inputs.stream().spawn("replay");
    }

    /**
     * Creates the sink by which executors insert into the memory, at the settings' rate. Called before the first bank
     * under {@code async}.
     *
     * @param values reader of the actors' outputs for first priorities; null for the greatest priority so far
     * @return the sink
     */
    public InsertedRollouts inserted(Replaying config, PipelineConfig pipeline, RowValues values, RunControl control) {
        ReplayRate rate = config.rate(pipeline);
        inserted = new InsertedRollouts(rate.limiter(), shape, memory, values, config.gamma(), control);
        plan = plan.at(rate);
        updateSchedule = new RatioSchedule(plan.utd());
        return inserted;
    }

    /**
     * Appends a bank unless executors have inserted it already.
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
        waiting += memory.size() == 0 ? 0 : updateSchedule.due(counted); // nothing to draw, as before learningStarts
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

    /** Returns the number of transitions in a batch of the updates that are due. */
    public int batchSize() {
        return batchSize;
    }

    /** Returns how many of {@code rows} new steps count towards updates: those beyond {@code learningStarts}. */
    private int remember(int rows) {
        long before = Math.max(0, remembered - plan.learningStarts());
        remembered += rows;
        return (int) (Math.max(0, remembered - plan.learningStarts()) - before);
    }

    /**
     * Begins an update that is due, before its batches are drawn. Returns false where the memory has too few rows and
     * the update waits.
     */
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

    /** Draws a batch of the current update, by its number from 0. It is valid until the next update. */
    public ReplayBatch draw(int batch) {
        if (inserted != null) {
            inserted.beforeDraw(firstSize); // the ratio is of updates to steps, even if batches grow
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
     * Ends an update: writes the priorities, batch after batch. The last error of a transition drawn twice counts.
     *
     * @param errors errors of the rows of a batch
     */
    public void learnt(IntFunction<float[]> errors) {
        for (int i = 0; i < batches.length; i++) {
            float[] ofBatch = errors.apply(i);
            metrics.add(batches[i]);
            memory.updatePriorities(batches[i], ofBatch);
            drawn.ints(batches[i].leaves(), 0, batchSize);
            drawn.floats(ofBatch, 0, batchSize);
            if (batches[i].goals().length > 0) {
                drawn.longs(batches[i].goals(), 0, batchSize);
            }
        }
        updates++;
        waiting--;
    }

    /** Returns the number of updates made so far. */
    public long updates() {
        return updates;
    }

    /** Adds the metrics of the memory. */
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

    /** Returns the replay memory. Its state is not part of the loop's state. */
    public ReplayMemory memory() {
        return memory;
    }

    /** Hashes the transitions drawn in the last interval and their new errors, and at intervals all priorities. */
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
