package io.htsrl.replay;

import io.htsrl.replay.MemoryParts.Part;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/**
 * Saves and loads a memory: the same bytes for any number of shards, so that one of two shards can be restored in four.
 * Stateless, any thread.
 */
final class MemoryFormat {
    private static final int FORMAT = 2;
    /** The format without the flags of drawn transitions. */
    private static final int OLD_FORMAT = 1;

    private MemoryFormat() {}

    /** A part of a memory that can be saved and loaded. */
    interface Saved {
        void save(Part part, DataOutput out) throws IOException;

        void load(Part part, DataInput in) throws IOException;
    }

    /** @param blocks of environments, in their order */
    static void save(ReplayConfig config, List<? extends Saved> blocks, long greatest, DataOutput out)
            throws IOException {
        out.writeInt(FORMAT);
        out.writeUTF(config.toString());
        for (Part part : Part.values()) {
            if (part == Part.PRIORITIES) {
                out.writeLong(greatest);
            }
            for (Saved block : blocks) {
                block.save(part, out);
            }
        }
    }

    /** Loads a memory, and returns the greatest priority so far. */
    static long load(ReplayConfig config, List<? extends Saved> blocks, DataInput in) throws IOException {
        int format = in.readInt();
        String saved = format == FORMAT || format == OLD_FORMAT ? in.readUTF() : "format " + format;
        if (!saved.equals(config.toString())) {
            throw new IOException("the saved replay memory is " + saved + ", this one " + config
                    + "; resume with the configuration it was saved under");
        }
        long greatest = 0;
        for (Part part : Part.values()) {
            if (part == Part.PRIORITIES) {
                greatest = in.readLong();
            }
            for (Saved block : blocks) {
                block.load(part, in);
            }
        }
        return greatest;
    }
}
