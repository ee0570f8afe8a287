package io.htsrl.atari;

import java.nio.ByteBuffer;
import org.bytedeco.ale.ALEInterface;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Pointer;

/**
 * The two frames that a native emulator draws alternately, and whether the newest is unfinished; ALE's states contain
 * neither. A frame that ends early keeps an earlier frame's lines, and a game that reaches ALE's time limit continues
 * its frame. ALE does not expose the frames' addresses. They are two neighbouring words at the beginning of the
 * television chip's object, which swap with every frame; a candidate counts only when its first word points to the
 * screen that ALE exposes, in several frames. Thread rule of {@link AleEmulator}.
 */
record FrameBuffers(BytePointer chip, int index) {
    static final int BYTES = Emulator.HEIGHT * Emulator.WIDTH;
    /** Number of words searched, from the chip's beginning; the object has some hundred. */
    static final int WORDS = 16;
    /** Progress of a finished frame. */
    static final long FINISHED = -1;
    /** Number of bytes that {@link #save} writes. */
    static final int SAVED = 2 * BYTES + Long.BYTES;

    /** Flag in the word before the two, beside a count of frames. */
    private static final long UNFINISHED_FLAG = 1 << 8;

    private static final int NEXT_PIXEL = 2; // offset of the word after the two: an address

    private static final int WATCHED_FRAMES = 4;
    private static final long LOWEST_ADDRESS = 1 << 16; // no memory is mapped below it

    /**
     * Finds the frames of {@code ale}, which has a cartridge; runs some frames.
     *
     * @param shown the newest frame that ALE exposes
     * @return null when they are not at the expected place, because ALE is built in another way here
     */
    static FrameBuffers find(ALEInterface ale, BytePointer shown) {
        BytePointer chip = chip(ale);
        long[][] seen = new long[WATCHED_FRAMES][];
        byte[] screen = new byte[BYTES];
        int index = -1;
        for (int frame = 0; frame < WATCHED_FRAMES; frame++) {
            ale.act(0);
            seen[frame] = words(chip);
            index = swapping(seen, frame + 1);
            shown.get(screen);
            if (frame > 0 && (index < 0 || !holds(seen[frame][index], screen))) {
                return null;
            }
        }
        return counts(seen, index) ? new FrameBuffers(chip, index) : null;
    }

    /** Returns whether the word before the two is a count of finished frames. */
    private static boolean counts(long[][] seen, int index) {
        boolean counts = index > 0;
        for (int frame = 1; counts && frame < seen.length; frame++) {
            long word = seen[frame][index - 1];
            counts = (word & UNFINISHED_FLAG) == 0 && word - seen[frame - 1][index - 1] == 1L << Integer.SIZE;
        }
        return counts;
    }

    private static BytePointer chip(ALEInterface ale) {
        return new BytePointer((Pointer) ale.theOSystem().console().mediaSource());
    }

    /** Returns the beginning of the chip as it is now. Called before the frames are found, which runs frames. */
    static long[] words(ALEInterface ale) {
        return words(chip(ale));
    }

    /** Returns how far the newest frame was drawn; {@link #FINISHED} where it is complete. */
    long progress(long[] words) {
        return (words[index - 1] & UNFINISHED_FLAG) == 0 ? FINISHED : words[index + NEXT_PIXEL] - words[index];
    }

    /** Sets how far the newest frame was drawn. */
    void progress(long drawn) {
        long word = chip.getLong((long) (index - 1) * Long.BYTES) & ~UNFINISHED_FLAG;
        chip.putLong((long) (index - 1) * Long.BYTES, drawn == FINISHED ? word : word | UNFINISHED_FLAG);
        if (drawn != FINISHED) {
            chip.putLong((long) (index + NEXT_PIXEL) * Long.BYTES, frame(0).address() + drawn);
        }
    }

    private static long[] words(BytePointer chip) {
        long[] words = new long[WORDS];
        for (int i = 0; i < WORDS; i++) {
            words[i] = chip.getLong((long) i * Long.BYTES);
        }
        return words;
    }

    /**
     * Returns the index of the first two neighbouring words that swap between consecutive rows of the first
     * {@code frames} rows of {@code seen} and can be the addresses of two frames; -1 when none exist.
     */
    static int swapping(long[][] seen, int frames) {
        for (int i = 0; i + 1 < WORDS; i++) {
            long a = seen[0][i];
            long b = seen[0][i + 1];
            boolean swapping = Math.min(a, b) >= LOWEST_ADDRESS && Math.abs(a - b) >= BYTES;
            for (int frame = 1; frame < frames; frame++) {
                boolean back = frame % 2 == 0;
                swapping &= seen[frame][i] == (back ? a : b) && seen[frame][i + 1] == (back ? b : a);
            }
            if (swapping && frames > 1) {
                return i;
            }
        }
        return -1;
    }

    private static boolean holds(long address, byte[] screen) {
        BytePointer frame = new At(address);
        for (int i = 0; i < screen.length; i++) { // up to the first difference
            if (frame.get(i) != screen[i]) {
                return false;
            }
        }
        return true;
    }

    /** Copies the newest frame, the one before it, and the progress of the former to {@code to}. */
    void save(byte[] to, int offset) {
        frame(0).get(to, offset, BYTES);
        frame(1).get(to, offset + BYTES, BYTES);
        ByteBuffer.wrap(to).putLong(offset + 2 * BYTES, progress(words(chip)));
    }

    /** Restores the data that {@link #save} has copied. */
    void restore(byte[] from, int offset) {
        frame(0).put(from, offset, BYTES);
        frame(1).put(from, offset + BYTES, BYTES);
        progress(Math.max(FINISHED, Math.min(BYTES, ByteBuffer.wrap(from).getLong(offset + 2 * BYTES))));
    }

    private BytePointer frame(int before) {
        return new At(chip.getLong((long) (index + before) * Long.BYTES));
    }

    /** Memory at an address that this class does not own. */
    private static final class At extends BytePointer {
        At(long address) {
            super((Pointer) null);
            this.address = address;
        }
    }
}
