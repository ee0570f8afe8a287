package io.htsrl.environments.minatar;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.Rendered;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.random.CountedStream;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * Base of the games: a board of 10 by 10 cells, whose state is a short array of integers and the position in the
 * episode's stream of draws. Thread rule of {@link Environment}.
 *
 * <ul>
 *   <li>Observation: bytes {@code [row][column][channel]}, 255 in the cells of a channel's objects and 0 elsewhere,
 *       which networks read as 1 and 0.
 *   <li>A step repeats the last action with a probability of 0.1. The first step of an episode then does nothing; the
 *       package repeats the last action of the previous episode.
 * </ul>
 */
abstract class MinAtarGame implements Environment, Rendered {
    static final int SIDE = 10;
    static final int LAST = SIDE - 1;
    static final int LEFT = 1;
    static final int UP = 2;
    static final int RIGHT = 3;
    static final int DOWN = 4;
    static final int FIRE = 5;

    private static final int[] ALL_ACTIONS = {0, LEFT, UP, RIGHT, DOWN, FIRE};
    private static final byte SET = (byte) 255;
    private static final int CELL_PIXELS = 16;
    /** Colours of an empty cell and of each channel, packed {@code 0xRRGGBB}. */
    private static final int[] COLOURS = {
        0x101018, 0x4d7fff, 0xffd24d, 0x6a6a7a, 0xd9534f, 0x5cc96b, 0xb07cd8, 0xff8c3a, 0x4dd0d9, 0xf2f2f2, 0xe87ab5
    };

    /** The state in the game's own layout; 0 at the start of an episode but for what {@link #start} writes. */
    final int[] state;

    /** Random numbers of the current episode. */
    final CountedStream draws = new CountedStream();

    /** Whether the current step ended the game. */
    boolean over;

    private final EnvironmentSpec spec;
    private final int channels;
    private final int[] actions;
    private final double repeatProbability;
    private int lastAction;
    private byte[] board; // of the current observation
    private int origin; // of the observation in it

    /**
     * @param channels of an observation
     * @param size of the state
     * @param minimal actions that have an effect
     */
    MinAtarGame(int channels, int size, MinAtarOptions options, int... minimal) {
        this.channels = channels;
        state = new int[size];
        actions = options.id().endsWith("1") ? minimal : ALL_ACTIONS;
        repeatProbability = options.repeatActionProbability();
        spec = new EnvironmentSpec(
                options.id(),
                ObservationSpace.bytes(SIDE, SIDE, channels),
                new ActionSpace.Discrete(actions.length),
                0,
                Double.NaN);
    }

    /** Writes the state of a new game. */
    abstract void start();

    /** Takes one of the six actions, sets {@link #over} at the end of the game, and returns the reward. */
    abstract int advance(int action);

    /** Shows the state by {@link #show}. */
    abstract void observe();

    /** Marks a cell in the current observation. */
    final void show(int channel, int row, int column) {
        board[origin + (row * SIDE + column) * channels + channel] = SET;
    }

    /** Marks the cells of a row whose bits are set, column 0 the lowest. */
    final void showRow(int channel, int row, int bits) {
        for (int rest = bits; rest != 0; rest &= rest - 1) {
            show(channel, row, Integer.numberOfTrailingZeros(rest));
        }
    }

    /** Marks the cell behind one that moves across the board, unless it is outside. */
    final void showBehind(int channel, int row, int column, boolean right) {
        int behind = right ? column - 1 : column + 1;
        if (behind >= 0 && behind <= LAST) {
            show(channel, row, behind);
        }
    }

    /** Draws a whole number in {@code [low, high)}. */
    final int draw(int low, int high) {
        return low + (int) ((high - low) * draws.nextDouble());
    }

    /** Returns the column after a move to the left or right, or the same column for other actions. */
    static int moveAcross(int column, int action) {
        int step = action == LEFT ? -1 : action == RIGHT ? 1 : 0;
        return Math.max(0, Math.min(column + step, LAST));
    }

    @Override
    public final EnvironmentSpec spec() {
        return spec;
    }

    @Override
    public final void reset(long seed, ObservationSlot out) {
        draws.restart(seed);
        Arrays.fill(state, 0);
        lastAction = 0;
        over = false;
        start();
        observe(out.bytes(), out.offset());
    }

    @Override
    public final void step(float[] row, int offset, ObservationSlot out, StepResult result) {
        int chosen = actions[ActionSpace.Discrete.index(row[offset], actions.length)];
        if (draws.nextDouble() >= repeatProbability) {
            lastAction = chosen;
        }
        int reward = advance(lastAction);
        observe(out.bytes(), out.offset());
        result.set(reward, over, false);
    }

    private void observe(byte[] bytes, int offset) {
        board = bytes;
        origin = offset;
        Arrays.fill(bytes, offset, offset + SIDE * SIDE * channels, (byte) 0);
        observe();
    }

    @Override
    public final boolean canSaveState() {
        return true;
    }

    @Override
    public final void saveState(DataOutput out) throws IOException {
        out.writeInt(state.length);
        for (int value : state) {
            out.writeInt(value);
        }
        out.writeInt(lastAction);
        draws.save(out);
    }

    @Override
    public final void restoreState(DataInput in) throws IOException {
        int size = in.readInt();
        if (size != state.length) {
            throw new IOException(spec.id() + " has a state of " + state.length + " numbers, but " + size
                    + " were saved: it is the state of another environment");
        }
        for (int i = 0; i < size; i++) {
            state[i] = in.readInt();
        }
        lastAction = in.readInt();
        draws.restore(in);
        over = false;
    }

    @Override
    public final int renderWidth() {
        return SIDE * CELL_PIXELS;
    }

    @Override
    public final int renderHeight() {
        return SIDE * CELL_PIXELS;
    }

    /** Draws each cell in the colour of its last channel that has an object there. */
    @Override
    public final void render(int[] pixels) {
        byte[] picture = new byte[SIDE * SIDE * channels];
        observe(picture, 0);
        for (int i = 0; i < pixels.length; i++) {
            int cell = i / renderWidth() / CELL_PIXELS * SIDE + i % renderWidth() / CELL_PIXELS;
            int channel = channels;
            while (channel > 0 && picture[cell * channels + channel - 1] == 0) {
                channel--;
            }
            pixels[i] = COLOURS[channel];
        }
    }
}
