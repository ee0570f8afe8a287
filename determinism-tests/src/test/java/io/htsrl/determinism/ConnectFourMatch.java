package io.htsrl.determinism;

import io.htsrl.core.environment.Agents;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.random.RandomStream;
import io.htsrl.environments.board.ConnectFour;
import io.htsrl.trainer.Agent;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Games of Connect Four between two players, who begin in turn. {@code main RUN...} plays each run's final policy, which
 * takes its best action, against players that draw their moves and that search.
 */
final class ConnectFourMatch {
    /** Chooses a column from an agent's observation and mask. */
    interface Player {
        int move(float[] row, long game, int ply);
    }

    private static final int GAMES = 500;
    private static final int COLUMNS = 7;
    private static final int ROWS = 6;
    private static final int INPUTS = 2 * ROWS * COLUMNS;

    private ConnectFourMatch() {}

    /** Returns a player that draws allowed columns. */
    static Player random(RandomStream draws) {
        return (row, game, ply) -> {
            int column = (int) (COLUMNS * draws.uniform(game, ply * 100L));
            while (row[INPUTS + column] == 0) {
                column = (column + 1) % COLUMNS;
            }
            return column;
        };
    }

    /**
     * Returns a player that searches {@code depth} plies; it draws among moves of equal value.
     *
     * @param estimates whether an undecided leaf is worth its open lines of two and three, and its discs in the middle
     *     column; else 0
     */
    static Player alphaBeta(int depth, boolean estimates, RandomStream draws) {
        return (row, game, ply) -> new AlphaBeta(row, estimates).best(depth, draws, game, ply);
    }

    /** A negamax search with cuts. */
    private static final class AlphaBeta {
        private static final int WIN = 100_000;
        private static final int[] ORDER = {3, 2, 4, 1, 5, 0, 6};
        private final int[][] cells = new int[COLUMNS][ROWS]; // 1 and -1; the lowest first
        private final int[] heights = new int[COLUMNS];
        private final boolean estimates;

        AlphaBeta(float[] row, boolean estimates) {
            this.estimates = estimates;
            for (int column = 0; column < COLUMNS; column++) {
                for (int height = 0; height < ROWS; height++) {
                    int at = 2 * ((ROWS - 1 - height) * COLUMNS + column);
                    cells[column][height] = row[at] != 0 ? 1 : row[at + 1] != 0 ? -1 : 0;
                    heights[column] += cells[column][height] == 0 ? 0 : 1;
                }
            }
        }

        int best(int depth, RandomStream draws, long game, int ply) {
            int best = -1;
            int value = Integer.MIN_VALUE;
            double drawn = 0;
            for (int column = 0; column < COLUMNS; column++) {
                if (heights[column] == ROWS) {
                    continue;
                }
                int own = value(column, 1, depth, -2 * WIN, 2 * WIN);
                double draw = draws.uniform(game, ply * 100L + column);
                if (own > value || own == value && draw > drawn) {
                    best = column;
                    value = own;
                    drawn = draw;
                }
            }
            return best;
        }

        /** Returns the value of a move for its player, who sees {@code depth} plies with this one. */
        private int value(int column, int player, int depth, int alpha, int beta) {
            int height = heights[column]++;
            cells[column][height] = player;
            int value;
            if (wins(column, height, player)) {
                value = WIN + depth;
            } else if (Arrays.stream(heights).sum() == ROWS * COLUMNS) {
                value = 0;
            } else if (depth == 1) {
                value = estimates ? player * estimate() : 0;
            } else {
                value = -answer(-player, depth - 1, -beta, -alpha);
            }
            cells[column][height] = 0;
            heights[column]--;
            return value;
        }

        private int answer(int player, int depth, int alpha, int beta) {
            int best = Integer.MIN_VALUE + 1;
            int least = alpha;
            for (int column : ORDER) {
                if (heights[column] < ROWS) {
                    best = Math.max(best, value(column, player, depth, least, beta));
                    least = Math.max(least, best);
                    if (least >= beta) {
                        return best;
                    }
                }
            }
            return best;
        }

