package io.htsrl.trainer.evaluation;

import io.htsrl.core.state.RawArrays;
import io.htsrl.core.state.Stateful;
import io.htsrl.trainer.report.EvaluationRecord.Episode;
import io.htsrl.trainer.report.EvaluationRecord.Rating;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;

/**
 * Elo ratings of a self-play run's evaluated policies, the most likely ones given the games against a uniformly random
 * player, rated 0, and against the last rated policies, whose ratings stay. A drawn game more per opponent keeps
 * ratings finite. One thread rates; a function of the games.
 */
final class Ratings implements Stateful {
    /** Greatest number of earlier policies that a policy plays. */
    static final int MOST = 3;

    private static final double SCALE = StrictMath.log(10) / 400;
    private static final double LIMIT = 10_000;
    private static final double NORMAL_95 = 1.96;

    /** A rated policy. */
    private record Rated(float[] parameters, double elo) {}

    /** Games against an opponent. */
    private record Games(double elo, int count, double score) {
        static Games of(double elo, List<Episode> episodes) {
            double score = episodes.stream()
                    .mapToDouble(game -> game.ret() > 0 ? 1 : game.ret() < 0 ? 0 : 0.5)
                    .sum();
            return new Games(elo, episodes.size() + 1, score + 0.5);
        }

        double probability(double own) {
            return 1 / (1 + StrictMath.exp(SCALE * (elo - own)));
        }
    }

    private final int parameterCount;
    private final Deque<Rated> rated = new ArrayDeque<>(); // the newest last

    Ratings(int parameterCount) {
        this.parameterCount = parameterCount;
    }

    /** Returns ratings that change apart from these. */
    Ratings copy() {
        Ratings copy = new Ratings(parameterCount);
        copy.rated.addAll(rated);
        return copy;
    }

    /**
     * Rates a policy.
     *
     * @param random games against the random player
     * @param play plays games against the policy of these parameters
     */
    Rating rate(float[] parameters, List<Episode> random, Function<float[], List<Episode>> play) {
        List<Games> games = new ArrayList<>(List.of(Games.of(0, random)));
        for (Rated opponent : rated) {
            games.add(Games.of(opponent.elo, play.apply(opponent.parameters)));
        }
        double elo = mostLikely(games);
        double information = games.stream()
                .mapToDouble(some -> some.count * some.probability(elo) * (1 - some.probability(elo)))
                .sum();
        rated.addLast(new Rated(parameters, elo));
        if (rated.size() > MOST) {
            rated.removeFirst();
        }
        return new Rating(elo, NORMAL_95 / (SCALE * StrictMath.sqrt(information)));
    }

    /** Returns the rating at which the expected score is the score, by bisection. */
    private static double mostLikely(List<Games> games) {
        double low = -LIMIT;
        double high = LIMIT;
        for (int i = 0; i < 60; i++) {
            double middle = (low + high) / 2;
            double excess = games.stream()
                    .mapToDouble(some -> some.score - some.count * some.probability(middle))
                    .sum();
            low = excess > 0 ? middle : low;
            high = excess > 0 ? high : middle;
        }
        return (low + high) / 2;
    }

    @Override
    public void save(DataOutput out) throws IOException {
        out.writeInt(rated.size());
        for (Rated policy : rated) {
            out.writeDouble(policy.elo);
            RawArrays.write(out, policy.parameters);
        }
    }

    @Override
    public void restore(DataInput in) throws IOException {
        rated.clear();
        for (int count = in.readInt(); count > 0; count--) {
            double elo = in.readDouble();
            float[] parameters = new float[parameterCount];
            RawArrays.read(in, parameters);
            rated.addLast(new Rated(parameters, elo));
        }
    }
}
