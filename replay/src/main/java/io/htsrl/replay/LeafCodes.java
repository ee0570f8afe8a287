package io.htsrl.replay;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/**
 * Saves the leaves of used places in as few bytes each as all of them fit in. The lowest bit of a leaf's code says
 * whether its transition has been learnt from; the others are 0 for no units, 1 for the greatest, or one more than the
 * units. So a uniform memory needs one byte for a leaf. One thread.
 */
final class LeafCodes {
    /** Highest bit of a leaf in older formats, which have eight bytes for each: it has been learnt from. */
    private static final long DRAWN = Long.MIN_VALUE;

    private final long greatest;
    private long all; // the bits of all codes

    LeafCodes(long greatest) {
        this.greatest = greatest;
    }

    long greatest() {
        return greatest;
    }

    void measure(PrioritizedReplay shard, int environment) {
        int first = shard.rings.place(environment, 0);
        for (int leaf = first; leaf < first + shard.rings.used(environment); leaf++) {
            all |= code(shard, leaf);
        }
    }

    /** Returns the number of bytes of a leaf. */
    int width() {
        return (Long.SIZE - Long.numberOfLeadingZeros(all) + Byte.SIZE - 1) / Byte.SIZE;
    }

    void save(PrioritizedReplay shard, int environment, DataOutput out) throws IOException {
        int bits = width() * Byte.SIZE;
        int first = shard.rings.place(environment, 0);
        for (int leaf = first; leaf < first + shard.rings.used(environment); leaf++) {
            long code = code(shard, leaf);
            for (int shift = 0; shift < bits; shift += Byte.SIZE) {
                out.writeByte((int) (code >>> shift));
            }
        }
    }

    private long code(PrioritizedReplay shard, int leaf) {
        long units = shard.tree.units(leaf);
        return (units == 0 ? 0 : units == greatest ? 1 : units + 1) << 1 | (shard.drawn.has(leaf) ? 1 : 0);
    }

    /** @param old whether there are eight bytes for every place, used or not */
    void load(boolean old, List<PrioritizedReplay> shards, DataInput in) throws IOException {
        int bits = old ? 0 : in.readUnsignedByte() * Byte.SIZE;
        for (PrioritizedReplay shard : shards) {
            int drawable = 0;
            for (int leaf = 0; leaf < shard.tree.capacity(); leaf++) {
                long code = old ? oldCode(in.readLong()) : isUsed(shard, leaf) ? read(bits, in) : 0;
                long units = code >>> 1 == 1 ? greatest : Math.max(0, (code >>> 1) - 1);
                shard.tree.setUnits(leaf, units);
                shard.drawn.set(leaf, (code & 1) != 0);
                drawable += units > 0 ? 1 : 0;
            }
            shard.drawable.set(drawable);
        }
    }

    private static boolean isUsed(PrioritizedReplay shard, int leaf) {
        return leaf % shard.rings.length < shard.rings.used(leaf / shard.rings.length);
    }

    private static long oldCode(long leaf) {
        long units = leaf & ~DRAWN;
        return (units == 0 ? 0 : units + 1) << 1 | leaf >>> (Long.SIZE - 1);
    }

    private static long read(int bits, DataInput in) throws IOException {
        long code = 0;
        for (int shift = 0; shift < bits; shift += Byte.SIZE) {
            code |= (long) in.readUnsignedByte() << shift;
        }
        return code;
    }
}
