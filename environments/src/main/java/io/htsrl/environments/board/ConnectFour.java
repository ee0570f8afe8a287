package io.htsrl.environments.board;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.Agents;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.Rendered;
import io.htsrl.core.environment.StepResult;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * {@code ConnectFour-v0}: two agents drop discs into seven columns of six cells in turn; four in a line win. Thread
 * rule of {@link Environment}.
 *
 * <ul>
 *   <li>Observation of an agent: {@code [row][column][plane]}, the top row first; plane 0 has 1 for its own discs,
 *       plane 1 for the other's. The mask allows columns with an empty cell to the agent whose turn it is, and action 0
 *       alone to the other, whose action is ignored.
 *   <li>Rewards at the end: 1 for the winner, -1 for the loser, 0 in a draw. A disc in a full column loses: -1, and 0
 *       for the other.
 * </ul>
 *
 * <p>Source: the rules of {@code connect_four_v3} in PettingZoo.
 */
public final class ConnectFour implements Environment, Rendered {
    /** Name of the environment. */
    public static final String ID = "ConnectFour-v0";

    static final int ROWS = 6;
    static final int COLUMNS = 7;
    private static final int CELLS = ROWS * COLUMNS;
    private static final int PITCH = ROWS + 1; // bits of a column, the lowest cell first; the last is always empty
    private static final int[] LINES = {1, PITCH, PITCH - 1, PITCH + 1}; // up, across and both diagonals
    private static final int CELL_PIXELS = 24;
    private static final int BOARD = 0x2a4a9a;
    private static final List<String> KEYS = List.of("1", "2", "3", "4", "5", "6", "7");
    private static final int[] COLOURS = {0xd9534f, 0xffd24d, 0xf2f2f2}; // of each agent's discs, and of no disc

    private static final ObservationSpace SPACE =
            ObservationSpace.floats(ROWS, COLUMNS, 2).withMask(new ActionSpace.Discrete(COLUMNS));
    private static final Agents AGENTS = new Agents(
            List.of("player_0", "player_1"),
            new EnvironmentSpec(ID, SPACE, new ActionSpace.Discrete(COLUMNS), 0, Double.NaN));
    private static final EnvironmentSpec JOINT = AGENTS.joint();

    private final long[] discs = new long[2]; // of each agent
    private final ObservationSlot own = new ObservationSlot();
    private int mover;

    @Override
    public EnvironmentSpec spec() {
        return JOINT;
    }

    @Override
    public Optional<Agents> agents() {
        return Optional.of(AGENTS);
    }

    @Override
    public void reset(long seed, ObservationSlot out) {
        Arrays.fill(discs, 0);
        mover = 0;
        write(out, 0, 0, 0, false);
    }

    @Override
    public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
        int player = mover;
        int column = ActionSpace.Discrete.index(actions[offset + player], COLUMNS);
        boolean fits = free(column);
        if (fits) { // adding to the lowest cell carries to the first empty one
            long all = discs[0] | discs[1];
            discs[player] |= (all + (1L << column * PITCH)) & ~all & mask(column);
            mover = 1 - player;
        }
        boolean won = fits && wins(discs[player]);
        boolean over = won || !fits || full();
        result.set(0, over, false);
        write(out, player, won ? 1 : fits ? 0 : -1, won ? -1 : 0, over);
    }

    private static long mask(int column) {
        return (1L << ROWS) - 1 << column * PITCH;
    }

    private boolean free(int column) {
        return ((discs[0] | discs[1]) & 1L << column * PITCH + ROWS - 1) == 0;
    }

    private boolean full() {
        return Long.bitCount(discs[0] | discs[1]) == CELLS;
    }

    private static boolean wins(long own) {
        for (int line : LINES) {
            long pairs = own & own >> line;
            if ((pairs & pairs >> 2 * line) != 0) {
                return true;
            }
        }
        return false;
    }

    /** Writes both agents' rows after a move of {@code player}, who gets {@code reward}. */
    private void write(ObservationSlot out, int player, double reward, double other, boolean over) {
        for (int agent = 0; agent < 2; agent++) {
            int at = AGENTS.offset(agent);
            own.at(out.floats(), out.offset() + at, AGENTS.offset(agent + 1) - at);
            for (int cell = 0; cell < CELLS; cell++) {
                int bit = cell % COLUMNS * PITCH + ROWS - 1 - cell / COLUMNS;
                own.set(2 * cell, (int) (discs[agent] >> bit & 1));
                own.set(2 * cell + 1, (int) (discs[1 - agent] >> bit & 1));
            }
            for (int column = 0; column < COLUMNS; column++) {
                SPACE.allow(own, column, agent == mover && !over ? free(column) : column == 0);
            }
            AGENTS.status(out, agent, agent == player ? reward : other, over ? Agents.TERMINATED : 0, !over);
        }
    }

    @Override
    public boolean canSaveState() {
        return true;
    }

    @Override
    public void saveState(DataOutput out) throws IOException {
        out.writeLong(discs[0]);
        out.writeLong(discs[1]);
        out.writeInt(mover);
    }

    @Override
    public void restoreState(DataInput in) throws IOException {
        discs[0] = in.readLong();
        discs[1] = in.readLong();
        mover = in.readInt();
    }

    @Override
    public int renderWidth() {
        return COLUMNS * CELL_PIXELS;
    }

    @Override
    public int renderHeight() {
        return ROWS * CELL_PIXELS;
    }

    /** Returns the agent of a cell's disc, the top row first, or 2 for an empty cell. */
    private int disc(int row, int column) {
        int bit = column * PITCH + ROWS - 1 - row;
        return (discs[0] >> bit & 1) != 0 ? 0 : (discs[1] >> bit & 1) != 0 ? 1 : 2;
    }

    @Override
    public String text() {
        StringBuilder text = new StringBuilder();
        for (int cell = 0; cell < CELLS; cell++) {
            text.append("xo.".charAt(disc(cell / COLUMNS, cell % COLUMNS)));
            text.append(cell % COLUMNS == COLUMNS - 1 ? '\n' : ' ');
        }
        return text + String.join(" ", keys()) + "    x: player_0, o: player_1\n";
    }

    @Override
    public List<String> keys() {
        return KEYS;
    }

    @Override
    public void render(int[] pixels) {
        for (int i = 0; i < pixels.length; i++) {
            int x = i % renderWidth();
            int y = i / renderWidth();
            int disc = disc(y / CELL_PIXELS, x / CELL_PIXELS);
            double fromMiddle = Math.hypot(x % CELL_PIXELS - 11.5, y % CELL_PIXELS - 11.5);
            pixels[i] = fromMiddle < 10 ? COLOURS[disc] : BOARD;
        }
    }
}
