package io.htsrl.replay;

import io.htsrl.core.state.RawArrays;
import io.htsrl.core.state.RawArrays.Content;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/**
 * Saves and loads a memory: the same bytes for any number of shards, so that one of two shards can be restored in four.
 * Steps are saved in blocks, each the same places of all rings, so that few blocks change between two checkpoints. All
 * else is saved environment by environment. No other thread may use the memory meanwhile.
 */
final class MemoryFormat {
    private static final int FORMAT = 3;
    /** Without the flags of drawn transitions. This format and the next have each ring in one piece. */
    private static final int OLDEST = 1;

    /** Called for each environment of each shard, in their order. */
    @FunctionalInterface
    private interface Step {
        void take(PrioritizedReplay shard, int environment) throws IOException;
    }

    private MemoryFormat() {}

    private static void forEach(List<PrioritizedReplay> shards, Step step) throws IOException {
        for (PrioritizedReplay shard : shards) {
            for (int environment = 0; environment < shard.rings.environments; environment++) {
                step.take(shard, environment);
            }
        }
    }

    /** @param shards of neighbouring environments, in their order */
    static void save(ReplayConfig config, List<PrioritizedReplay> shards, long greatest, DataOutput out)
            throws IOException {
        out.writeInt(FORMAT);
        out.writeUTF(text(config));
        forEach(shards, (shard, environment) -> out.writeLong(shard.rings.head(environment)));
        int block = config.blockLength();
        for (int from = 0; from < config.ringLength(); from += block) {
            int begin = from;
            Content steps =
                    to -> forEach(shards, (shard, number) -> shard.rings.save(number, begin, begin + block, to));
            if (block < config.ringLength()) {
                RawArrays.writeBlock(out, steps);
            } else {
                steps.writeTo(out);
            }
        }
        forEach(shards, (shard, environment) -> {
            out.writeLong(shard.episodeStarts[environment]);
            out.writeBoolean(shard.fresh[environment]);
        });
        for (PrioritizedReplay shard : shards) {
            for (long units : shard.pendingUnits) {
                out.writeLong(units);
            }
        }
        out.writeLong(greatest);
        forEach(shards, (shard, environment) -> shard.rings.saveStates(environment, out));
        forEach(shards, (shard, environment) -> {
            int first = shard.rings.place(environment, 0);
            for (int leaf = first; leaf < first + shard.rings.used(environment); leaf++) {
                LeafCodes.save(shard, leaf, greatest, out);
            }
        });
    }

    /** Returns a configuration's text without the values that apply to later draws and priorities alone. */
    private static String layout(String config) {
        return withoutDefault(config).replaceFirst(", gamma=[^,]*", "").replaceFirst(", epsilon=[^],]*", "");
    }

    /**
     * Returns the text of what a file says of its configuration: nothing of goals and windows, which apply to draws
     * alone.
     */
    private static String text(ReplayConfig config) {
        String all = config.toString();
        return withoutDefault(
                                config.sequences().isWindow()
                                        ? all.replace(", sequences=" + config.sequences(), "")
                                        : all)
                        .replaceFirst(", hindsight=HindsightConfig\\[[^]]*]", "")
                + FramePacking.of(config.frameSpace())
                        .map(packing -> " in " + packing.size() + " bytes")
                        .orElse("");
    }

    /** Returns a configuration's text without that of single transitions, which older files do not have either. */
    private static String withoutDefault(String config) {
        return config.replace(", sequences=" + SequenceConfig.NONE, "");
    }

