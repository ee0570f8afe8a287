package io.htsrl.replay;

import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.error.Violations;
import io.htsrl.core.random.RandomStream;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Prioritized experience replay (Schaul et al. 2016, proportional) with n-step transitions on a {@link SumTree} and
 * rings of steps; α = 0 makes it uniform. Contract and thread rule: {@link ReplayMemory}.
 *
 * <p>Lazy writing: a step's leaf is zero from before its place is overwritten until its n steps are complete or its
 * episode has ended; so nothing half-written is drawn, and a transition drawn just before it was withdrawn is noticed
 * after copying and drawn again. First in, first out for each environment; the last S-1 steps before the oldest
 * transition serve as history for its stack, and each truncation takes one place for its final frame.
 *
 * <p>Memory per stored step: the frame, 4 bytes for each action component and the reward, 1 for flags, 8.1 to 8.3 for
 * the leaf and its share of the tree. An Atari frame of 84x84 bytes makes it 7074 bytes, so 1e6 steps take 7.1 GB; four
 * floats make it 33.
 */
public final class PrioritizedReplay implements ReplayMemory {
    private static final int FORMAT = 1;
    /** Attempts of redraws count from multiples of this: coordinates that no earlier attempt reaches. */
    private static final long REDRAW_STRIDE = 1L << 32;

    private final ReplayConfig config;
    private final StepRings rings;
    private final SumTree tree;
    private final TransitionReader reader;
    private final PriorityRule rule;
    private final long[] pendingUnits;
    private final long[] episodeStarts;
    private final boolean[] fresh;
    private final AtomicLong greatestUnits = new AtomicLong();
    private final AtomicInteger drawable = new AtomicInteger();

    /** @throws io.htsrl.core.error.ConfigurationException when the configuration is wrong */
    public PrioritizedReplay(ReplayConfig config) {
        this(checked(config), new SumTree(config.ringLength() * config.environments()));
    }

    PrioritizedReplay(ReplayConfig config, SumTree tree) {
        this.config = config;
        this.tree = tree;
        this.rings = new StepRings(config);
        this.reader = new TransitionReader(rings, config);
        this.rule = new PriorityRule(config.alpha(), config.epsilon(), tree.scale());
        this.pendingUnits = new long[config.environments() * config.nStep()];
        this.episodeStarts = new long[config.environments()];
        this.fresh = new boolean[config.environments()];
        Arrays.fill(fresh, true);
        this.greatestUnits.set(tree.scale().toUnits(1)); // as Schaul et al. 2016, Alg. 1: p_1 = 1
    }

    private static ReplayConfig checked(ReplayConfig config) {
        Violations violations = new Violations();
        config.check(violations);
        violations.throwIfAny();
        return config;
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
        long units = tdError == GREATEST_SO_FAR ? 0 : rule.units(tdError, "a step of environment", environment);
        boolean cutOff = truncated && !terminated;
        if (cutOff && finalObservation == null) {
            throw new IllegalArgumentException("a truncated step of environment " + environment
                    + " needs the episode's final observation to bootstrap from");
        }
        long position = makeRoom(environment);
        byte ending = terminated ? StepRings.TERMINATED : cutOff ? StepRings.TRUNCATED : 0;
        byte first = fresh[environment] ? StepRings.FIRST : 0;
        if (fresh[environment]) {
            episodeStarts[environment] = position;
        }
        int place = rings.write(environment, observation, (byte) (ending | first));
        rings.writeStep(place, actions, actionOffset, reward);
        rings.advance(environment);
        publish(environment, position - config.nStep()); // its bootstrap observation has just come
        pendingUnits[pending(environment, position)] = units;
        fresh[environment] = ending != 0;
        if (ending != 0) {
            endEpisode(environment, position, cutOff ? finalObservation : null);
        }
    }

    private void endEpisode(int environment, long last, ObservationSlot finalObservation) {
        if (finalObservation != null) {
            makeRoom(environment);
            rings.write(environment, finalObservation, StepRings.FINAL);
            rings.advance(environment);
        }
        for (long position = last - config.nStep() + 1; position <= last; position++) {
            publish(environment, position);
        }
    }

    /** Claims the next place and withdraws the transition whose oldest frame lies there. */
    private long makeRoom(int environment) {
        long position = rings.claim(environment);
        long withdrawn = rings.oldest(position + 1) - 1;
        if (withdrawn >= 0 && tree.setUnits(rings.place(environment, withdrawn), 0) > 0) {
            drawable.decrementAndGet();
        }
        return position;
    }

    /** Makes a transition of the episode under way drawable; the tree's write releases all that it consists of. */
    private void publish(int environment, long position) {
        if (position < episodeStarts[environment]) {
            return;
        }
        long units = pendingUnits[pending(environment, position)];
        if (units == 0) {
            units = greatestUnits.get();
        } else {
            raiseGreatest(units);
        }
        tree.setUnits(rings.place(environment, position), units);
        drawable.incrementAndGet();
    }

    private int pending(int environment, long position) {
        return environment * config.nStep() + (int) (position % config.nStep());
    }

