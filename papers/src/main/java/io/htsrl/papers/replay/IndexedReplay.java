package io.htsrl.papers.replay;

import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.math.DeterministicMath;
import io.htsrl.core.random.RandomStream;
import io.htsrl.papers.trees.PriorityIndex;
import io.htsrl.replay.PrioritizedReplay;
import io.htsrl.replay.ReplayBatch;
import io.htsrl.replay.ReplayConfig;
import io.htsrl.replay.ReplayMemory;
import java.io.DataInput;
import java.io.DataOutput;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntFunction;

/**
 * A replay memory over any {@link PriorityIndex}, so that trees with locks can be put where ours is: into a mixed load, or
 * into the learner of DQN. Frames lie as in {@link PrioritizedReplay}, once each; of one step and one frame. Contract and
 * thread rule are {@link ReplayMemory}'s, but that it is not saved.
 *
 * <p>Two ways of writing: lazily (Zhang et al.), a step's priority is 0 while its row is overwritten outside of any lock,
 * and who drew it before notices after copying and draws again; or under one lock, which appends, draws with their
 * copying, and updates take in turns.
 */
final class IndexedReplay implements ReplayMemory {
    private final ReplayConfig config;
    private final PriorityIndex index;
    private final StepStore steps;
    /** Of each place: its priority, as the index was told last. */
    private final double[] priorities;
    /** Of each environment: the index's side of who appends its steps. */
    private final PriorityIndex[] appending;
    /** Of each environment: the step that waits for its next observation; -1 for none. */
    private final long[] pending;

    /** Of such a step: its priority; 0 for the greatest so far. */
    private final double[] pendingPriority;

    private final Map<ReplayBatch, Side> sides = new ConcurrentHashMap<>();
    /** Null where rows are written lazily. */
    private final Lock lock;

    private volatile double greatest = 1;

    /** Who draws a batch: its side of the index, and what it drew. */
    private record Side(PriorityIndex index, long[] positions, double[] priorities, int[] one) {}

    /**
     * @param index of so many leaves
     * @param lazy  whether rows are written outside of the lock
     */
    IndexedReplay(ReplayConfig config, IntFunction<PriorityIndex> index, boolean lazy) {
        if (config.nStep() != 1 || config.frameStack() != 1) {
            throw new IllegalArgumentException("a memory that is compared has one step and one frame, not " + config);
        }
        this.config = config;
        this.lock = lazy ? null : new ReentrantLock();
        this.steps = new StepStore(config);
        this.index = index.apply(steps.places());
        this.priorities = new double[steps.places()];
        this.appending = new PriorityIndex[config.environments()];
        Arrays.setAll(appending, environment -> this.index.forThread());
        this.pending = new long[config.environments()];
        Arrays.fill(pending, -1);
        this.pendingPriority = new double[config.environments()];
    }

    private double priority(double tdError) {
        if (!(Math.abs(tdError) <= Double.MAX_VALUE)) {
            throw new IllegalArgumentException("TD error " + tdError + " must be finite");
        }
        return power(Math.abs(tdError) + config.epsilon(), config.alpha());
    }

    private static double power(double base, double exponent) {
        return DeterministicMath.exp(exponent * DeterministicMath.log(base));
    }

    private void begin() {
        if (lock != null) {
            lock.lock();
        }
    }

    private void end() {
        if (lock != null) {
            lock.unlock();
        }
    }

    // ---- appending ----

    @Override
    public void append(
            int environment,
            ObservationSlot observation,
            float[] actions,
            int actionOffset,
            float reward,
            boolean terminated,
            boolean truncated,
            ObservationSlot finalObservation,
            double tdError) {
        begin();
        try {
            long position = claim(environment);
            steps.write(environment, observation, actions, actionOffset, reward, terminated);
            if (pending[environment] >= 0) {
                publish(environment, pending[environment]); // its next observation has just come
            }
            pending[environment] = position;
            pendingPriority[environment] = tdError == GREATEST_SO_FAR ? 0 : priority(tdError);
            if (truncated && !terminated) {
                claim(environment);
                steps.writeFinal(environment, finalObservation);
            }
            if (terminated || truncated) {
                publish(environment, position);
                pending[environment] = -1;
            }
        } finally {
            end();
        }
    }

    @Override
    public void cut(int environment, ObservationSlot observation) {
        begin();
        try {
            if (pending[environment] >= 0) {
                claim(environment);
                steps.writeFinal(environment, observation);
                publish(environment, pending[environment]);
                pending[environment] = -1;
            }
        } finally {
            end();
        }
    }

