package io.htsrl.learners.dqn;

import io.htsrl.core.policy.Policy;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.time.Horizon;
import io.htsrl.learners.Learner;
import io.htsrl.learners.offpolicy.BankMemory;
import io.htsrl.learners.offpolicy.FirstErrors;
import io.htsrl.learners.offpolicy.TargetNetwork;
import io.htsrl.learners.optim.Descent;
import io.htsrl.policies.network.GradientNetwork;
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
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Deep Q-learning (Mnih et al. 2015) with prioritized replay (Schaul et al. 2016), double Q-learning (van Hasselt et
 * al. 2016), dueling heads and n-step returns; the details are numbered in {@code docs/dqn.md}. A bank is remembered
 * first, in (step, environment) order; then as many updates are made as are due, from φ_k to φ_{k+1}.
 *
 * <p>How many are due follows from the steps remembered: {@code utd} for each beyond {@code learningStarts},
 * remainders carried. The steps of an interval after which nothing can be drawn yet (no replica
 * has come n steps or to an episode's end) count for nothing.
 */
public final class DqnLearner implements Learner {
    /** Every so many intervals all priorities go into the digest; in between, what changes them does. */
    private static final int LEAVES_EVERY = 64;

    private final DqnConfig config;
    private final ReplayMemory memory;
    private final ReplayBatch batch;
    private final BankMemory appender;
    private final TemporalDifference loss;
    private final GradientNetwork online;
    private final TargetNetwork target;
    private final Descent descent;
    private final RandomStream draws;
    private final Horizon intervals;
    private final float[] gradient;
    private final BitHasher drawn = new BitHasher();
    private final long[] leaves;
    private boolean leavesDue;
    private final RatioSchedule updateSchedule;
    private final RatioSchedule targetSchedule;
    private long remembered;
    private long updates;

    /**
     * @param online    the learnt network, room for a batch; closed with this learner
     * @param target    the target network, likewise
     * @param memory    empty, for the steps of {@code shape}
     * @param intervals how many banks are planned, for annealing
     * @param draws     of the batches
     */
    public DqnLearner(
            DqnConfig config,
            BankShape shape,
            Policy policy,
            QRows rows,
            GradientNetwork online,
            GradientNetwork target,
            ReplayMemory memory,
            Horizon intervals,
            RandomStream draws) {
        this.config = config;
        this.memory = memory;
        this.batch = memory.newBatch(config.replay().batchSize());
        boolean byActors = config.replay().initialPriority() == DqnConfig.InitialPriority.ACTOR;
        this.appender = new BankMemory(
                shape,
                memory,
                byActors ? new ActorErrors(shape, policy, rows, config.gamma()) : FirstErrors.GREATEST_SO_FAR);
        this.online = online;
        this.target = new TargetNetwork(target, policy);
        this.loss = new TemporalDifference(config, rows, online, this.target);
        this.descent = new Descent(config.optimizer(), policy, intervals);
        this.draws = draws;
        this.intervals = intervals;
        this.gradient = new float[policy.parameterCount()];
        this.leaves = new long[memory.leaves()];
        Ratio utd = config.utd();
        this.updateSchedule = new RatioSchedule(utd);
        this.targetSchedule = new RatioSchedule(utd.steps(), utd.updates() * config.targetNetworkFrequency());
    }

    @Override
    public Map<String, Double> update(StorageBank bank, float[] behaviour, float[] parameters, long update) {
        if (update == 0) {
            target.move(parameters, 1);
        }
        drawn.restart(0, 0);
        leavesDue = update % LEAVES_EVERY == LEAVES_EVERY - 1;
        appender.append(bank, behaviour);
        int counted = remember(bank.shape().rows());
        int due = memory.size() == 0 ? 0 : updateSchedule.due(counted); // nothing to draw: as before learningStarts
        loss.begin();
        double beta = config.replay().beta0()
                + (1 - config.replay().beta0()) * Math.min(1, (double) update / Math.max(1, intervals.at(update)));
        double norm = 0;
        for (int i = 0; i < due; i++) {
            norm = learn(parameters, beta, update);
        }
        Map<String, Double> figures = new LinkedHashMap<>();
        loss.addTo(figures);
        figures.put("grad_norm", norm);
        figures.put("learning_rate", descent.rate(update));
        figures.put("updates", (double) updates);
        figures.put("buffer_size", (double) memory.size());
        figures.put("per_beta", beta);
        return figures;
    }

    /** How many of {@code rows} more steps count towards updates: those beyond {@code learningStarts}. */
    private int remember(int rows) {
        long before = Math.max(0, remembered - config.learningStarts());
        remembered += rows;
        return (int) (Math.max(0, remembered - config.learningStarts()) - before);
    }

    /** One update of one batch. */
    private double learn(float[] parameters, double beta, long interval) {
        memory.sample(batch, draws.spawn(updates), beta);
        online.loadParameters(parameters);
        float[] outputGradient = loss.gradient(batch, interval);
        online.backward(outputGradient, gradient);
        double norm = descent.step(parameters, gradient, interval);
        memory.updatePriorities(batch, loss.errors());
        drawn.ints(batch.leaves(), 0, batch.size());
        drawn.floats(loss.errors(), 0, batch.size());
        updates++;
        for (int move = targetSchedule.due(1); move > 0; move--) {
            target.move(parameters, config.tau());
        }
        return norm;
    }

    /** Which transitions were drawn, their new errors, and now and then every priority. */
    @Override
    public void digest(BitHasher hasher) {
        hasher.integer(drawn.low());
        hasher.integer(drawn.high());
        if (leavesDue) {
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
        targetSchedule.save(out);
        descent.save(out);
        target.save(out);
        memory.save(out);
    }

    @Override
    public void restore(DataInput in) throws IOException {
        remembered = in.readLong();
        updates = in.readLong();
        drawn.restart(in.readLong(), in.readLong());
        leavesDue = in.readBoolean();
        updateSchedule.restore(in);
        targetSchedule.restore(in);
        descent.restore(in);
        target.restore(in);
        memory.restore(in);
    }

    @Override
    public long stateBytes() {
        return descent.stateBytes()
                + (long) Float.BYTES * gradient.length
                + (long) (memory.capacity() * memory.bytesPerTransition());
    }

    @Override
    public void close() {
        online.close();
        target.close();
    }
}
