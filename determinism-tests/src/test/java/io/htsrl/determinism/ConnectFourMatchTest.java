package io.htsrl.determinism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.random.RandomStream;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The players that self-play is measured by. */
class ConnectFourMatchTest {
    private final RandomStream draws = RandomStream.root(2);

    @Test
    void shouldWinAgainstDrawnMovesAndShallowerSearches() {
        int[] random = ConnectFourMatch.play(
                ConnectFourMatch.alphaBeta(3, false, draws), ConnectFourMatch.random(draws), 60, 0);
        assertTrue(random[0] >= 57, Arrays.toString(random));
        int[] shallow = ConnectFourMatch.play(
                ConnectFourMatch.alphaBeta(4, true, draws), ConnectFourMatch.alphaBeta(1, true, draws), 60, 2);
        assertTrue(shallow[0] >= 45, Arrays.toString(shallow));
    }

    @Test
    void shouldTakeAWinAndPreventALoss() {
        float[] row = new float[84 + 7];
        for (int column = 0; column < 3; column++) {
            row[2 * (35 + column)] = 1;
            row[2 * (35 + column - 7) + 1] = 1; // the other's, above
        }
        Arrays.fill(row, 84, 91, 1);
        assertEquals(3, ConnectFourMatch.alphaBeta(1, false, draws).move(row, 0, 6));
        row[2 * 35] = 0;
        row[2 * 35 + 1] = 1; // no row of three any more
        row[2 * 38 + 1] = 1; // and the other's three lie above a full cell
        assertEquals(3, ConnectFourMatch.alphaBeta(2, false, draws).move(row, 0, 6));
    }
}
