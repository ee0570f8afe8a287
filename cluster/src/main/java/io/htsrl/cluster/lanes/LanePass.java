package io.htsrl.cluster.lanes;

import java.util.Arrays;
import java.util.List;

/**
 * One forward and backward pass: its division of rows, and the answers so far. A pass is whole or broken; a broken one
 * is repeated from its beginning. Guarded by its {@link LaneBoard}.
 *
 * @param lanes lanes with at least one row each, in order; the rows after theirs are the learner's
 * @param cuts boundaries between the rows of lanes and learner
 * @param digest digest of the parameters
 * @param outputs output rows of each lane
 * @param done number of slices done by each lane
 * @param sums sums of each slice, from the last lane
 */
record LanePass(
        long number,
        List<Lane> lanes,
        int[] cuts,
        String digest,
        int outputWidth,
        Slices slices,
        float[][] outputs,
        int[] done,
        float[][] sums) {

    int from(int hand) {
        return cuts[hand];
    }

    int count(int hand) {
        return cuts[hand + 1] - cuts[hand];
    }

    /** @throws IllegalArgumentException when the number of values is wrong */
    void outputs(int hand, float[] values) {
        if (values.length != count(hand) * outputWidth) {
            throw new IllegalArgumentException(values.length + " outputs of " + count(hand) + " rows");
        }
        outputs[hand] = values;
    }

    /** @throws IllegalArgumentException when they are not the next sums that this lane owes */
    void sums(int hand, int slice, float[] values) {
        if (slice != done[hand] || slice >= slices.count() || values.length != slices.size(slice)) {
            throw new IllegalArgumentException(values.length + " sums of slice " + slice);
        }
        done[hand]++;
        if (hand == lanes.size() - 1) {
            sums[slice] = values;
        }
    }

    boolean hasOutputs() {
        return !Arrays.asList(outputs).contains(null);
    }

    /** Returns the lane that the learner waits for: the first one that is behind the lanes before it. */
    Lane owing(boolean back) {
        for (int hand = 0; hand < lanes.size(); hand++) {
            if (back ? done[hand] < slices.count() : outputs[hand] == null) {
                return lanes.get(hand);
            }
        }
        return null;
    }
}