    /** Loads a memory, and returns the greatest priority so far. */
    static long load(ReplayConfig config, List<PrioritizedReplay> shards, DataInput in) throws IOException {
        int format = in.readInt();
        String saved = format >= OLDEST && format <= FORMAT ? in.readUTF() : "format " + format;
        if (!layout(saved).equals(layout(text(config)))) {
            throw new IOException("the saved replay memory is " + saved + ", this one " + config
                    + "; resume with the configuration it was saved under");
        }
        if (format == FORMAT) {
            loadBlocks(config, shards, in);
        } else {
            forEach(shards, (shard, environment) -> {
                shard.rings.setHead(environment, in.readLong());
                shard.rings.load(environment, 0, config.ringLength(), in);
            });
        }
        forEach(shards, (shard, environment) -> {
            shard.episodeStarts[environment] = in.readLong();
            shard.fresh[environment] = in.readBoolean();
        });
        for (PrioritizedReplay shard : shards) {
            for (int index = 0; index < shard.pendingUnits.length; index++) {
                shard.pendingUnits[index] = in.readLong();
            }
            shard.drawable.set(0);
        }
        long greatest = in.readLong();
        forEach(shards, (shard, environment) -> shard.rings.loadStates(environment, in));
        forEach(shards, (shard, environment) -> {
            int first = shard.rings.place(environment, 0);
            for (int leaf = first; leaf < first + shard.rings.length; leaf++) {
                if (format < FORMAT) {
                    LeafCodes.loadOld(shard, leaf, in);
                } else if (leaf < first + shard.rings.used(environment)) {
                    LeafCodes.load(shard, leaf, greatest, in);
                } else {
                    LeafCodes.set(shard, leaf, 0, false);
                }
            }
        });
        return greatest;
    }

    private static void loadBlocks(ReplayConfig config, List<PrioritizedReplay> shards, DataInput in)
            throws IOException {
        forEach(shards, (shard, environment) -> shard.rings.setHead(environment, in.readLong()));
        int block = config.blockLength();
        for (int from = 0; from < config.ringLength(); from += block) {
            int begin = from;
            forEach(shards, (shard, environment) -> shard.rings.load(environment, begin, begin + block, in));
        }
    }

    /**
     * Saves leaves in few bytes each: one for a leaf of a uniform memory, about five for one with a priority. The
     * lowest bit of a leaf's code says whether its transition has been learnt from; the others are 0 for no units, 1
     * for the greatest, or one more than the units. Of a code, seven bits are in a byte, the lowest first; a negative
     * byte is not the last. Stateless.
     */
    private static final class LeafCodes {
        /** Highest bit of a leaf in older formats: its transition has been learnt from. */
        private static final long DRAWN = Long.MIN_VALUE;

        private LeafCodes() {}

        static void save(PrioritizedReplay shard, int leaf, long greatest, DataOutput out) throws IOException {
            long units = shard.tree.units(leaf);
            long code = (units == 0 ? 0 : units == greatest ? 1 : units + 1) << 1 | (shard.drawn.has(leaf) ? 1 : 0);
            for (; code > Byte.MAX_VALUE; code >>>= 7) {
                out.writeByte((int) code | Byte.MIN_VALUE);
            }
            out.writeByte((int) code);
        }

        static void load(PrioritizedReplay shard, int leaf, long greatest, DataInput in) throws IOException {
            long code = 0;
            byte next = Byte.MIN_VALUE;
            for (int shift = 0; next < 0 && shift < Long.SIZE; shift += 7) {
                next = in.readByte();
                code |= (next & (long) Byte.MAX_VALUE) << shift;
            }
            long units = code >>> 1;
            set(shard, leaf, units == 1 ? greatest : Math.max(0, units - 1), (code & 1) != 0);
        }

        /** Loads a leaf of an older format: eight bytes. */
        static void loadOld(PrioritizedReplay shard, int leaf, DataInput in) throws IOException {
            long saved = in.readLong();
            set(shard, leaf, saved & ~DRAWN, (saved & DRAWN) != 0);
        }

        /** Sets a leaf; the shard's count of drawable ones grows if it is one. */
        static void set(PrioritizedReplay shard, int leaf, long units, boolean drawn) {
            shard.tree.setUnits(leaf, units);
            shard.drawable.addAndGet(units > 0 ? 1 : 0);
            if (drawn) {
                shard.drawn.add(leaf);
            } else {
                shard.drawn.remove(leaf);
            }
        }
    }
}
