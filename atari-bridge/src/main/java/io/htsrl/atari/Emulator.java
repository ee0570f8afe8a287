package io.htsrl.atari;

/** One game running on one emulator instance: skip 1, no sticky actions, no cap. One thread at a time. */
public interface Emulator extends AutoCloseable {
    int HEIGHT = 210;
    int WIDTH = 160;

    /** Returns ALE's codes of the actions that differ in this game, ascending. */
    int[] minimalActions();

    /** Begins a new game, including the emulator's own no-op frames. */
    void reset();

    /** Emulates one frame with ALE action {@code action} (0 .. 17) held; returns the reward. */
    int act(int action);

    boolean gameOver();

    int lives();

    /** Copies the screen's palette indices, {@code [210][160]}, to {@code to} from {@code offset}. */
    void screen(byte[] to, int offset);

    /** Returns the emulator's RGB colours of the 256 palette indices, {@code 0xRRGGBB}. */
    int[] palette();

    /** Returns ALE's grey of the 256 palette indices. */
    byte[] greys();

    /** Returns the modes that the game offers. */
    int[] modes();

    int[] difficulties();

    /** Returns whether {@link #save} here captures everything that later frames depend on. */
    default boolean canSave() {
        return true;
    }

    /**
     * Returns the emulator's whole state: RAM, processor, and the frames in progress. The caller must keep the last
     * screen.
     */
    byte[] save();

    /** Restores the {@code state} of an emulator; {@link #screen} is stale until the next {@link #act}. */
    void restore(byte[] state);

    @Override
    void close();
}
