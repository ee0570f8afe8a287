package io.htsrl.papers.reactors;

/**
 * Computes the exact value of a greedy policy of {@code Blackjack-v1}: its mean return, from the deck's probabilities.
 * Rules of Sutton and Barto. One thread; about 0.1 ms.
 */
final class BlackjackValue {
    /** Value of the best policy. */
    static final double BEST = -0.0431131;

    private static final int GOAL = 21;
    private static final double[] DECK = new double[11];

    static {
        for (int card = 1; card < 10; card++) {
            DECK[card] = 1 / 13.0;
        }
        DECK[10] = 4 / 13.0;
    }

    /**
     * Probability of each final sum by the dealer's card; index 0 holds busts. {@link #naturals} are those of naturals.
     */
    private final double[][] dealers = new double[11][GOAL + 1];

    private final double[] naturals = new double[11];
    /** Values of a hand that can still hit, by its hard sum and whether it has an ace. */
    private final double[][] values = new double[GOAL + 1][2];

    BlackjackValue() {
        for (int shown = 1; shown <= 10; shown++) {
            deal(shown, shown, shown == 1, 1, 1);
            naturals[shown] = shown == 1 ? DECK[10] : shown == 10 ? DECK[1] : 0;
        }
    }

    private void deal(int shown, int sum, boolean ace, int cards, double probability) {
        if (cards >= 2 && best(sum, ace) >= 17) {
            dealers[shown][sum > GOAL ? 0 : best(sum, ace)] += probability;
            return;
        }
        for (int card = 1; card <= 10; card++) {
            deal(shown, sum + card, ace || card == 1, cards + 1, probability * DECK[card]);
        }
    }

    private static int best(int sum, boolean ace) {
        return ace && sum + 10 <= GOAL ? sum + 10 : sum;
    }

    /** Returns the mean return of a table {@code [32 * 11 * 2][2]}; of equal actions the first is taken. */
    double of(float[] table) {
        double total = 0;
        for (int shown = 1; shown <= 10; shown++) {
            for (int sum = GOAL; sum >= 2; sum--) {
                values[sum][0] = value(table, sum, false, false, shown);
                values[sum][1] = value(table, sum, true, false, shown);
            }
            for (int first = 1; first <= 10; first++) {
                for (int second = 1; second <= 10; second++) {
                    boolean ace = first == 1 || second == 1;
                    boolean natural = ace && first + second == 11;
                    total += DECK[shown]
                            * DECK[first]
                            * DECK[second]
                            * value(table, first + second, ace, natural, shown);
                }
            }
        }
        return total;
    }

    private double value(float[] table, int sum, boolean ace, boolean natural, int shown) {
        int player = best(sum, ace);
        int row = (player * 11 + shown) * 2 + (player > sum ? 1 : 0);
        if (table[2 * row] >= table[2 * row + 1]) {
            return stuck(player, natural, shown);
        }
        double value = 0;
        for (int card = 1; card <= 10; card++) {
            value += DECK[card] * (sum + card > GOAL ? -1 : values[sum + card][ace || card == 1 ? 1 : 0]);
        }
        return value;
    }

    private double stuck(int player, boolean natural, int shown) {
        if (natural) {
            return 1 - naturals[shown];
        }
        double value = 0;
        for (int sum = 0; sum <= GOAL; sum++) {
            value += dealers[shown][sum] * Integer.compare(player, sum);
        }
        return value;
    }
}
