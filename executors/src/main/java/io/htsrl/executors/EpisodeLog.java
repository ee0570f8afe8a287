package io.htsrl.executors;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.state.GrowingBytes;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * What the episode under way was made of: its seed and its actions, from which an environment that is
 * {@link Environment#replayable} can be brought back to where it is. Where episodes go on with the same game (lives), it
 * reaches back to the game's beginning. An episode of more than {@link #LIMIT} bytes is not kept. One thread; allocates a
 * block at a time where an episode is longer than all before.
 */
final class EpisodeLog {
    /** A million numbers: 131,072 actions of eight. A run of a thousand endless episodes keeps 4 GB. */
    static final int LIMIT = 4 << 20;

    private static final int OF_A_RESET = Long.BYTES + Integer.BYTES;

    private final int width;
    private final int limit;
    private final GrowingBytes actions = new GrowingBytes();
    private long[] seeds = new long[1];
    private int[] before = new int[1]; // floats of actions before each reset
    private int resets;
    private long marked; // bytes of actions
    private boolean cut;

    /** @param width floats in an action */
    EpisodeLog(int width) {
        this(width, LIMIT);
    }

    /** @param limit bytes of an episode that is kept */
    EpisodeLog(int width, int limit) {
        this.width = width;
        this.limit = limit;
    }

    /** @param goesOn with the game of the episode before */
    void reset(long seed, boolean goesOn) {
        if (!goesOn) {
            forget();
            cut = false;
        }
        if (cut || outgrown()) {
            return;
        }
        if (resets == seeds.length) {
            seeds = Arrays.copyOf(seeds, 2 * resets);
            before = Arrays.copyOf(before, 2 * resets);
        }
        seeds[resets] = seed;
        before[resets++] = used();
    }

    void step(float[] source, int offset) {
        if (!cut && !outgrown()) {
            actions.append(source, offset, width);
        }
    }

    private boolean outgrown() {
        if (actions.length() + (long) resets * OF_A_RESET >= limit) {
            forget();
            cut = true;
        }
        return cut;
    }

    private void forget() {
        actions.clear();
        resets = 0;
        marked = 0;
    }

    /** Returns whether the episode can be replayed: it was not too long to be kept. */
    boolean whole() {
        return !cut;
    }

    /** Floats in an action. */
    int width() {
        return width;
    }

    int steps() {
        return used() / width;
    }

    private int used() {
        return (int) (actions.length() / Float.BYTES);
    }

    /** From here on actions are new. */
    void mark() {
        marked = actions.length();
    }

    /** Bytes of actions that were there at the {@link #mark}, and are. */
    long marked() {
        return marked;
    }

    /** Bytes of the actions after them. */
    byte[] added() {
        return actions.from(marked);
    }

    /** Writes all but the actions. */
    void saveHead(DataOutput out) throws IOException {
        out.writeInt(resets);
        for (int i = 0; i < resets; i++) {
            out.writeLong(seeds[i]);
            out.writeInt(before[i]);
        }
        out.writeInt(used());
    }

    void saveActions(DataOutput out) throws IOException {
        actions.writeTo(out);
    }

    void restore(DataInput in) throws IOException {
        resets = in.readInt();
        if (resets < 0 || resets > LIMIT / OF_A_RESET) {
            throw new IOException("an episode of " + resets + " resets cannot be replayed");
        }
        seeds = new long[Math.max(1, resets)];
        before = new int[seeds.length];
        for (int i = 0; i < resets; i++) {
            seeds[i] = in.readLong();
            before[i] = in.readInt();
        }
        int used = in.readInt();
        if (used < 0) {
            throw new IOException("an episode of " + used + " actions cannot be replayed");
        }
        actions.readFrom(in, (long) used * Float.BYTES);
        marked = 0;
        cut = false;
    }

    /** How many resets there were: one, but where episodes went on with the same game. */
    int resets() {
        return resets;
    }

    long seed(int reset) {
        return seeds[reset];
    }

    /** Reads the action that begins with float {@code at}. */
    void action(int at, float[] target) {
        actions.read((long) at * Float.BYTES, target);
    }

    /** Where the actions after a reset begin, in floats. */
    int from(int reset) {
        return before[reset];
    }

    /** Where those after a reset end. */
    int to(int reset) {
        return reset + 1 < resets ? before[reset + 1] : used();
    }
}
