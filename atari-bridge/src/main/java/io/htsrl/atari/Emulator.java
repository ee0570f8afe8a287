package io.htsrl.atari;

/** One game running on one emulator instance: skip 1, no sticky actions, no cap. One thread at a time. */
public interface Emulator extends AutoCloseable {
    int HEIGHT = 210;
    int WIDTH = 160;

    /** ALE's codes of the actions that do something different in this game, ascending. */
    int[] minimalActions();

    /** Begins a new game; the emulator's own no-op frames are inside. */
    void reset();

    /** Emulates one frame with ALE action {@code action} (0 .. 17) held. Gives the reward. */
    int act(int action);

    boolean gameOver();

    int lives();

    /** Copies the screen's palette indices, {@code [210][160]}, to {@code to} from {@code offset}. */
    void screen(byte[] to, int offset);

    /** The emulator's RGB colours of the 256 palette indices, {@code 0xRRGGBB}. */
    int[] palette();

    /** ALE's grey of the 256 palette indices. */
    byte[] greys();

    /** The modes and difficulties that the game offers. */
    int[] modes();

    int[] difficulties();

    /** Whether there is a {@link #save} here after which every later frame is the same. */
    default boolean canSave() {
        return true;
    }

    /**
     * The emulator's whole state: RAM, processor, and the frames being drawn; the last screen is the caller's to keep.
     */
    byte[] save();

    /** Becomes the emulator that gave {@code state}; {@link #screen} is stale until the next {@link #act}. */
    void restore(byte[] state);

    @Override
    void close();
}
