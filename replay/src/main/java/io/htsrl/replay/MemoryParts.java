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
 * The saved state of some environments' memory, part by part and within a part environment by environment. The
 * concatenated parts of neighbouring environments are the parts of all of them. No other thread may use the memory
 * meanwhile.
 */
final class MemoryParts implements MemoryFormat.Saved {

    /** The parts, in the order in which they are saved. */
    enum Part {
        /** The stored steps. */
        STEPS,
        /** The starts of episodes. */
        EPISODES,
        /** First priorities of steps whose n steps are not complete. */
        PENDING,
        /** The leaves; the highest bit of each tells whether it has been learnt from. */
        PRIORITIES
    }

    private static final long DRAWN = Long.MIN_VALUE;

    private final PrioritizedReplay memory;

    MemoryParts(PrioritizedReplay memory) {
        this.memory = memory;
    }

    @Override
    public void save(Part part, DataOutput out) throws IOException {
        switch (part) {
            case STEPS -> memory.rings.save(out);
            case EPISODES -> {
                for (int environment = 0; environment < memory.rings.environments; environment++) {
                    out.writeLong(memory.episodeStarts[environment]);
                    out.writeBoolean(memory.fresh[environment]);
                }
            }
            case PENDING -> {
                for (long units : memory.pendingUnits) {
                    out.writeLong(units);
                }
            }
            case PRIORITIES -> saveLeaves(0, memory.tree.capacity(), out);
        }
    }

    @Override
    public void load(Part part, DataInput in) throws IOException {
        switch (part) {
            case STEPS -> memory.rings.load(in);
            case EPISODES -> {
                for (int environment = 0; environment < memory.rings.environments; environment++) {
                    memory.episodeStarts[environment] = in.readLong();
                    memory.fresh[environment] = in.readBoolean();
                }
            }
            case PENDING -> {
                for (int index = 0; index < memory.pendingUnits.length; index++) {
                    memory.pendingUnits[index] = in.readLong();
                }
            }
            case PRIORITIES -> loadLeaves(0, memory.tree.capacity(), in);
        }
    }

    private void saveLeaves(int from, int to, DataOutput out) throws IOException {
        for (int leaf = from; leaf < to; leaf++) {
            out.writeLong(memory.tree.units(leaf) | (memory.drawn.has(leaf) ? DRAWN : 0));
        }
    }

    private void loadLeaves(int from, int to, DataInput in) throws IOException {
        int more = 0;
        for (int leaf = from; leaf < to; leaf++) {
            long saved = in.readLong();
            long units = saved & ~DRAWN;
            if ((saved & DRAWN) != 0) {
                memory.drawn.add(leaf);
            } else {
                memory.drawn.remove(leaf);
            }
            more += (units > 0 ? 1 : 0) - (memory.tree.setUnits(leaf, units) > 0 ? 1 : 0);
        }
        memory.drawable.addAndGet(more);
    }

    // ---- the same in sections ----

    void save(StateSection section, DataOutput out) throws IOException {
        int environment = Objects.checkIndex(section.environment(), memory.rings.environments);
        switch (section.kind()) {
            case STEPS -> memory.rings.saveSteps(environment, out);
            case FRAMES -> memory.rings.saveFrames(environment, section.from(), section.to(), out);
            case EPISODES -> save(Part.EPISODES, out);
            case PENDING -> save(Part.PENDING, out);
            case LEAVES -> saveLeaves(section.from(), section.to(), out);
        }
    }

    void load(StateSection section, DataInput in) throws IOException {
        int environment = Objects.checkIndex(section.environment(), memory.rings.environments);
        switch (section.kind()) {
            case STEPS -> memory.rings.loadSteps(environment, in);
            case FRAMES -> memory.rings.loadFrames(environment, section.from(), section.to(), in);
            case EPISODES -> load(Part.EPISODES, in);
            case PENDING -> load(Part.PENDING, in);
            case LEAVES -> loadLeaves(section.from(), section.to(), in);
        }
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
