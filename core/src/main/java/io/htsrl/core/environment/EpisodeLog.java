package io.htsrl.core.environment;

import io.htsrl.core.state.GrowingBytes;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * Seed and actions of the current episode, from which a {@link Environment#replayable} environment can be restored. If
 * episodes continue the same game (lives), the log begins with the game. An episode of more than {@link #LIMIT} bytes
 * is not kept. One thread; allocates a block at a time if an episode is longer than all before.
 */
public final class EpisodeLog {
    /** A million numbers: 131,072 actions of eight floats. A run of a thousand endless episodes keeps 4 GB. */
    public static final int LIMIT = 4 << 20;

    private static final int OF_A_RESET = Long.BYTES + Integer.BYTES;

    private final int width;
    private final int limit;
    private final GrowingBytes actions = new GrowingBytes();
    private long[] seeds = new long[1];
    private int[] before = new int[1]; // floats of actions before each reset
    private int resets;
    private long marked; // number of bytes of actions at the mark
    private boolean cut;

    /** @param width number of floats in an action */
    public EpisodeLog(int width) {
        this(width, LIMIT);
    }

    /** @param limit maximum number of bytes of an episode that is kept */
    public EpisodeLog(int width, int limit) {
        this.width = width;
        this.limit = limit;
    }

    /** @param goesOn whether the episode continues the previous episode's game */
    public void reset(long seed, boolean goesOn) {
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

    public void step(float[] source, int offset) {
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

    /** Returns whether the episode can be replayed: false if it was too long to be kept. */
    public boolean whole() {
        return !cut;
    }

    /** Returns the number of floats in an action. */
    public int width() {
        return width;
    }

    public int steps() {
        return used() / width;
    }

    private int used() {
        return (int) (actions.length() / Float.BYTES);
    }

    /** Marks the present end: later actions are new. */
    public void mark() {
        marked = actions.length();
    }

    /** Returns the bytes of actions at the {@link #mark} that are still in the log. */
    public long marked() {
        return marked;
    }

    /** Returns the bytes of the actions after the mark. */
    public byte[] added() {
        return actions.from(marked);
    }

    /** Writes everything except the actions. */
    public void saveHead(DataOutput out) throws IOException {
        out.writeInt(resets);
        for (int i = 0; i < resets; i++) {
            out.writeLong(seeds[i]);
            out.writeInt(before[i]);
        }
        out.writeInt(used());
    }

    public void saveActions(DataOutput out) throws IOException {
        actions.writeTo(out);
    }

    public void restore(DataInput in) throws IOException {
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

    /** Returns the number of resets: one, unless episodes continued the same game. */
    public int resets() {
        return resets;
    }

    public long seed(int reset) {
        return seeds[reset];
    }

    /** Reads the action that begins at float {@code at}. */
    public void action(int at, float[] target) {
        actions.read((long) at * Float.BYTES, target);
    }

    /** Returns the offset, in floats, of the first action after a reset. */
    public int from(int reset) {
        return before[reset];
    }

    /** Returns the offset of the end of the actions after a reset. */
    public int to(int reset) {
        return reset + 1 < resets ? before[reset + 1] : used();
    }
}
