package io.htsrl.determinism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.Hts;
import io.htsrl.core.environment.Agents;
import io.htsrl.core.random.RandomStream;
import io.htsrl.environments.board.ConnectFour;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.evaluation.EvaluationPolicy;
import io.htsrl.trainer.evaluation.MatchScore;
import io.htsrl.trainer.selfplay.Opponents;
import java.util.Arrays;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Tests the players that self-play is measured by. */
class ConnectFourMatchTest {
    private static final RunConfig CONFIG = Hts.configure("--algo", "ppo", "--env", ConnectFour.ID);

    /** The score of a policy that draws its moves: one of zeros. */
    private static MatchScore drawn(Function<Agents, Opponents> players) {
        float[] zeros = new float[CONFIG.ask(made -> CONFIG.policy(made.spec()).parameterCount())];
        return ConnectFourMatch.play(CONFIG, zeros, EvaluationPolicy.SAMPLED, players, 60);
    }

    @Test
    void shouldWinAgainstDrawnMoves() {
        assertTrue(drawn(agents -> ConnectFourMatch.alphaBeta(3, false)).lost() >= 57);
        assertTrue(drawn(agents -> ConnectFourMatch.alphaBeta(4, true)).lost() >= 59);
        MatchScore equal = drawn(Opponents::random);
        assertTrue(equal.won() > 15 && equal.lost() > 15, equal::toString);
    }

    @Test
    void shouldTakeAWinAndPreventALoss() {
        float[] row = new float[84 + 7];
        for (int column = 0; column < 3; column++) {
            row[2 * (35 + column)] = 1;
            row[2 * (35 + column - 7) + 1] = 1; // the other's, above
        }
        Arrays.fill(row, 84, 91, 1);
        assertEquals(3, move(row, 1));
        row[2 * 35] = 0;
        row[2 * 35 + 1] = 1; // no row of three any more
        row[2 * 38 + 1] = 1; // and the other's three lie above a full cell
        assertEquals(3, move(row, 2));
    }

    private static int move(float[] row, int depth) {
        Opponents player = ConnectFourMatch.alphaBeta(depth, false);
        player.begin(0, RandomStream.root(2));
        float[] chosen = new float[1];
        player.act(1, row, 0, 6, chosen, 0);
        return (int) chosen[0];
    }
}
