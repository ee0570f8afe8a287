package io.htsrl.replay;

import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.error.Violations;
import io.htsrl.core.random.RandomStream;
import io.htsrl.replay.PriorityScale.PriorityRule;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Prioritized experience replay (Schaul et al. 2016, proportional) with n-step transitions on a {@link SumTree} and
 * rings of steps; α = 0 makes it uniform. Contract and thread rule: {@link ReplayMemory}. Under a subclass that chooses
 * what is drawn, one thread does everything.
 *
 * <p>Lazy writing: a step's leaf is zero from before its place is overwritten until its n steps are complete or its
 * episode has ended; so no half-written step is drawn, and a transition that is withdrawn during copying is detected
 * and drawn again. First in, first out for each environment; the last S-1 steps before the oldest transition serve as
 * history for its stack, and each truncation takes one place for its final frame.
 *
 * <p>Memory per stored step: the frame, 4 bytes for each action component and the reward, 1 for flags, 8.1 to 8.3 for
 * the leaf and its share of the tree. An Atari frame of 84x84 bytes makes it 7074 bytes, so 1e6 steps take 7.1 GB; four
 * floats make it 33.
 */
public class PrioritizedReplay implements ReplayMemory {
    /** Spacing of the first attempts of redraws: their coordinates differ from all earlier attempts. */
    private static final long REDRAW_STRIDE = 1L << 32;

    private final ReplayConfig config;
    final StepRings rings;
    private final Hindsight hindsight; // null for transitions with their own goals
    final SumTree tree;
    private final PriorityRule rule;
    final long[] pendingUnits;
    final long[] episodeStarts;
    final boolean[] fresh;
    private final int window; // steps after a transition's or sequence's first until it is complete
    private final float[] states; // before the next steps, [environments][state]
    final DrawnTransitions drawn;
    private final AtomicLong greatestUnits = new AtomicLong();
    final AtomicInteger drawable = new AtomicInteger();

    /** @throws io.htsrl.core.error.ConfigurationException when the configuration is wrong */
    public PrioritizedReplay(ReplayConfig config) {
        this(config, new SumTree(checked(config).ringLength() * config.environments()));
    }

    PrioritizedReplay(ReplayConfig config, SumTree tree) {
        this.config = config;
        this.tree = tree;
        this.rings = new StepRings(config);
        this.hindsight = config.hindsight().her() ? new Hindsight(config, rings) : null;
        this.rule = new PriorityRule(config.alpha(), config.epsilon(), tree.scale());
        this.pendingUnits = new long[config.environments() * config.nStep()];
        this.episodeStarts = new long[config.environments()];
        this.fresh = new boolean[config.environments()];
        Arrays.fill(fresh, true);
        this.window = config.nStep()
                + (int) config.sequences().extraPlaces()
                - config.sequences().burnIn();
        this.states = new float[config.environments() * config.sequences().stateSize()];
        this.drawn = new DrawnTransitions(rings.places());
        this.greatestUnits.set(tree.scale().toUnits(1)); // as Schaul et al. 2016, Alg. 1: p_1 = 1
    }

    private static ReplayConfig checked(ReplayConfig config) {
        Violations violations = new Violations();
        config.check(1, violations);
        violations.throwIfAny();
        return config;
    }

    // ---- appending ----

