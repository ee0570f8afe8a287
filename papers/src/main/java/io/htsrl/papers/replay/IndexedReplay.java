package io.htsrl.papers.replay;

import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.math.DeterministicMath;
import io.htsrl.core.random.RandomStream;
import io.htsrl.papers.trees.PriorityIndex;
import io.htsrl.replay.PrioritizedReplay;
import io.htsrl.replay.ReplayBatch;
import io.htsrl.replay.ReplayConfig;
import io.htsrl.replay.ReplayMemory;
import io.htsrl.replay.SequenceConfig;
import java.io.DataInput;
import java.io.DataOutput;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntFunction;

/**
 * A replay memory over any {@link PriorityIndex}, so that trees with locks can replace ours in a mixed load or in the
 * learner of DQN. Each frame is stored once, as in {@link PrioritizedReplay}; one step and one frame only. Contract and
 * thread rule are those of {@link ReplayMemory}, except that it can't be saved.
 *
 * <p>Rows are written in one of two ways. Lazily (Zhang et al.): a step's priority is 0 while its row is overwritten
 * without a lock; a reader that drew it before detects this after copying and draws again. Under one lock: appends,
 * draws with their copying, and updates exclude each other.
 */
final class IndexedReplay implements ReplayMemory {
    private final ReplayConfig config;
    private final PriorityIndex index;
    private final StepStore steps;
    /** Last priority in the index, by place. */
    private final double[] priorities;
    /** Index view of the thread that appends, by environment. */
    private final PriorityIndex[] appending;
    /** Step that waits for its next observation, by environment; -1 for none. */
    private final long[] pending;

    /** Priority of that step; 0 for the greatest so far. */
    private final double[] pendingPriority;

    private final Map<ReplayBatch, Reader> readers = new ConcurrentHashMap<>();
    /** Lock of all operations; null if rows are written lazily. */
    private final Lock lock;

    private volatile double greatest = 1;

    /** State of a reader: its index view, and the positions and priorities of the batch that it drew. */
    private record Reader(PriorityIndex index, long[] positions, double[] priorities, int[] one) {}

    /**
     * @param index creates an index of a number of leaves
     * @param lazy whether rows are written without a lock
     */
    IndexedReplay(ReplayConfig config, IntFunction<PriorityIndex> index, boolean lazy) {
        if (config.nStep() != 1 || config.frameStack() != 1) {
            throw new IllegalArgumentException("a compared memory has --n-step 1 and --frame-stack 1, not " + config);
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
                publish(environment, pending[environment]); // its next observation has arrived
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

    /** Returns the next position to write and withdraws the old step at its place. */
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

    /** Creates the batch by a minimal product memory, since only those can. */
    @Override
    public ReplayBatch newBatch(int size) {
        int capacity = (int) ReplayConfig.leastCapacity(1, 1, 1, SequenceConfig.NONE);
        ReplayConfig least = new ReplayConfig(capacity, 1, config.frameSpace(), 1, config.actionWidth(), 1, 1, 0, 1);
        ReplayBatch batch = new PrioritizedReplay(least).newBatch(size);
        readers.put(batch, new Reader(index.forThread(), new long[size], new double[size], new int[1]));
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
        Reader reader = readers.get(batch);
        reader.index.sample(draws, batch.leaves());
        double least = Double.MAX_VALUE;
        for (int row = 0; row < batch.size(); row++) {
            for (long redraw = 0; !read(reader, batch, row); redraw++) {
                reader.index.sample(draws.spawn(row).spawn(redraw), reader.one);
                batch.leaves()[row] = reader.one[0];
            }
            least = Math.min(least, reader.priorities[row]);
        }
        for (int row = 0; row < batch.size(); row++) {
            batch.weights()[row] = (float) power(least / reader.priorities[row], beta);
        }
    }

    /** Returns false if the row holds no transition, or no longer. */
    private boolean read(Reader reader, ReplayBatch batch, int row) {
        int leaf = batch.leaves()[row];
        if (leaf < 0 || leaf >= priorities.length) {
            return false; // inconsistent sums led past the last leaf
        }
        double priority = priorities[leaf];
        reader.priorities[row] = priority;
        reader.positions[row] = steps.position(leaf);
        return priority > 0 && steps.read(leaf, reader.positions[row], batch, row);
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
        Reader reader = readers.get(batch);
        int[] leaves = new int[batch.size()];
        double[] next = new double[batch.size()];
        int count = 0;
        for (int row = 0; row < batch.size(); row++) {
            int leaf = batch.leaves()[row];
            if (steps.learnt(leaf, reader.positions[row])) {
                leaves[count] = leaf;
                next[count] = priority(tdErrors[row]);
                priorities[leaf] = next[count];
                raise(next[count++]);
            }
        }
        boolean all = count == leaves.length;
        reader.index.update(all ? leaves : Arrays.copyOf(leaves, count), all ? next : Arrays.copyOf(next, count));
    }

    // ---- state ----

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
        throw new UnsupportedOperationException("a compared memory can't be saved");
    }

    @Override
    public void restore(DataInput in) {
        throw new UnsupportedOperationException("a compared memory can't be saved");
    }
}
