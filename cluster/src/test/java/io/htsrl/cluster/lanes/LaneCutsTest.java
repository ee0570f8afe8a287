package io.htsrl.cluster.lanes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cluster.SmallRuns;
import java.util.Arrays;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Lanes that come and go cut the minibatches of whole runs anywhere: the digest is {@code serial}'s. */
class LaneCutsTest {

    /** Cuts differently each time; some get nothing. */
    private static NodeLanes.Shares anyCuts(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return (rows, hands) -> {
            int[] cuts = new int[hands + 1];
            for (int i = 1; i < hands; i++) {
                cuts[i] = random.nextInt(rows);
            }
            cuts[hands] = rows;
            Arrays.sort(cuts);
            return cuts;
        };
    }

    @Property(tries = 4)
    void shouldHaveTheDigestOfSerialHoweverRowsAreCut(
            @ForAll @IntRange(max = 5) int config, @ForAll @IntRange(min = 1, max = 4) int lanes, @ForAll long seed)
            throws Exception {
        Hands hands = Hands.of(LaneRuns.CONFIGS.get(config));
        for (int lane = 0; lane < lanes; lane++) {
            hands.join();
        }
        assertEquals(
                SmallRuns.serial(LaneRuns.CONFIGS.get(config)),
                hands.digest(LaneRuns.CONFIGS.get(config), anyCuts(seed)));
        assertTrue(hands.board.summary().endsWith("done again: 0"), hands.board.summary());
    }

    @Property(tries = 4)
    void shouldHaveTheDigestOfSerialThoughLanesGoAndCome(
            @ForAll @IntRange(max = 5) int config,
            @ForAll @IntRange(max = 60) int first,
            @ForAll @IntRange(max = 60) int second)
            throws Exception {
        Hands hands = Hands.of(LaneRuns.CONFIGS.get(config));
        hands.join();
        int[] moments = {first, second};
        for (int i = 0; i < 2; i++) {
            int id = i + 2;
            int moment = moments[i];
            hands.join(
                    (order, said) -> {
                        if (order < moment) {
                            return said;
                        }
                        if (order == moment) {
                            hands.board.leave(id);
                            hands.join();
                        }
                        return null;
                    },
                    answer -> answer);
        }
        assertEquals(
                SmallRuns.serial(LaneRuns.CONFIGS.get(config)),
                hands.digest(LaneRuns.CONFIGS.get(config), NodeLanes.Shares.EVEN));
    }
}
