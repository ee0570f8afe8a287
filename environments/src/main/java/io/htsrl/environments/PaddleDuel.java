package io.htsrl.environments;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.Agents;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.StepResult;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * {@code PaddleDuel-v0}: two agents, left and right, move paddles at the same time and return a ball; written for this
 * project. Thread rule of {@link io.htsrl.core.environment.Environment}.
 *
 * <ul>
 *   <li>The court reaches from -1 to 1 both ways. A serve begins between the walls, at a drawn height, and flies to a
 *       drawn side; every return is faster, and the steeper the farther from the paddle's middle.
 *   <li>Observation of an agent, mirrored so that its paddle is on the left: the ball's x, y and their change in a
 *       step, the height of its own paddle and of the other's, and their change.
 *   <li>Actions: 0 stay, 1 up, 2 down.
 *   <li>Reward: 1 for a point, -1 for the other's. The first to have 5 points ends the episode, as does step 1,000.
 * </ul>
 */
final class PaddleDuel extends DrawnEnvironment {
    static final String ID = "PaddleDuel-v0";
    static final int TIME_LIMIT = 1000;
    static final int POINTS = 5;

    /** Half of a paddle's height, with the ball's radius. */
    static final double REACH = 0.2;

    static final double PADDLE_SPEED = 0.07;
    static final double SERVE_SPEED = 0.05; // across
    static final double MOST_SPEED = 0.12;
    static final double STEEPEST = 0.1;
    private static final double FASTER = 1.1;

    private static final Agents AGENTS = new Agents(
            List.of("left", "right"),
            new EnvironmentSpec(ID, ObservationSpace.floats(8), new ActionSpace.Discrete(3), TIME_LIMIT, Double.NaN));

    /** Elements of the state; the last three have one for each agent. */
    static final int X = 0;

    static final int Y = 1;
    static final int DX = 2;
    static final int DY = 3;
    static final int PADDLE = 4;
    private static final int MOVED = 6;
    private static final int SCORE = 8;
    private static final int SIZE = 10;

    private static final List<String> KEYS = List.of("", "w", "s");
    private static final int TEXT_COLUMNS = 41;
    private static final int TEXT_ROWS = 21;

    PaddleDuel() {
        super(AGENTS.joint(), SIZE, Canvas.PlaneView.around(200, 1.1));
    }

    @Override
    public Optional<Agents> agents() {
        return Optional.of(AGENTS);
    }

    @Override
    void drawInitialState() {
        Arrays.fill(state, 0);
        serve();
    }

    private void serve() {
        state[X] = 0;
        state[Y] = draws.nextDouble() - 0.5;
        state[DX] = draws.nextDouble() < 0.5 ? -SERVE_SPEED : SERVE_SPEED;
        state[DY] = (2 * draws.nextDouble() - 1) * SERVE_SPEED;
    }

    @Override
    public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
        for (int agent = 0; agent < 2; agent++) {
            int action = ActionSpace.Discrete.index(actions[offset + agent], 3);
            double before = state[PADDLE + agent];
            double wanted = before + (action == 1 ? PADDLE_SPEED : action == 2 ? -PADDLE_SPEED : 0);
            state[PADDLE + agent] = clip(wanted, REACH - 1, 1 - REACH);
            state[MOVED + agent] = state[PADDLE + agent] - before;
        }
        int winner = fly();
        if (winner >= 0) {
            state[SCORE + winner]++;
            serve();
        }
        observe(out);
        boolean over = winner >= 0 && state[SCORE + winner] == POINTS;
        for (int agent = 0; agent < 2 && winner >= 0; agent++) {
            AGENTS.status(out, agent, agent == winner ? 1 : -1, over ? Agents.TERMINATED : 0, !over);
        }
        result.set(0, over, false);
    }

    /** Moves the ball, and returns the agent who wins the point; -1 while nobody does. */
    private int fly() {
        state[X] += state[DX];
        state[Y] += state[DY];
        if (Math.abs(state[Y]) > 1) {
            state[Y] = Math.copySign(2, state[Y]) - state[Y];
            state[DY] = -state[DY];
        }
        if (Math.abs(state[X]) < 1) {
            return -1;
        }
        int agent = state[X] < 0 ? 0 : 1;
        double fromMiddle = (state[Y] - state[PADDLE + agent]) / REACH;
        if (Math.abs(fromMiddle) > 1) {
            return 1 - agent;
        }
        state[X] = Math.copySign(2, state[X]) - state[X];
        state[DX] = clip(-FASTER * state[DX], -MOST_SPEED, MOST_SPEED);
        state[DY] = STEEPEST * fromMiddle;
        return -1;
    }

    @Override
    void observe(ObservationSlot out) {
        for (int agent = 0; agent < 2; agent++) {
            int at = AGENTS.offset(agent);
            int mirror = agent == 0 ? 1 : -1;
            out.set(at, (float) (mirror * state[X]));
            out.set(at + 1, (float) state[Y]);
            out.set(at + 2, (float) (mirror * state[DX]));
            out.set(at + 3, (float) state[DY]);
            for (int i = 0; i < 2; i++) {
                int player = i == 0 ? agent : 1 - agent;
                out.set(at + 4 + i, (float) state[PADDLE + player]);
                out.set(at + 6 + i, (float) state[MOVED + player]);
            }
            AGENTS.status(out, agent, 0, 0, true);
        }
    }

    @Override
    public List<String> keys() {
        return KEYS;
    }

    @Override
    public String text() {
        char[][] cells = new char[TEXT_ROWS][TEXT_COLUMNS];
        for (int row = 0; row < TEXT_ROWS; row++) {
            double height = 1 - row * 2.0 / (TEXT_ROWS - 1);
            Arrays.fill(cells[row], ' ');
            for (int agent = 0; agent < 2; agent++) {
                boolean covered = Math.abs(height - state[PADDLE + agent]) <= REACH;
                cells[row][agent * (TEXT_COLUMNS - 1)] = covered ? '|' : ' ';
            }
        }
        cells[cell(-state[Y], TEXT_ROWS)][cell(state[X], TEXT_COLUMNS)] = 'o';
        StringBuilder text = new StringBuilder();
        for (char[] row : cells) {
            text.append(row).append('\n');
        }
        return text.append("left ")
                .append((int) state[SCORE])
                .append(", right ")
                .append((int) state[SCORE + 1])
                .append("; w: up, s: down, Enter: stay\n")
                .toString();
    }

    private static int cell(double from, int cells) {
        return (int) Math.rint((from + 1) / 2 * (cells - 1));
    }

    @Override
    void draw(Canvas white) {
        white.line(Canvas.GREY, 0.02, -1.05, 1.05, 1.05, 1.05).line(Canvas.GREY, 0.02, -1.05, -1.05, 1.05, -1.05);
        for (int agent = 0; agent < 2; agent++) {
            double x = 2.04 * agent - 1.02;
            double y = state[PADDLE + agent];
            white.line(agent == 0 ? Canvas.RED : Canvas.BLUE, 0.06, x, y - REACH, x, y + REACH);
        }
        white.disc(Canvas.BLACK, state[X], state[Y], 0.04);
    }
}
