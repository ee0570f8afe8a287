package io.htsrl.atari;

import io.htsrl.core.random.CountedStream;
import io.htsrl.core.state.Bulk;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * A game frame by frame, with what ALE would otherwise do by draws of its own: sticky actions and the limit of frames.
 * Keeps the last two screens. One thread at a time; allocates nothing per frame.
 *
 * <p>Sticky actions are ALE's: in every frame, those of a game's start included, the action of the frame before is held
 * with a fixed probability, one draw a frame (Machado et al. 2018, section 5).
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

    /** @param maxFrames the most frames of a game; 0 for any number */
    GameInPlay(Emulator emulator, double stickiness, int maxFrames) {
        this.emulator = emulator;
        this.stickiness = stickiness;
        this.maxFrames = maxFrames;
    }

    /** The chance of the running episode. */
    CountedStream draws() {
        return draws;
    }

    /** Begins a new game; draws go on where they are. */
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
     * Wants an action for some frames; fewer, when the game ends.
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
        // some games stay at 0 lives for a while before they are over: that is no life lost, but their end begun
        lifeLost |= 0 < left && left < lives;
        lives = left;
    }

    /** What the last {@link #hold} gained. */
    int gained() {
        return gained;
    }

    /** Whether a life was lost in the last {@link #hold}, and others are left. */
    boolean lifeLost() {
        return lifeLost;
    }

    boolean over() {
        return over;
    }

    /** Whether the limit of frames is reached. */
    boolean cutOff() {
        return maxFrames > 0 && frames >= maxFrames;
    }

    /** Whether there are no more frames in this game. */
    boolean ended() {
        return over || cutOff();
    }

    /** The last frame. */
    byte[] screen() {
        return screen;
    }

    /** The frame before it where the last {@link #hold} made two or more, else the last frame. */
    byte[] screenBefore() {
        return taken >= 2 ? before : screen;
    }

    boolean canSave() {
        return emulator.canSave();
    }

    /** Everything the next {@link #hold} depends on, and the last screen, which the emulator does not save. */
    void save(DataOutput out) throws IOException {
        byte[] state = emulator.save();
        out.writeInt(state.length);
        out.write(state);
        draws.save(out);
        out.writeInt(held);
        out.writeInt(frames);
        out.writeInt(lives);
        out.writeBoolean(over);
        Bulk.write(out, screen);
    }

    void restore(DataInput in) throws IOException {
        byte[] state = new byte[in.readInt()];
        in.readFully(state);
        emulator.restore(state);
        draws.restore(in);
        held = in.readInt();
        frames = in.readInt();
        lives = in.readInt();
        over = in.readBoolean();
        Bulk.read(in, screen);
        taken = 0;
        gained = 0;
        lifeLost = false;
    }

    void close() {
        emulator.close();
    }
}
