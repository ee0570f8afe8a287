package io.htsrl.executors;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.state.Bulk;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * What the episode under way was made of: its seed and its actions, from which an environment that is
 * {@link Environment#replayable} can be brought back to where it is. Where episodes go on with the same game (lives), it
 * reaches back to the game's beginning. One thread; grows with the longest episode, and then allocates nothing.
 */
final class EpisodeLog {
    private final int width;
    private float[] actions = new float[256];
    private int used; // floats
    private long[] seeds = new long[1];
    private int[] before = new int[1]; // floats of actions before each reset
    private int resets;

    /** @param width floats in an action */
    EpisodeLog(int width) {
        this.width = width;
    }

    /** @param goesOn with the game of the episode before */
    void reset(long seed, boolean goesOn) {
        if (!goesOn) {
            used = 0;
            resets = 0;
        }
        if (resets == seeds.length) {
            seeds = Arrays.copyOf(seeds, 2 * resets);
            before = Arrays.copyOf(before, 2 * resets);
        }
        seeds[resets] = seed;
        before[resets++] = used;
    }

    void step(float[] source, int offset) {
        if (used + width > actions.length) {
            actions = Arrays.copyOf(actions, Math.max(used + width, Math.multiplyExact(2, actions.length)));
        }
        System.arraycopy(source, offset, actions, used, width);
        used += width;
    }

    /** Floats in an action. */
    int width() {
        return width;
    }

    int steps() {
        return used / width;
    }

    void save(DataOutput out) throws IOException {
        out.writeInt(resets);
        for (int i = 0; i < resets; i++) {
            out.writeLong(seeds[i]);
            out.writeInt(before[i]);
        }
        out.writeInt(used);
        Bulk.write(out, actions, 0, used);
    }

    void restore(DataInput in) throws IOException {
        resets = in.readInt();
        seeds = new long[Math.max(1, resets)];
        before = new int[seeds.length];
        for (int i = 0; i < resets; i++) {
            seeds[i] = in.readLong();
            before[i] = in.readInt();
        }
        used = in.readInt();
        actions = new float[Math.max(256, used)];
        Bulk.read(in, actions, 0, used);
    }

    /** How many resets there were: one, but where episodes went on with the same game. */
    int resets() {
        return resets;
    }

    long seed(int reset) {
        return seeds[reset];
    }

    float[] actions() {
        return actions;
    }

    /** Where in {@link #actions} those after a reset begin. */
    int from(int reset) {
        return before[reset];
    }

    /** Where those after a reset end. */
    int to(int reset) {
        return reset + 1 < resets ? before[reset + 1] : used;
    }
}
