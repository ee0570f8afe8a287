package io.htsrl.replay;

import io.htsrl.replay.wire.ShardRequest.StateSection;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What a checkpoint holds of some environments' memory, part by part and within a part environment by environment: the
 * parts of neighbours behind one another are those of all of them. While nobody does anything else.
 */
final class MemoryParts implements MemoryFormat.Saved {

    /** In the order in which they are saved. */
    enum Part {
        /** The stored steps. */
        STEPS,
        /** Where episodes began. */
        EPISODES,
        /** First priorities of steps whose n steps are not complete. */
        PENDING,
        /** The leaves; the highest bit of each tells whether it has been learnt from. */
        PRIORITIES
    }

    private static final long DRAWN = Long.MIN_VALUE;

    private final int environments;
    private final StepRings rings;
    private final SumTree tree;
    private final long[] pendingUnits;
    private final long[] episodeStarts;
    private final boolean[] fresh;
    private final AtomicInteger drawable;
    private final DrawnTransitions drawn;

    MemoryParts(
            StepRings rings,
            SumTree tree,
            long[] pendingUnits,
            long[] episodeStarts,
            boolean[] fresh,
            AtomicInteger drawable,
            DrawnTransitions drawn) {
        this.environments = rings.environments;
        this.rings = rings;
        this.tree = tree;
        this.pendingUnits = pendingUnits;
        this.episodeStarts = episodeStarts;
        this.fresh = fresh;
        this.drawable = drawable;
        this.drawn = drawn;
    }

    @Override
    public void save(Part part, DataOutput out) throws IOException {
        switch (part) {
            case STEPS -> rings.save(out);
            case EPISODES -> {
                for (int environment = 0; environment < environments; environment++) {
                    out.writeLong(episodeStarts[environment]);
                    out.writeBoolean(fresh[environment]);
                }
            }
            case PENDING -> {
                for (long units : pendingUnits) {
                    out.writeLong(units);
                }
            }
            case PRIORITIES -> saveLeaves(0, tree.capacity(), out);
        }
    }

    @Override
    public void load(Part part, DataInput in) throws IOException {
        switch (part) {
            case STEPS -> rings.load(in);
            case EPISODES -> {
                for (int environment = 0; environment < environments; environment++) {
                    episodeStarts[environment] = in.readLong();
                    fresh[environment] = in.readBoolean();
                }
            }
            case PENDING -> {
                for (int index = 0; index < pendingUnits.length; index++) {
                    pendingUnits[index] = in.readLong();
                }
            }
            case PRIORITIES -> loadLeaves(0, tree.capacity(), in);
        }
    }

    private void saveLeaves(int from, int to, DataOutput out) throws IOException {
        for (int leaf = from; leaf < to; leaf++) {
            out.writeLong(tree.units(leaf) | (drawn.has(leaf) ? DRAWN : 0));
        }
    }

    private void loadLeaves(int from, int to, DataInput in) throws IOException {
        int more = 0;
        for (int leaf = from; leaf < to; leaf++) {
            long saved = in.readLong();
            long units = saved & ~DRAWN;
            if ((saved & DRAWN) != 0) {
                drawn.add(leaf);
            } else {
                drawn.remove(leaf);
            }
            more += (units > 0 ? 1 : 0) - (tree.setUnits(leaf, units) > 0 ? 1 : 0);
        }
        drawable.addAndGet(more);
    }

    // ---- the same in sections ----

    void save(StateSection section, DataOutput out) throws IOException {
        int environment = Objects.checkIndex(section.environment(), environments);
        switch (section.kind()) {
            case STEPS -> rings.saveSteps(environment, out);
            case FRAMES -> rings.saveFrames(environment, section.from(), section.to(), out);
            case EPISODES -> save(Part.EPISODES, out);
            case PENDING -> save(Part.PENDING, out);
            case LEAVES -> saveLeaves(section.from(), section.to(), out);
        }
    }

    void load(StateSection section, DataInput in) throws IOException {
        int environment = Objects.checkIndex(section.environment(), environments);
        switch (section.kind()) {
            case STEPS -> rings.loadSteps(environment, in);
            case FRAMES -> rings.loadFrames(environment, section.from(), section.to(), in);
            case EPISODES -> load(Part.EPISODES, in);
            case PENDING -> load(Part.PENDING, in);
            case LEAVES -> loadLeaves(section.from(), section.to(), in);
        }
    }

    /**
     * Which of the transitions that a memory holds have been learnt from, a bit each, and how many. Any thread; while some
     * are overwritten, of about those.
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
