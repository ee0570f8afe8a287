package io.htsrl.replay;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/**
 * Saves and loads a memory: the same bytes for any number of shards, so that one of two shards can be restored in four.
 * Each part is saved environment by environment. No other thread may use the memory meanwhile.
 */
final class MemoryFormat {
    private static final int FORMAT = 2;
    /** The format without the flags of drawn transitions. */
    private static final int OLD_FORMAT = 1;
    /** Highest bit of a saved leaf: the transition has been learnt from. */
    private static final long DRAWN = Long.MIN_VALUE;

    private MemoryFormat() {}

    /** @param shards of neighbouring environments, in their order */
    static void save(ReplayConfig config, List<PrioritizedReplay> shards, long greatest, DataOutput out)
            throws IOException {
        out.writeInt(FORMAT);
        out.writeUTF(config.toString());
        for (PrioritizedReplay shard : shards) {
            shard.rings.save(out);
        }
        for (PrioritizedReplay shard : shards) {
            for (int environment = 0; environment < shard.rings.environments; environment++) {
                out.writeLong(shard.episodeStarts[environment]);
                out.writeBoolean(shard.fresh[environment]);
            }
        }
        for (PrioritizedReplay shard : shards) {
            for (long units : shard.pendingUnits) {
                out.writeLong(units);
            }
        }
        out.writeLong(greatest);
        for (PrioritizedReplay shard : shards) {
            for (int leaf = 0; leaf < shard.tree.capacity(); leaf++) {
                out.writeLong(shard.tree.units(leaf) | (shard.drawn.has(leaf) ? DRAWN : 0));
            }
        }
    }

    /** Returns a configuration's text without the values that apply to later draws and priorities alone. */
    private static String layout(String config) {
        return config.replaceFirst(", gamma=[^,]*", "").replaceFirst(", epsilon=[^]]*", "");
    }

    /** Loads a memory, and returns the greatest priority so far. */
    static long load(ReplayConfig config, List<PrioritizedReplay> shards, DataInput in) throws IOException {
        int format = in.readInt();
        String saved = format == FORMAT || format == OLD_FORMAT ? in.readUTF() : "format " + format;
        if (!layout(saved).equals(layout(config.toString()))) {
            throw new IOException("the saved replay memory is " + saved + ", this one " + config
                    + "; resume with the configuration it was saved under");
        }
        for (PrioritizedReplay shard : shards) {
            shard.rings.load(in);
        }
        for (PrioritizedReplay shard : shards) {
            for (int environment = 0; environment < shard.rings.environments; environment++) {
                shard.episodeStarts[environment] = in.readLong();
                shard.fresh[environment] = in.readBoolean();
            }
        }
        for (PrioritizedReplay shard : shards) {
            for (int index = 0; index < shard.pendingUnits.length; index++) {
                shard.pendingUnits[index] = in.readLong();
            }
        }
        long greatest = in.readLong();
        for (PrioritizedReplay shard : shards) {
            loadLeaves(shard, in);
        }
        return greatest;
    }

    private static void loadLeaves(PrioritizedReplay shard, DataInput in) throws IOException {
        int drawable = 0;
        for (int leaf = 0; leaf < shard.tree.capacity(); leaf++) {
            long saved = in.readLong();
            long units = saved & ~DRAWN;
            if ((saved & DRAWN) != 0) {
                shard.drawn.add(leaf);
            } else {
                shard.drawn.remove(leaf);
            }
            shard.tree.setUnits(leaf, units);
            drawable += units > 0 ? 1 : 0;
        }
        shard.drawable.set(drawable);
    }
}
