package io.htsrl.environments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.random.CountedStream;
import io.htsrl.core.random.RandomStream;
import io.htsrl.environments.Blackjack.Rules;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Plays what Gymnasium 1.4 played ({@code src/test/python/blackjack_golden.py}), with the cards that were dealt there,
 * and with cards of its own comes to the return that Gymnasium's rules have.
 */
class BlackjackTest {
    private static final int[] FOLLOWING = {3, 10, 6, 1, 9, 4};

    /** Cards that are known. */
    private static final class Dealt implements ToIntFunction<CountedStream> {
        private final int[] cards;
        private int taken;

        Dealt(int... cards) {
            this.cards = cards;
        }

        @Override
        public int applyAsInt(CountedStream unused) {
            int at = taken++;
            return at < cards.length ? cards[at] : FOLLOWING[(at - cards.length) % FOLLOWING.length];
        }
    }

    private final float[] row = new float[45];
    private final ObservationSlot slot = new ObservationSlot().at(row, 0);
    private final StepResult result = new StepResult();

    private static JsonNode golden(Rules rules) throws IOException {
        try (InputStream in = BlackjackTest.class.getResourceAsStream("/golden/Blackjack-v1.json")) {
            return new ObjectMapper().readTree(in).get(rules.name());
        }
    }

    /** The place of the 1 in a part of the row, all of whose other elements are 0. */
    private int seen(int from, int count) {
        int place = -1;
        for (int i = 0; i < count; i++) {
            if (row[from + i] != 0) {
                assertEquals(1, row[from + i]);
                assertEquals(-1, place, "a second one in elements " + from + " to " + (from + count));
                place = i;
            }
        }
        return place;
    }

    private int sum() {
        return seen(0, 32);
    }

    private void assertSeen(JsonNode expected, int from, String where) {
        assertEquals(expected.get(from).asInt(), sum(), where);
        assertEquals(expected.get(from + 1).asInt(), seen(32, 11), where);
        assertEquals(expected.get(from + 2).asInt(), seen(43, 2), where);
    }

    @ParameterizedTest
    @EnumSource
    void shouldPayForStickingWithEveryFirstFourCardsAsGymnasium(Rules rules) throws IOException {
        String expected = golden(rules).get("sticking").asText();
        assertEquals(10_000, expected.length());
        for (int i = 0; i < expected.length(); i++) {
            int[] cards = {1 + i / 1000, 1 + i / 100 % 10, 1 + i / 10 % 10, 1 + i % 10};
            Blackjack game = new Blackjack(rules, new Dealt(cards));
            game.reset(1, slot);
            game.step(new float[] {0}, 0, slot, result);

            double reward = "ldwn".indexOf(expected.charAt(i)) == 3 ? 1.5 : "ldw".indexOf(expected.charAt(i)) - 1;
            assertEquals(reward, result.reward, () -> java.util.Arrays.toString(cards));
            assertTrue(result.terminated && !result.truncated);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldFollowGymnasiumsEpisodes(Rules rules) throws IOException {
        int steps = 0;
        for (JsonNode episode : golden(rules).get("episodes")) {
            int[] cards = new int[episode.get("cards").size()];
            for (int i = 0; i < cards.length; i++) {
                cards[i] = episode.get("cards").get(i).asInt();
            }
            Dealt deck = new Dealt(cards);
            Blackjack game = new Blackjack(rules, deck);
            game.reset(1, slot);
            assertSeen(episode.get("first"), 0, "reset");
            for (JsonNode step : episode.get("steps")) {
                game.step(new float[] {step.get(0).asInt()}, 0, slot, result);
                assertSeen(step, 1, "step " + steps);
                assertEquals(step.get(4).asDouble(), result.reward, "step " + steps);
                assertEquals(step.get(5).asBoolean(), result.terminated, "step " + steps);
                steps++;
            }
            assertEquals(cards.length, deck.taken, "cards drawn");
        }
        assertTrue(steps > 150, steps + " steps");
    }

    @ParameterizedTest
    @EnumSource
    void shouldComeToTheReturnOfGymnasiumsRulesWithItsOwnCards(Rules rules) throws IOException {
        double expected = golden(rules).get("value").asDouble();
        int episodes = Boolean.getBoolean("hts.long") ? 400_000 : 50_000;
        Environment game = new Blackjack(rules);
        RandomStream seeds = RandomStream.root(7).spawn("episodes");
        double total = 0;
        for (int episode = 0; episode < episodes; episode++) {
            game.reset(seeds.bits(episode), slot);
            do {
                game.step(new float[] {sum() >= 20 ? 0 : 1}, 0, slot, result);
            } while (!result.terminated);
            total += result.reward;
        }
        // a reward's deviation is below 1: this is four of its mean's
        assertEquals(expected, total / episodes, 4 / Math.sqrt(episodes));
    }

    @Test
    void shouldDrawEachCardAsOftenAsTheDeckHasIt() {
        int[] counts = new int[11];
        Blackjack game = new Blackjack(Rules.SAB);
        int games = 130_000;
        for (int seed = 0; seed < games; seed++) {
            game.reset(RandomStream.root(3).bits(seed), slot);
            counts[seen(32, 11)]++;
        }
        assertEquals(0, counts[0]);
        for (int card = 1; card <= 10; card++) {
            double expected = games / 13.0 * (card == 10 ? 4 : 1);
            assertEquals(expected, counts[card], 4 * Math.sqrt(expected), "card " + card);
        }
    }
}
