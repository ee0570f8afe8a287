package io.htsrl.determinism;

import io.htsrl.cli.evaluate.TrainedPolicy;
import io.htsrl.core.environment.Agents;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.settings.Layer;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.evaluation.EpisodeRunner;
import io.htsrl.trainer.evaluation.EvaluationPolicy;
import io.htsrl.trainer.evaluation.MatchScore;
import io.htsrl.trainer.report.EvaluationRecord.Episode;
import io.htsrl.trainer.selfplay.Opponents;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * Games of Connect Four against players that search. {@code main RUN...} plays each run's final policy, which takes its
 * best action; {@code hts play RUN --against random} plays it against one that draws.
 */
final class ConnectFourMatch {
    private static final int GAMES = 500;
    private static final int COLUMNS = 7;
    private static final int ROWS = 6;

    private ConnectFourMatch() {}

    /**
     * Returns players that search {@code depth} plies; they draw among moves of equal value.
     *
     * @param estimates whether an undecided leaf is worth its open lines of two and three, and its discs in the middle
     *     column; else 0
     */
    static Opponents alphaBeta(int depth, boolean estimates) {
        return new Opponents() {
            private RandomStream draws;

            @Override
            public void begin(int seat, RandomStream episode) {
                draws = episode.spawn("search");
            }

            @Override
            public void act(int agent, float[] rows, int offset, long ply, float[] chosen, int to) {
                boolean opens = ply < 2; // any first move, so that games differ
                chosen[to] = new AlphaBeta(rows, offset, estimates && !opens).best(opens ? 1 : depth, draws, ply);
            }
        };
    }

    /** A negamax search with cuts. */
    private static final class AlphaBeta {
        private static final int WIN = 100_000;
        private static final int[] ORDER = {3, 2, 4, 1, 5, 0, 6};
        private final int[][] cells = new int[COLUMNS][ROWS]; // 1 and -1; the lowest first
        private final int[] heights = new int[COLUMNS];
        private final boolean estimates;

        AlphaBeta(float[] rows, int offset, boolean estimates) {
            this.estimates = estimates;
            for (int column = 0; column < COLUMNS; column++) {
                for (int height = 0; height < ROWS; height++) {
                    int at = offset + 2 * ((ROWS - 1 - height) * COLUMNS + column);
                    cells[column][height] = rows[at] != 0 ? 1 : rows[at + 1] != 0 ? -1 : 0;
                    heights[column] += cells[column][height] == 0 ? 0 : 1;
                }
            }
        }

        int best(int depth, RandomStream draws, long ply) {
            int best = -1;
            int value = Integer.MIN_VALUE;
            double drawn = 0;
            for (int column = 0; column < COLUMNS; column++) {
                if (heights[column] == ROWS) {
                    continue;
                }
                int own = value(column, 1, depth, -2 * WIN, 2 * WIN);
                double draw = draws.uniform(ply, column);
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

    /** Returns the score of a policy in games against these players; each has the first move in turn. */
    static MatchScore play(
            RunConfig config,
            float[] parameters,
            EvaluationPolicy rule,
            Function<Agents, Opponents> players,
            int games) {
        List<Episode> played = new ArrayList<>();
        try (EpisodeRunner runner = new EpisodeRunner(config.inSeats(), rule, 1)) {
            runner.against(players);
            for (int game = 0; game < games; game++) {
                runner.sit(game);
                played.add(runner.play(parameters, EpisodeRunner.stream(77, 0), game, (soFar, done) -> true));
            }
        }
        return MatchScore.of(played);
    }

    public static void main(String[] runs) {
        for (String run : runs) {
            TrainedPolicy trained = TrainedPolicy.load(Path.of(run), null, Layer.ofCommandLine());
            for (boolean estimates : new boolean[] {false, true}) {
                System.out.printf(
                        "%s against alpha-beta of depth 4%s: %s%n",
                        run,
                        estimates ? " with estimates" : "",
                        play(
                                trained.config(),
                                trained.model().parameters(),
                                EvaluationPolicy.GREEDY,
                                agents -> alphaBeta(4, estimates),
                                GAMES));
            }
        }
    }
}
