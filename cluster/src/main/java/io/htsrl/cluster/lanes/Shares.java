package io.htsrl.cluster.lanes;

/** How the rows of a minibatch are cut, which no bit depends on. Pure. */
@FunctionalInterface
public interface Shares {
    /** As equal as they can be. */
    Shares EVEN = (rows, hands) -> {
        int[] cuts = new int[hands + 1];
        for (int hand = 0; hand <= hands; hand++) {
            cuts[hand] = (int) ((long) rows * hand / hands);
        }
        return cuts;
    };

    /** Hand i has rows {@code cuts[i]} to below {@code cuts[i + 1]}; the learner is the last hand, and has one at least. */
    int[] cuts(int rows, int hands);
}