        private boolean wins(int column, int height, int player) {
            return 1 + run(column, height, 0, -1, player) >= 4
                    || 1 + run(column, height, 1, 0, player) + run(column, height, -1, 0, player) >= 4
                    || 1 + run(column, height, 1, 1, player) + run(column, height, -1, -1, player) >= 4
                    || 1 + run(column, height, 1, -1, player) + run(column, height, -1, 1, player) >= 4;
        }

        private int run(int column, int height, int across, int up, int player) {
            int length = 0;
            int c = column + across;
            int h = height + up;
            while (c >= 0 && c < COLUMNS && h >= 0 && h < ROWS && cells[c][h] == player) {
                length++;
                c += across;
                h += up;
            }
            return length;
        }

        private int estimate() {
            int value = 3 * Arrays.stream(cells[3]).sum();
            for (int column = 0; column < COLUMNS; column++) {
                for (int height = 0; height < ROWS; height++) {
                    value += line(column, height, 1, 0) + line(column, height, 0, 1);
                    value += line(column, height, 1, 1) + line(column, height, 1, -1);
                }
            }
            return value;
        }

        private int line(int column, int height, int across, int up) {
            int lastColumn = column + 3 * across;
            int lastHeight = height + 3 * up;
            if (lastColumn >= COLUMNS || lastHeight >= ROWS || lastHeight < 0) {
                return 0;
            }
            int own = 0;
            int other = 0;
            for (int i = 0; i < 4; i++) {
                int cell = cells[column + i * across][height + i * up];
                own += cell == 1 ? 1 : 0;
                other += cell == -1 ? 1 : 0;
            }
            int length = own == 0 ? other : other == 0 ? own : 0;
            int weight = length == 3 ? 10 : length == 2 ? 3 : 0;
            return own > 0 ? weight : -weight;
        }
    }

    /**
     * Returns games of the first player: won, drawn, lost.
     *
     * @param opening number of plies that are drawn first, so that games of players who draw nothing differ
     */
    static int[] play(Player first, Player second, int games, int opening) {
        int[] results = new int[3];
        Environment game = new ConnectFour();
        Agents agents = game.agents().orElseThrow();
        float[] rows = new float[game.spec().observationSpace().size()];
        ObservationSlot slot = new ObservationSlot().at(rows, 0);
        StepResult result = new StepResult();
        float[] actions = new float[2];
        Player anybody = random(RandomStream.root(5));
        for (int number = 0; number < games; number++) {
            int seat = number % 2;
            game.reset(number, slot);
            int ply = 0;
            do {
                int mover = ply % 2;
                float[] row = Arrays.copyOfRange(rows, mover * agents.stride(), (mover + 1) * agents.stride() - 3);
                Player player = ply < opening ? anybody : mover == seat ? first : second;
                actions[mover] = player.move(row, number, ply);
                game.step(actions, 0, slot, result);
                ply++;
            } while (!result.done());
            results[1 - (int) agents.reward(slot, seat)]++;
        }
        return results;
    }

    public static void main(String[] runs) {
        for (String run : runs) {
            Agent agent = Agent.load(Path.of(run, "model.safetensors"));
            Player policy = (row, game, ply) -> (int) agent.act(row)[0];
            RandomStream draws = RandomStream.root(77);
            System.out.printf(
                    "%s: won, drawn, lost against random %s, alpha-beta of depth 4 %s, with estimates %s%n",
                    run,
                    Arrays.toString(play(policy, random(draws), GAMES, 0)),
                    Arrays.toString(play(policy, alphaBeta(4, false, draws), GAMES, 0)),
                    Arrays.toString(play(policy, alphaBeta(4, true, draws), GAMES, 2)));
        }
    }
}
