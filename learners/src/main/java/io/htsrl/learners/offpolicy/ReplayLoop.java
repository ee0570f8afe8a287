package io.htsrl.learners.offpolicy;

import io.htsrl.core.random.RandomStream;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.state.Stateful;
import io.htsrl.core.time.Horizon;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.offpolicy.insertion.InsertedRollouts;
import io.htsrl.learners.offpolicy.insertion.RowValues;
import io.htsrl.replay.Ratio;
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
 * What an off-policy learner does whatever it learns: remembers a bank in (step, environment) order, says how many
 * updates are due, draws the batches of each, and gives the transitions their new priorities. One thread, but for
 * {@link #draw}: the batches of one update may be drawn side by side, each by one thread.
 *
 * <p>How many are due follows from the steps remembered: the ratio for each beyond {@code learningStarts}, remainders
 * carried. The steps of an interval after which nothing can be drawn yet (no replica has come n steps or to an episode's
 * end) count for nothing.
 *
 * <p>From a memory that draws in turn (see {@link ReplayMemory#drawsInTurn}) the batches of an update are drawn before it,
 * one after another. Updates for which too little is left there wait for the next interval, in which they are due beside
 * its own.
 */
public final class ReplayLoop implements Stateful {
    /** Every so many intervals all priorities go into the digest; in between, what changes them does. */
    private static final int LEAVES_EVERY = 64;

    private Pace pace;
    private final BankShape shape;
    private final ReplayMemory memory;
    private final ReplayBatch[] batches;
    private final BankMemory appender;
    private RatioSchedule updateSchedule;
    private final Horizon intervals;
    private final RandomStream[] draws;
    private final BitHasher drawn = new BitHasher();
    private final DrawFigures seen;
    private final long[] leaves;
    private InsertedRollouts inserted; // null but under async
    private boolean leavesDue;
    private double beta;
    private long remembered;
    private long updates;
    private long waiting; // updates that are due

    /**
     * How much is drawn, and when.
     *
     * @param batchSize      transitions of one batch
     * @param batches        of one update
     * @param prioritized    whether priorities are unequal
     * @param beta0          exponent of the importance weights at the start
     * @param betaSteps      environment steps after which it is 1; 0: at the end of the run
     * @param learningStarts environment steps remembered before the first update
     * @param utd            updates per environment step
     */
    public record Pace(
            int batchSize,
            int batches,
            boolean prioritized,
            double beta0,
            long betaSteps,
            long learningStarts,
            Ratio utd) {

        /** What the settings say. */
        public static Pace of(Replaying config) {
            ReplaySettings replay = config.replay();
            return new Pace(
                    replay.batchSize(),
                    replay.batches(),
                    replay.alpha() > 0,
                    replay.beta0(),
                    replay.draws().betaSteps(),
                    config.learningStarts(),
                    config.utd());
        }

        /** As much at once, at another rate. */
        Pace at(ReplayRate rate) {
            return new Pace(batchSize, batches, prioritized, beta0, betaSteps, rate.minSize(), rate.updatesPerStep());
        }

        /**
         * Of the updates behind bank number {@code interval}.
         *
         * @param steps before that bank
         */
        double beta(long steps, long interval, Horizon intervals) {
            double share = betaSteps > 0
                    ? (double) steps / betaSteps
                    : (double) interval / Math.max(1, intervals.at(interval));
            return beta0 + (1 - beta0) * Math.min(1, share);
        }
    }

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
        this.shape = shape;
        this.memory = memory;
        this.batches = new ReplayBatch[pace.batches()];
        Arrays.setAll(batches, batch -> memory.newBatch(pace.batchSize()));
        this.appender = new BankMemory(shape, memory, errors);
        this.updateSchedule = new RatioSchedule(pace.utd());
        this.intervals = intervals;
        this.draws = new RandomStream[pace.batches()];
        Arrays.setAll(this.draws, batch -> BatchTeam.stream(draws, batch));
        this.seen = new DrawFigures(memory, shape.environments(), pace.prioritized());
        this.leaves = new long[memory.leaves()];
    }

    /** Of an actor with critics. */
    public static ReplayLoop of(ActorCritics config, LearnerInputs inputs) {
        return new ReplayLoop(
                Pace.of(config),
                inputs.shape(),
                config.newMemory(inputs),
                FirstErrors.GREATEST_SO_FAR,
                inputs.intervals(),
                inputs.stream().spawn("replay"));
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
        pace = pace.at(rate);
        updateSchedule = new RatioSchedule(pace.utd());
        return inserted;
    }

    /** The same for an actor with critics: its outputs value nothing, so first priorities are the greatest so far. */
    public InsertedRollouts inserted(ActorCritics config, PipelineConfig pipeline, RunControl control) {
        return inserted(config, pipeline, null, control);
    }

    /**
     * Remembers a bank, unless it was inserted already.
     *
     * @param behaviour the parameters that collected it
     * @return the updates that are due now
     */
    public int append(StorageBank bank, float[] behaviour, long interval) {
        drawn.restart(0, 0);
        seen.clear();
        leavesDue = interval % LEAVES_EVERY == LEAVES_EVERY - 1;
        beta = pace.beta(remembered, interval, intervals);
        if (inserted == null) {
            appender.append(bank, behaviour);
        }
        int counted = remember(bank.shape().rows());
        waiting += memory.size() == 0 ? 0 : updateSchedule.due(counted); // nothing to draw: as before learningStarts
        return (int) Math.min(Integer.MAX_VALUE, waiting);
    }

    /** How many of {@code rows} more steps count towards updates: those beyond {@code learningStarts}. */
    private int remember(int rows) {
        long before = Math.max(0, remembered - pace.learningStarts());
        remembered += rows;
        return (int) (Math.max(0, remembered - pace.learningStarts()) - before);
    }

    /** Before the batches of an update that is due are drawn: whether there is enough for them, or the update waits. */
    public boolean begin() {
        if (!memory.drawsInTurn()) {
            return true;
        }
        if (memory.rowsLeft() < (long) batches.length * pace.batchSize()) {
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
            inserted.beforeDraw(pace.batchSize());
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
            seen.add(batches[i]);
            memory.updatePriorities(batches[i], ofBatch);
            drawn.ints(batches[i].leaves(), 0, pace.batchSize());
            drawn.floats(ofBatch, 0, pace.batchSize());
        }
        updates++;
        waiting--;
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
        if (memory.drawsInTurn()) {
            figures.put("updates_waiting", (double) waiting);
        }
        seen.addTo(figures);
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
        if (memory.drawsInTurn()) {
            out.writeLong(waiting);
        }
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
        waiting = memory.drawsInTurn() ? in.readLong() : 0;
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
