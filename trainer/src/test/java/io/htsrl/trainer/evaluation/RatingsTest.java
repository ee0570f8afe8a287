package io.htsrl.trainer.evaluation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.trainer.report.EvaluationRecord.Episode;
import io.htsrl.trainer.report.EvaluationRecord.Rating;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests Elo ratings of games with known outcomes. */
class RatingsTest {
    private final Ratings ratings = new Ratings(1);

    private static List<Episode> games(int won, int drawn, int lost) {
        List<Episode> games = new ArrayList<>();
        IntStream.range(0, won).forEach(i -> games.add(new Episode(1, 9)));
        IntStream.range(0, drawn).forEach(i -> games.add(new Episode(0, 9)));
        IntStream.range(0, lost).forEach(i -> games.add(new Episode(-1, 9)));
        return games;
    }

    private Rating rate(float name, List<Episode> random, List<Episode> others) {
        return ratings.rate(new float[] {name}, random, opponent -> others);
    }

    @Test
    void shouldRateEqualPlayersEquallyAndBetterOnesByTheirScore() {
        assertEquals(0, rate(1, games(40, 19, 40), null).elo(), 1e-6);
        Ratings other = new Ratings(1);
        Rating better = other.rate(new float[1], games(7499, 0, 2500), opponent -> null);
        assertEquals(400 * Math.log10(3), better.elo(), 0.1);
        assertEquals(1.96 * 400 / Math.log(10) / Math.sqrt(10_000 * 0.75 * 0.25), better.error(), 1e-3);
    }

    @Test
    void shouldStayFiniteAndRiseWithWinsAgainstTheLastPolicies() {
        Rating first = rate(1, games(50, 0, 0), null);
        Rating second = rate(2, games(50, 0, 0), games(40, 0, 10));
        assertTrue(Double.isFinite(first.elo()) && second.elo() > first.elo() + 100, first + ", " + second);
        assertTrue(second.error() < first.error());
    }

    @Test
    void shouldPlayTheLastPoliciesAloneAndRestoreThem() throws IOException {
        for (int policy = 0; policy < 6; policy++) {
            rate(policy, games(5, 0, 5), games(5, 0, 5));
        }
        ByteArrayOutputStream saved = new ByteArrayOutputStream();
        ratings.save(new DataOutputStream(saved));
        Ratings restored = new Ratings(1);
        restored.restore(new DataInputStream(new ByteArrayInputStream(saved.toByteArray())));
        List<Float> opponents = new ArrayList<>();
        restored.rate(new float[] {9}, games(1, 0, 1), opponent -> {
            opponents.add(opponent[0]);
            return games(1, 0, 1);
        });
        assertEquals(List.of(3f, 4f, 5f), opponents);
    }
}
