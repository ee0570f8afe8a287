package io.htsrl.atari;

import io.htsrl.core.random.CountedStream;
import io.htsrl.core.state.GrowingBytes;
import io.htsrl.core.state.RawArrays;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * A game frame by frame, with two features that ALE would otherwise base on its own draws: sticky actions and the limit
 * of frames. Keeps the last two screens. One thread at a time; allocates nothing per frame.
 *
 * <p>Sticky actions are ALE's: in every frame, those of a game's start included, the action of the frame before is held
 * with a fixed probability, with one draw per frame (Machado et al. 2018, section 5).
 */
final class GameInPlay {
    private static final int NOOP = 0;

    private final Emulator emulator;
    private final double stickiness;
    private final int maxFrames;
    private final CountedStream draws = new CountedStream();
    private byte[] screen = new byte[Emulator.HEIGHT * Emulator.WIDTH];
    private byte[] before = new byte[screen.length];
    private int held;
    private int frames;
    private int lives;
    private boolean over;

    private int taken;
    private int gained;
    private boolean lifeLost;

    /** @param maxFrames maximum number of frames of a game; 0 for no limit */
    GameInPlay(Emulator emulator, double stickiness, int maxFrames) {
        this.emulator = emulator;
        this.stickiness = stickiness;
        this.maxFrames = maxFrames;
    }

    /** Returns the random stream of the current episode. */
    CountedStream draws() {
        return draws;
    }

    /** Begins a new game; the random stream continues. */
    void begin() {
        emulator.reset();
        emulator.screen(screen, 0);
        held = NOOP;
        frames = 0;
        lives = emulator.lives();
        over = emulator.gameOver();
        taken = 0;
        gained = 0;
        lifeLost = false;
    }

    /**
     * Holds an action for some frames, or fewer when the game ends.
     *
     * @param oneLife whether the loss of a life ends it too
     */
    void hold(int action, int wanted, boolean oneLife) {
        taken = 0;
        gained = 0;
        lifeLost = false;
        while (taken < wanted && !ended() && !(oneLife && lifeLost)) {
            frame(action);
        }
    }

    private void frame(int action) {
        if (draws.nextDouble() >= stickiness) {
            held = action;
        }
        gained += emulator.act(held);
        frames++;
        taken++;
        byte[] older = before;
        before = screen;
        screen = older;
        emulator.screen(screen, 0);
        over = emulator.gameOver();
        int left = emulator.lives();
        // some games have 0 lives for a while before they end, which is no lost life
        lifeLost |= 0 < left && left < lives;
        lives = left;
    }

    /** Returns the reward of the last {@link #hold}. */
    int gained() {
        return gained;
    }

    /** Returns whether a life was lost in the last {@link #hold}, and others are left. */
    boolean lifeLost() {
        return lifeLost;
    }

    boolean over() {
        return over;
    }

    /** Returns whether the limit of frames is reached. */
    boolean cutOff() {
        return maxFrames > 0 && frames >= maxFrames;
    }

    /** Returns whether the game has no more frames. */
    boolean ended() {
        return over || cutOff();
    }

    /** Returns the last frame. */
    byte[] screen() {
        return screen;
    }

    /** Returns the frame before it where the last {@link #hold} made two or more, else the last frame. */
    byte[] screenBefore() {
        return taken >= 2 ? before : screen;
    }

    boolean canSave() {
        return emulator.canSave();
    }

    /**
     * Saves the state that the next {@link #hold} depends on, and the last screen, which the emulator does not save.
     */
    void save(DataOutput out) throws IOException {
        byte[] state = emulator.save();
        out.writeInt(state.length);
        out.write(state);
        draws.save(out);
        out.writeInt(held);
        out.writeInt(frames);
        out.writeInt(lives);
        out.writeBoolean(over);
        RawArrays.write(out, screen);
    }

    void restore(DataInput in) throws IOException {
        byte[] state = GrowingBytes.readSized(in);
        try {
            emulator.restore(state);
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
        draws.restore(in);
        held = in.readInt();
        frames = in.readInt();
        lives = in.readInt();
        over = in.readBoolean();
        RawArrays.read(in, screen);
        taken = 0;
        gained = 0;
        lifeLost = false;
    }

    void close() {
        emulator.close();
    }
}