    @Override
    public void state(int environment, float[] source, int offset) {
        int size = config.sequences().stateSize();
        System.arraycopy(source, offset, states, environment * size, size);
    }

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
        long units = tdError == GREATEST_SO_FAR ? 0 : rule.units(tdError, "a step of environment", environment);
        boolean cutOff = isCutOff(environment, terminated, truncated, finalObservation);
        long position = makeRoom(environment);
        byte ending = terminated ? StepRings.TERMINATED : cutOff ? StepRings.TRUNCATED : 0;
        byte first = fresh[environment] ? StepRings.FIRST : 0;
        if (fresh[environment]) {
            episodeStarts[environment] = position;
        }
        int place = rings.write(environment, observation, (byte) (ending | first));
        rings.writeStep(place, actions, actionOffset, reward);
        rings.writeState(environment, position, position - episodeStarts[environment], states);
        rings.advance(environment);
        publish(environment, position - window); // its bootstrap observation has just arrived
        pendingUnits[pending(environment, position)] = units;
        fresh[environment] = ending != 0;
        if (ending != 0) {
            endEpisode(environment, position, cutOff ? finalObservation : null);
        }
    }

    @Override
    public void cut(int environment, ObservationSlot observation) {
        if (!fresh[environment]) {
            long last = rings.head(environment) - 1;
            rings.truncate(environment, last); // no drawable transition continues from there yet
            fresh[environment] = true;
            endEpisode(environment, last, observation);
        }
    }

    /** Returns whether a step's episode ends with an observation to bootstrap from, and checks that it was given. */
    static boolean isCutOff(int environment, boolean terminated, boolean truncated, ObservationSlot finalObservation) {
        boolean cutOff = truncated && !terminated;
        if (cutOff && finalObservation == null) {
            throw new IllegalArgumentException("a truncated step of environment " + environment
                    + " needs the episode's final observation to bootstrap from");
        }
        return cutOff;
    }

    private void endEpisode(int environment, long last, ObservationSlot finalObservation) {
        if (finalObservation != null) {
            makeRoom(environment);
            rings.write(environment, finalObservation, StepRings.FINAL);
            rings.advance(environment);
        }
        for (long position = last - window + 1; position <= last; position++) {
            publish(environment, position);
        }
    }

    /** Claims the next place and withdraws the transition whose oldest frame lies there. */
    private long makeRoom(int environment) {
        long position = rings.claim(environment);
        long withdrawn = rings.oldest(position + 1) - 1;
        if (withdrawn >= 0) {
            withdraw(rings.place(environment, withdrawn));
        }
        return position;
    }

    /** Withdraws the transition at a place, if any, so that it can no longer be drawn. */
    protected final void withdraw(int place) {
        if (tree.setUnits(place, 0) > 0) {
            drawable.decrementAndGet();
            drawn.remove(place);
            withdrawn(place);
        }
    }

    /** Returns the place that the next step of an environment takes. */
    protected final int nextPlace(int environment) {
        return rings.place(environment, rings.head(environment));
    }

    /**
     * Makes the transition or sequence of the current episode that begins at a position drawable, if one does; the
     * write to the tree releases all of its data.
     */
    private void publish(int environment, long position) {
        long step = position - episodeStarts[environment];
        if (step < 0 || step % config.sequences().period() != 0) {
            return;
        }
        long units = pendingUnits[pending(environment, position)];
        if (units == 0) {
            units = greatestUnits.get();
        } else {
            raiseGreatest(units);
        }
        int place = rings.place(environment, position);
        tree.setUnits(place, units);
        drawable.incrementAndGet();
        published(place, units);
    }

    private int pending(int environment, long position) {
        return environment * config.nStep() + (int) (position % config.nStep());
    }

    /** Returns the greatest units so far. */
    long greatest() {
        return greatestUnits.get();
    }

    void setGreatest(long units) {
        greatestUnits.set(units);
    }

    void raiseGreatest(long units) {
        if (units > greatestUnits.get()) {
            greatestUnits.accumulateAndGet(units, Math::max);
        }
    }

    // ---- drawing ----

    @Override
    public ReplayBatch newBatch(int size) {
        return new ReplayBatch(size, config, tree.newCursor());
    }

    @Override
    public void sample(ReplayBatch batch, RandomStream draws, double beta) {
        for (long round = 0; !batch.cursor.sample(draws, batch.size(), batch.leaves()); round++) {
            waitForMass(round);
        }
        for (int row = 0; row < batch.size(); row++) {
            for (long redraw = 1; !read(batch.leaves()[row], draws, batch, row); redraw++) {
                batch.leaves()[row] = redraw(batch.cursor, draws, row, redraw);
            }
        }
        batch.weigh(beta);
    }

    /**
     * Copies a transition; returns false if it was withdrawn meanwhile, which happens only while another thread
     * appends.
     *
     * @param draws of the batch, for the row's goal
     */
    protected final boolean read(int leaf, RandomStream draws, ReplayBatch batch, int row) {
        int environment = leaf / rings.length;
        long position = rings.position(leaf);
        long units = tree.units(leaf); // after the position: a newer transition at this place is drawable or zero
        if (units == 0 || position < 0) {
            return false;
        }
        long oldest = position;
        if (hindsight != null) {
            oldest = Math.min(position, readWithGoal(environment, position, draws, batch, row));
        } else if (batch.sequences() == null) {
            rings.read(environment, position, batch, row);
        } else {
            rings.readSequence(environment, position, batch, row);
        }
        batch.positions[row] = position;
        batch.ages()[row] = rings.head(environment) - position;
        batch.units[row] = units;
        return rings.retained(environment, oldest);
    }

    private long readWithGoal(int environment, long position, RandomStream draws, ReplayBatch batch, int row) {
        long goal = hindsight.goal(environment, position, draws, row);
        if (goal == Hindsight.OWN) {
            rings.read(environment, position, batch, row);
        } else {
            hindsight.read(environment, position, goal, batch, row);
        }
        batch.goals()[row] = goal;
        return goal;
    }

    private int redraw(SumTreeCursor cursor, RandomStream draws, int row, long redraw) {
        for (long round = 0; ; round++) {
            int leaf = cursor.redraw(draws, row, redraw * REDRAW_STRIDE);
            if (leaf != SumTree.MISSED) {
                return leaf;
            }
            waitForMass(round);
        }
    }

    /**
     * Waits for a positive total: while priorities move between nodes, a total can read as zero though transitions can
     * be drawn.
     */
    private void waitForMass(long round) {
        if (drawable.get() <= 0) {
            throw new IllegalStateException("no transition can be drawn yet: append n steps of some environment first");
        }
        SumTree.waitForUpdates(round);
    }

    @Override
    public void updatePriorities(ReplayBatch batch, float[] tdErrors) {
        batch.setUnits(rule, tdErrors);
        System.arraycopy(batch.leaves(), 0, batch.currentLeaves, 0, batch.size());
        replacePriorities(batch, batch.cursor);
    }

    /**
     * Sets a batch's current leaves to its units, in their order; negative ones and leaves that were overwritten since
     * are skipped.
     */
    void replacePriorities(ReplayBatch batch, SumTreeCursor cursor) {
        int[] leaves = batch.currentLeaves;
        long greatest = 0;
        for (int row = 0; row < batch.size(); row++) {
            int leaf = leaves[row];
            if (leaf < 0 || !rings.retained(leaf / rings.length, batch.positions[row]) || isTaken(leaf)) {
                leaves[row] = SumTree.MISSED;
                continue;
            }
            drawn.add(leaf);
            updated(leaf, batch.units[row]);
            greatest = Math.max(greatest, batch.units[row]);
        }
        cursor.replaceUnits(leaves, batch.units, batch.size());
        raiseGreatest(greatest);
    }

    // ---- for a subclass that chooses what is drawn: transitions from published to withdrawn, on the calling thread
    // ----

    /** Called when the transition at a place can be drawn, with its priority in units. */
    protected void published(int place, long units) {}

    /** Called when its priority has changed. */
    protected void updated(int place, long units) {}

    /** Called when it can no longer be drawn. */
    protected void withdrawn(int place) {}

    /** Returns whether {@link #withdraw} has taken a transition that was drawn. */
    protected boolean isTaken(int place) {
        return false;
    }

    // ---- properties and contents ----

    @Override
    public int size() {
        return drawable.get();
    }

    @Override
    public int drawn() {
        return drawn.count();
    }

    @Override
    public int capacity() {
        return rings.places();
    }

    @Override
    public double[] somePriorities(int most) {
        return tree.scale().some(most * config.sequences().period(), leaves(), tree::units);
    }

    @Override
    public int leaves() {
        return tree.capacity();
    }

    @Override
    public void copyLeaves(long[] to) {
        tree.copyLeaves(to, 0);
    }

    // ---- saving ----

    @Override
    public void save(DataOutput out) throws IOException {
        MemoryFormat.save(config, List.of(this), greatestUnits.get(), out);
    }

    @Override
    public void restore(DataInput in) throws IOException {
        greatestUnits.set(MemoryFormat.load(config, List.of(this), in));
    }

    /**
     * The transitions in a memory that have been learnt from, as a bit each, and their number. Any thread; while
     * transitions are overwritten, the number is approximate.
     */
    static final class DrawnTransitions {
        private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);

        private final long[] words;
        private final AtomicInteger count = new AtomicInteger();

        DrawnTransitions(int places) {
            words = new long[(places + Long.SIZE - 1) / Long.SIZE];
        }

        boolean has(int place) {
            return ((long) WORDS.getOpaque(words, place / Long.SIZE) >>> place & 1) != 0;
        }

        void add(int place) {
            long bit = 1L << place;
            if (!has(place) && ((long) WORDS.getAndBitwiseOr(words, place / Long.SIZE, bit) & bit) == 0) {
                count.getAndIncrement();
            }
        }

        void remove(int place) {
            long bit = 1L << place;
            if (has(place) && ((long) WORDS.getAndBitwiseAnd(words, place / Long.SIZE, ~bit) & bit) != 0) {
                count.getAndDecrement();
            }
        }

        int count() {
            return count.get();
        }
    }
}
