package io.htsrl.environments.board;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.Agents;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentCheck;
import io.htsrl.core.environment.Environments;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.Rendered;
import io.htsrl.core.environment.SavedState;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.random.RandomStream;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares the rules with a board that is searched cell by cell. */
class ConnectFourTest {
    private final Environment game = new ConnectFour();
    private final Agents agents = game.agents().orElseThrow();
    private final float[] row = new float[game.spec().observationSpace().size()];
    private final ObservationSlot slot = new ObservationSlot().at(row, 0);
    private final StepResult result = new StepResult();

    /** A board of characters; the first row is the top one. */
    private static final class Board {
        private final char[][] cells = new char[6][7];

        boolean fits(int column) {
            return cells[0][column] == 0;
        }

        void drop(int column, char disc) {
            int row = 5;
            while (cells[row][column] != 0) {
                row--;
            }
            cells[row][column] = disc;
        }

        boolean full() {
            for (int column = 0; column < 7; column++) {
                if (fits(column)) {
                    return false;
                }
            }
            return true;
        }

        boolean won(char disc) {
            for (int start = 0; start < 42; start++) {
                for (int[] way : new int[][] {{0, 1}, {1, 0}, {1, 1}, {1, -1}}) {
                    int length = 0;
                    int r = start / 7;
                    int c = start % 7;
                    while (length < 4 && r >= 0 && r < 6 && c >= 0 && c < 7 && cells[r][c] == disc) {
                        r += way[0];
                        c += way[1];
                        length++;
                    }
                    if (length == 4) {
                        return true;
                    }
                }
            }
            return false;
        }
    }

    private float status(int agent, int element) {
        return row[agents.offset(agent + 1) - Agents.STATUS + element];
    }

    private void step(int mover, int column) {
        float[] actions = {5, 5, 5};
        actions[1 + mover] = column;
        game.step(actions, 1, slot, result);
    }

    private void check(Board board, int mover, boolean over) {
        for (int agent = 0; agent < 2; agent++) {
            float[] expected = new float[84 + 7];
            for (int cell = 0; cell < 42; cell++) {
                char disc = board.cells[cell / 7][cell % 7];
                expected[2 * cell] = disc == 'x' + agent ? 1 : 0;
                expected[2 * cell + 1] = disc == 'x' + 1 - agent ? 1 : 0;
            }
            for (int column = 0; column < 7; column++) {
                boolean allowed = agent == mover && !over ? board.fits(column) : column == 0;
                expected[84 + column] = allowed ? 1 : 0;
            }
            float[] seen = new float[expected.length];
            System.arraycopy(row, agents.offset(agent), seen, 0, seen.length);
            assertArrayEquals(expected, seen);
        }
    }

    @ParameterizedTest
    @CsvSource({"0.0", "0.02"})
    void shouldFollowTheRulesInDrawnGames(double illegal) {
        RandomStream draws = RandomStream.root(4);
        int[] ends = new int[4]; // won by each, drawn, lost by a full column
        for (int episode = 0; episode < 3000; episode++) {
            Board board = new Board();
            game.reset(episode, slot);
            int ply = 0;
            do {
                int mover = ply % 2;
                check(board, mover, false);
                int column = (int) (7 * draws.uniform(episode, 3L * ply));
                boolean tries = draws.uniform(episode, 3L * ply + 1) < illegal;
                while (!tries && !board.fits(column)) {
                    column = (column + 1) % 7;
                }
                boolean fits = board.fits(column);
                if (fits) {
                    board.drop(column, (char) ('x' + mover));
                }
                step(mover, column);
                boolean won = fits && board.won((char) ('x' + mover));
                boolean over = won || !fits || board.full();
                assertEquals(over, result.terminated);
                assertEquals(won ? 1 : fits ? 0 : -1, status(mover, 0));
                assertEquals(won ? -1 : 0, status(1 - mover, 0));
                assertEquals(over ? Agents.TERMINATED : 0, status(0, 1));
                assertEquals(over ? Agents.TERMINATED : 0, status(1, 1));
                if (over) {
                    ends[won ? mover : fits ? 2 : 3]++;
                }
                ply++;
                check(board, fits ? ply % 2 : mover, over);
            } while (!result.done());
        }
        assertTrue(ends[0] > ends[1] && ends[1] > 500 && ends[2] > 0 && ends[3] > 0 == illegal > 0);
    }

    @Test
    void shouldContinueFromItsSavedState() throws IOException {
        game.reset(1, slot);
        int[] columns = {3, 3, 2, 4, 1};
        for (int ply = 0; ply < columns.length; ply++) {
            step(ply % 2, columns[ply]);
        }
        byte[] saved = SavedState.of(game);
        step(1, 0);
        float[] after = row.clone();
        step(0, 2);
        assertEquals(0, SavedState.restore(game, saved));
        step(1, 0);
        assertArrayEquals(after, row);
    }

    @Test
    void shouldPassTheCheckBeforeARunAndDrawItself() {
        EnvironmentCheck check = EnvironmentCheck.of(game);
        assertTrue(check.problems().isEmpty(), check.problems().toString());
        assertTrue(check.unrepeatable().isEmpty() && check.unrestorable().isEmpty());
        game.reset(1, slot);
        step(0, 3);
        Rendered picture = game.rendered().orElseThrow();
        int[] pixels = new int[picture.renderWidth() * picture.renderHeight()];
        picture.render(pixels);
        assertEquals(0xd9534f, pixels[132 * 168 + 84]);
        assertEquals(0xf2f2f2, pixels[132 * 168 + 60]);
    }

    @Test
    void shouldRefuseOptionsAndActionsThatAreNone() {
        assertThrows(ConfigurationException.class, () -> Environments.create("ConnectFour-v0", Map.of("rows", "7")));
        game.reset(1, slot);
        assertThrows(IllegalArgumentException.class, () -> step(0, 7));
    }
}