    private void raiseGreatest(long units) {
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
        long least = Long.MAX_VALUE;
        for (int row = 0; row < batch.size(); row++) {
            for (long redraw = 1; !read(batch, row); redraw++) {
                batch.leaves()[row] = redraw(batch.cursor, draws, row, redraw);
            }
            least = Math.min(least, batch.units[row]);
        }
        for (int row = 0; row < batch.size(); row++) {
            batch.weights()[row] = PriorityRule.weight(batch.units[row], least, beta);
        }
    }

    /** Copies a transition; false when it was withdrawn meanwhile, which happens only while another thread appends. */
    private boolean read(ReplayBatch batch, int row) {
        int leaf = batch.leaves()[row];
        int environment = leaf / rings.length;
        long position = rings.position(leaf);
        long units = tree.units(leaf); // after the position: a newer transition at this place is drawable or zero
        if (units == 0 || position < 0) {
            return false;
        }
        reader.read(environment, position, batch, row);
        batch.positions[row] = position;
        batch.units[row] = units;
        return rings.retained(environment, position);
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

    /** A total read while priorities move from one node to another can be zero though there is something to draw. */
    private void waitForMass(long round) {
        if (drawable.get() <= 0) {
            throw new IllegalStateException("no transition can be drawn yet: append n steps of some environment first");
        }
        SumTree.waitForUpdates(round);
    }

    @Override
    public void updatePriorities(ReplayBatch batch, float[] tdErrors) {
        int[] leaves = batch.currentLeaves;
        long greatest = 0;
        for (int row = 0; row < batch.size(); row++) {
            batch.units[row] = rule.units(tdErrors[row], "batch row", row);
            int leaf = batch.leaves()[row];
            boolean current = leaf >= 0 && rings.retained(leaf / rings.length, batch.positions[row]);
            leaves[row] = current ? leaf : SumTree.MISSED;
            greatest = current ? Math.max(greatest, batch.units[row]) : greatest;
        }
        batch.cursor.replaceUnits(leaves, batch.units, batch.size());
        raiseGreatest(greatest);
    }

    // ---- what it is and what it holds ----

    @Override
    public double meanAge(ReplayBatch batch) {
        long sum = 0;
        for (int row = 0; row < batch.size(); row++) {
            sum += rings.head(batch.leaves()[row] / rings.length) - batch.positions[row];
        }
        return (double) sum / batch.size();
    }

    @Override
    public int size() {
        return drawable.get();
    }

    @Override
    public int capacity() {
        return rings.places();
    }

    @Override
    public double bytesPerTransition() {
        int frameBytes = config.frameSpace().kind() == ObservationSpace.Kind.FLOAT32 ? Float.BYTES : 1;
        return (double) config.frameSpace().size() * frameBytes
                + config.actionWidth() * Float.BYTES
                + Float.BYTES
                + 1
                + (double) tree.bytes() / rings.places();
    }

    @Override
    public double[] somePriorities(int most) {
        int spacing = Math.max(1, (tree.capacity() + most - 1) / most);
        double[] found = new double[most];
        int count = 0;
        for (int place = 0; place < tree.capacity(); place += spacing) {
            long units = tree.units(place);
            if (units > 0) {
                found[count++] = tree.scale().toPriority(units);
            }
        }
        return Arrays.copyOf(found, count);
    }

    @Override
    public int leaves() {
        return tree.capacity();
    }

    @Override
    public void copyLeaves(long[] to) {
        tree.copyLeaves(to);
    }

    // ---- saving ----

    @Override
    public void save(DataOutput out) throws IOException {
        out.writeInt(FORMAT);
        out.writeUTF(config.toString());
        rings.save(out);
        for (int environment = 0; environment < config.environments(); environment++) {
            out.writeLong(episodeStarts[environment]);
            out.writeBoolean(fresh[environment]);
        }
        for (long units : pendingUnits) {
            out.writeLong(units);
        }
        out.writeLong(greatestUnits.get());
        for (int leaf = 0; leaf < tree.capacity(); leaf++) {
            out.writeLong(tree.units(leaf));
        }
    }

    @Override
    public void restore(DataInput in) throws IOException {
        int format = in.readInt();
        String saved = format == FORMAT ? in.readUTF() : "format " + format;
        if (!saved.equals(config.toString())) {
            throw new IOException("the saved replay memory is " + saved + ", this one " + config
                    + "; resume with the configuration it was saved under");
        }
        rings.load(in);
        for (int environment = 0; environment < config.environments(); environment++) {
            episodeStarts[environment] = in.readLong();
            fresh[environment] = in.readBoolean();
        }
        for (int index = 0; index < pendingUnits.length; index++) {
            pendingUnits[index] = in.readLong();
        }
        greatestUnits.set(in.readLong());
        loadLeaves(in);
    }

    private void loadLeaves(DataInput in) throws IOException {
        int positive = 0;
        for (int leaf = 0; leaf < tree.capacity(); leaf++) {
            long units = in.readLong();
            tree.setUnits(leaf, units);
            positive += units > 0 ? 1 : 0;
        }
        drawable.set(positive);
    }
}