    /** The position that is to be written; what lies at its place is drawn no more. */
    private long claim(int environment) {
        long position = steps.claim(environment);
        int place = steps.place(environment, position);
        if (steps.withdraw(place)) {
            set(environment, place, 0);
        }
        return position;
    }

    private void publish(int environment, long position) {
        int place = steps.place(environment, position);
        double own = pendingPriority[environment];
        set(environment, place, own == 0 ? greatest : own);
        raise(own);
        steps.publish(place);
    }

    private void set(int environment, int place, double priority) {
        priorities[place] = priority;
        appending[environment].update(new int[] {place}, new double[] {priority});
    }

    private void raise(double priority) {
        if (priority > greatest) {
            synchronized (this) {
                greatest = Math.max(greatest, priority);
            }
        }
    }

    // ---- drawing ----

    /** Made by a memory of the least size: nobody else can. */
    @Override
    public ReplayBatch newBatch(int size) {
        int capacity = (int) ReplayConfig.leastCapacity(1, 1, 1);
        ReplayConfig least = new ReplayConfig(capacity, 1, config.frameSpace(), 1, config.actionWidth(), 1, 1, 0, 1);
        ReplayBatch batch = new PrioritizedReplay(least).newBatch(size);
        sides.put(batch, new Side(index.forThread(), new long[size], new double[size], new int[1]));
        return batch;
    }

    @Override
    public void sample(ReplayBatch batch, RandomStream draws, double beta) {
        if (size() <= 0) {
            throw new IllegalStateException("no transition can be drawn yet");
        }
        begin();
        try {
            fill(batch, draws, beta);
        } finally {
            end();
        }
    }

    private void fill(ReplayBatch batch, RandomStream draws, double beta) {
        Side side = sides.get(batch);
        side.index.sample(draws, batch.leaves());
        double least = Double.MAX_VALUE;
        for (int row = 0; row < batch.size(); row++) {
            for (long redraw = 0; !read(side, batch, row); redraw++) {
                side.index.sample(draws.spawn(row).spawn(redraw), side.one);
                batch.leaves()[row] = side.one[0];
            }
            least = Math.min(least, side.priorities[row]);
        }
        for (int row = 0; row < batch.size(); row++) {
            batch.weights()[row] = (float) power(least / side.priorities[row], beta);
        }
    }

    /** False where there is nothing to be drawn, or no longer. */
    private boolean read(Side side, ReplayBatch batch, int row) {
        int leaf = batch.leaves()[row];
        if (leaf < 0 || leaf >= priorities.length) {
            return false; // sums that disagreed led past the last leaf
        }
        double priority = priorities[leaf];
        side.priorities[row] = priority;
        side.positions[row] = steps.position(leaf);
        return priority > 0 && steps.read(leaf, side.positions[row], batch, row);
    }

    @Override
    public void updatePriorities(ReplayBatch batch, float[] tdErrors) {
        begin();
        try {
            update(batch, tdErrors);
        } finally {
            end();
        }
    }

    private void update(ReplayBatch batch, float[] tdErrors) {
        Side side = sides.get(batch);
        int[] leaves = new int[batch.size()];
        double[] next = new double[batch.size()];
        int count = 0;
        for (int row = 0; row < batch.size(); row++) {
            int leaf = batch.leaves()[row];
            if (steps.learnt(leaf, side.positions[row])) {
                leaves[count] = leaf;
                next[count] = priority(tdErrors[row]);
                priorities[leaf] = next[count];
                raise(next[count++]);
            }
        }
        boolean all = count == leaves.length;
        side.index.update(all ? leaves : Arrays.copyOf(leaves, count), all ? next : Arrays.copyOf(next, count));
    }

    // ---- what it is and what it holds ----

    @Override
    public int size() {
        return steps.size();
    }

    @Override
    public int drawn() {
        return steps.learnt();
    }

    @Override
    public int capacity() {
        return steps.places();
    }

    @Override
    public double[] somePriorities(int most) {
        int spacing = Math.max(1, (priorities.length + most - 1) / most);
        double[] found = new double[most];
        int count = 0;
        for (int place = 0; place < priorities.length; place += spacing) {
            if (priorities[place] > 0) {
                found[count++] = priorities[place];
            }
        }
        return Arrays.copyOf(found, count);
    }

    @Override
    public int leaves() {
        return priorities.length;
    }

    @Override
    public void copyLeaves(long[] to) {
        for (int place = 0; place < priorities.length; place++) {
            to[place] = Double.doubleToRawLongBits(priorities[place]);
        }
    }

    @Override
    public void save(DataOutput out) {
        throw new UnsupportedOperationException("a memory that is compared is not saved");
    }

    @Override
    public void restore(DataInput in) {
        throw new UnsupportedOperationException("a memory that is compared is not saved");
    }
}
