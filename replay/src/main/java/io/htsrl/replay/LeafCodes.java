package io.htsrl.replay;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Saves leaves in few bytes each: one for a leaf of a uniform memory, about five for one with a priority. The lowest bit
 * of a leaf's code says whether its transition has been learnt from; the others are 0 for no units, 1 for the greatest,
 * or one more than the units. Of a code, seven bits are in a byte, the lowest first; a negative byte is not the last.
 * Stateless.
 */
final class LeafCodes {
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
