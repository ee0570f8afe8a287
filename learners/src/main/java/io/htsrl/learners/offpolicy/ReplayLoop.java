package io.htsrl.learners.offpolicy;

import io.htsrl.core.random.RandomStream;
import io.htsrl.core.state.Stateful;
import io.htsrl.core.time.Horizon;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.replay.PrioritizedReplay;
import io.htsrl.replay.Ratio;
import io.htsrl.replay.RatioSchedule;
import io.htsrl.replay.ReplayBatch;
import io.htsrl.replay.ReplayMemory;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.BitHasher;
import io.htsrl.storage.StorageBank;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Map;

/**
 * What an off-policy learner does whatever it learns: remembers a bank in (step, environment) order, says how many
 * updates are due, draws a batch for each, and gives the transitions their new priorities. One thread.
 *
 * <p>How many are due follows from the steps remembered: the ratio for each beyond {@code learningStarts}, remainders
 * carried. The steps of an interval after which nothing can be drawn yet (no replica has come n steps or to an episode's
 * end) count for nothing.
 */
public final class ReplayLoop implements Stateful {
    /** Every so many intervals all priorities go into the digest; in between, what changes them does. */
    private static final int LEAVES_EVERY = 64;

    private Pace pace;
    private final ReplayMemory memory;
    private final ReplayBatch batch;
    private final BankMemory appender;
    private RatioSchedule updateSchedule;
    private final Horizon intervals;
    private final RandomStream draws;
    private final BitHasher drawn = new BitHasher();
    private final long[] leaves;
    private InsertedRollouts inserted; // null but under async
    private boolean leavesDue;
    private double beta;
    private long remembered;
    private long updates;

    /**
     * How much is drawn, and when.
     *
     * @param batchSize      transitions of one update
     * @param beta0          exponent of the importance weights at the start; 1 at the end of the run
     * @param learningStarts environment steps remembered before the first update
     * @param utd            updates per environment step
     */
    public record Pace(int batchSize, double beta0, long learningStarts, Ratio utd) {}

    /**
     * @param memory    empty, for the steps of {@code shape}
     * @param errors    that give transitions their first priorities
     * @param intervals how many banks are planned, for annealing
     * @param draws     of the batches
     */
    public ReplayLoop(
            Pace pace,
            BankShape shape,
            ReplayMemory memory,
            FirstErrors errors,
            Horizon intervals,
            RandomStream draws) {
        this.pace = pace;
        this.memory = memory;
        this.batch = memory.newBatch(pace.batchSize());
        this.appender = new BankMemory(shape, memory, errors);
        this.updateSchedule = new RatioSchedule(pace.utd());
        this.intervals = intervals;
        this.draws = draws;
        this.leaves = new long[memory.leaves()];
    }

    /** Of an actor with critics. */
    public static ReplayLoop of(ActorCritics config, LearnerInputs inputs) {
        ReplaySettings replay = config.replay();
        return new ReplayLoop(
                new Pace(replay.batchSize(), replay.beta0(), config.learning().learningStarts(), config.utd()),
                inputs.shape(),
                new PrioritizedReplay(config.memory(inputs.shape())),
                FirstErrors.GREATEST_SO_FAR,
                inputs.intervals(),
                inputs.stream().spawn("replay"));
    }

    /** Under {@code async}, before the first bank: others insert, at that rate. */
    public void insertedBy(InsertedRollouts rollouts, ReplayRate rate) {
        inserted = rollouts;
        pace = new Pace(pace.batchSize(), pace.beta0(), rate.minSize(), rate.updatesPerStep());
        updateSchedule = new RatioSchedule(pace.utd());
    }

    /**
     * Remembers a bank, unless it was inserted already.
     *
     * @param behaviour the parameters that collected it
     * @return the updates that are due now
     */
    public int append(StorageBank bank, float[] behaviour, long interval) {
        drawn.restart(0, 0);
        leavesDue = interval % LEAVES_EVERY == LEAVES_EVERY - 1;
        beta = pace.beta0() + (1 - pace.beta0()) * Math.min(1, (double) interval / Math.max(1, intervals.at(interval)));
        if (inserted == null) {
            appender.append(bank, behaviour);
        }
        int counted = remember(bank.shape().rows());
        return memory.size() == 0 ? 0 : updateSchedule.due(counted); // nothing to draw: as before learningStarts
    }

    /** How many of {@code rows} more steps count towards updates: those beyond {@code learningStarts}. */
    private int remember(int rows) {
        long before = Math.max(0, remembered - pace.learningStarts());
        remembered += rows;
        return (int) (Math.max(0, remembered - pace.learningStarts()) - before);
    }

    /** Draws the batch of the next update, valid until the next call. */
    public ReplayBatch draw() {
        if (inserted != null) {
            inserted.beforeDraw(batch.size());
        }
        memory.sample(batch, draws.spawn(updates), beta);
        if (inserted != null) {
            inserted.drawn(batch);
        }
        return batch;
    }

    /**
     * The update is made.
     *
     * @param errors of each row of its batch
     */
    public void learnt(float[] errors) {
        memory.updatePriorities(batch, errors);
        drawn.ints(batch.leaves(), 0, batch.size());
        drawn.floats(errors, 0, batch.size());
        updates++;
    }

    /** Updates made so far. */
    public long updates() {
        return updates;
    }

    /** Figures of the memory. */
    public void addTo(Map<String, Double> figures) {
        figures.put("updates", (double) updates);
        figures.put("buffer_size", (double) memory.size());
        figures.put("per_beta", beta);
        if (inserted != null) {
            inserted.addTo(figures);
        }
    }

    /** As {@link ReplayMemory#somePriorities}. */
    public double[] somePriorities(int most) {
        return memory.somePriorities(most);
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
        saveProgress(out);
        saveMemory(out);
    }

    /** All but the memory, for learners that write it last. */
    public void saveProgress(DataOutput out) throws IOException {
        out.writeLong(remembered);
        out.writeLong(updates);
        out.writeLong(drawn.low());
        out.writeLong(drawn.high());
        out.writeBoolean(leavesDue);
        updateSchedule.save(out);
    }

    /** What the memory holds. */
    public void saveMemory(DataOutput out) throws IOException {
        memory.save(out);
    }

    @Override
    public void restore(DataInput in) throws IOException {
        restoreProgress(in);
        restoreMemory(in);
    }

    /** What {@link #saveProgress} wrote. */
    public void restoreProgress(DataInput in) throws IOException {
        remembered = in.readLong();
        updates = in.readLong();
        drawn.restart(in.readLong(), in.readLong());
        leavesDue = in.readBoolean();
        updateSchedule.restore(in);
    }

    /** What {@link #saveMemory} wrote. */
    public void restoreMemory(DataInput in) throws IOException {
        memory.restore(in);
    }

    /** About how many bytes {@link #save} writes. */
    public long stateBytes() {
        return (long) (memory.capacity() * memory.bytesPerTransition());
    }
}
