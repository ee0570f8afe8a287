package io.htsrl.trainer.evaluation;

import io.htsrl.trainer.evaluation.Bootstrap.ConfidenceInterval;
import io.htsrl.trainer.report.EvaluationRecord.Episode;
import java.util.List;

/** Numbers of games that one side won, drew and lost. Immutable. */
public record MatchScore(int won, int drawn, int lost) {
    private static final double NORMAL_95 = 1.96;

    /** Counts games of the side that has these returns: it won those with a return above 0, and lost those below. */
    public static MatchScore of(List<Episode> games) {
        int won = (int) games.stream().filter(game -> game.ret() > 0).count();
        int lost = (int) games.stream().filter(game -> game.ret() < 0).count();
        return new MatchScore(won, games.size() - won - lost, lost);
    }

    /** Returns the score of the other side. */
    public MatchScore reversed() {
        return new MatchScore(lost, drawn, won);
    }

    public int games() {
        return won + drawn + lost;
    }

    /** Returns the 95 % score interval of the probability to win (Wilson 1927); NaN without a game. */
    public ConfidenceInterval winning() {
        double z2 = NORMAL_95 * NORMAL_95;
        double n = games();
        double middle = (won + z2 / 2) / (n + z2);
        double half = NORMAL_95 / (n + z2) * Math.sqrt(won * (n - won) / n + z2 / 4);
        return new ConfidenceInterval(Math.max(0, middle - half), Math.min(1, middle + half));
    }
}
