package io.htsrl.environments;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.random.CountedStream;
import java.util.Arrays;
import java.util.function.ToIntFunction;

/**
 * {@code Blackjack-v1}: draw cards towards 21, against a dealer who draws until 17. One thread at a time.
 *
 * <ul>
 *   <li>Cards come from an infinite deck: 1 (an ace), 2 .. 9, and 10 four times as often. Dealer and player get two
 *       each, the dealer first.
 *   <li>Observation: the player's sum (0 .. 31), the dealer's first card (0 .. 10) and whether the player has a usable
 *       ace (one that counts 11), as one-hot vectors in this order, like {@code gymnasium.spaces.flatten}.
 *   <li>Actions: 0 sticks, which ends the episode; 1 hits, which ends it with -1 beyond 21.
 *   <li>Reward of sticking: 1, 0 or -1 for a greater, equal or smaller sum than the dealer's, changed by {@link Rules}
 *       for a natural (an ace and a 10). No time limit.
 * </ul>
 *
 * <p>Source: Sutton and Barto, "Reinforcement Learning: An Introduction", 2nd edition (2018), example 5.1; rules as in
 * Gymnasium 1.4.
 */
public final class Blackjack extends StateVectorEnvironment {
    private static final int SUMS = 32;
    private static final int CARDS = 11;
    private static final int ACES = 2;
    private static final int GOAL = 21;
    private static final int DEALER_STICKS = 17;
    private static final int TEN = 10;
    /** Additional value of an ace that does not bust. */
    private static final int OF_AN_ACE = 10;

    private static final EnvironmentSpec SPEC = new EnvironmentSpec(
            "Blackjack-v1", ObservationSpace.oneHot(SUMS, CARDS, ACES), new ActionSpace.Discrete(2), 0, Double.NaN);

    /** Indices of the state. */
    private static final int SUM = 0; // aces count 1

    private static final int ACE = 1; // 1 if the player has one
    private static final int COUNT = 2; // number of the player's cards
    private static final int SHOWN = 3; // the dealer's first card
    private static final int HIDDEN = 4; // the dealer's second card

    /** Reward of a natural. */
    public enum Rules {
        /** No extra reward: a natural counts as its sum of 21. */
        PLAIN,
        /** A reward of 1.5 for a natural that wins. */
        NATURAL,
        /** The rule of Sutton and Barto, the default: a natural wins against all but another natural. */
        SAB
    }

    private final Rules rules;
    private final ToIntFunction<CountedStream> deck;

    public Blackjack(Rules rules) {
        this(rules, Blackjack::draw);
    }

    /** @param deck returns the next card */
    Blackjack(Rules rules, ToIntFunction<CountedStream> deck) {
        super(SPEC, 5);
        this.rules = rules;
        this.deck = deck;
    }

    private static int draw(CountedStream draws) {
        return Math.min(1 + (int) (13 * draws.nextDouble()), TEN);
    }

    private int card() {
        return deck.applyAsInt(draws);
    }

    @Override
    void drawInitialState() {
        state[SHOWN] = card();
        state[HIDDEN] = card();
        state[SUM] = 0;
        state[ACE] = 0;
        state[COUNT] = 0;
        hit();
        hit();
    }

    private void hit() {
        int card = card();
        state[SUM] += card;
        state[ACE] = card == 1 ? 1 : state[ACE];
        state[COUNT]++;
    }

    @Override
    public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
        if (ActionSpace.Discrete.index(actions[offset], 2) == 1) {
            hit();
            boolean bust = state[SUM] > GOAL;
            result.set(bust ? -1 : 0, bust, false);
        } else {
            result.set(reward(), true, false);
        }
        observe(out);
    }

    /** Returns the reward of sticking: the dealer draws. */
    private double reward() {
        int sum = (int) (state[SHOWN] + state[HIDDEN]);
        boolean ace = state[SHOWN] == 1 || state[HIDDEN] == 1;
        boolean natural = ace && sum == 1 + TEN;
        while (best(sum, ace) < DEALER_STICKS) {
            int card = card();
            sum += card;
            ace |= card == 1;
        }
        int dealer = sum > GOAL ? 0 : best(sum, ace);
        int player = best((int) state[SUM], state[ACE] == 1);
        double reward = Integer.compare(player, dealer);
        boolean playersNatural = state[COUNT] == 2 && player == GOAL; // two cards make 21 only with an ace and a 10
        if (playersNatural && rules == Rules.SAB && !natural) {
            return 1;
        }
        return playersNatural && rules == Rules.NATURAL && reward == 1 ? 1.5 : reward;
    }

    /** Returns the sum, with an ace as 11 if that does not bust. */
    private static int best(int sum, boolean ace) {
        return usable(sum, ace) ? sum + OF_AN_ACE : sum;
    }

    private static boolean usable(int sum, boolean ace) {
        return ace && sum + OF_AN_ACE <= GOAL;
    }

    @Override
    void observe(ObservationSlot out) {
        float[] row = out.floats();
        int at = out.offset();
        int sum = (int) state[SUM];
        boolean ace = state[ACE] == 1;
        Arrays.fill(row, at, at + SUMS + CARDS + ACES, 0);
        row[at + best(sum, ace)] = 1;
        row[at + SUMS + (int) state[SHOWN]] = 1;
        row[at + SUMS + CARDS + (usable(sum, ace) ? 1 : 0)] = 1;
    }
}
