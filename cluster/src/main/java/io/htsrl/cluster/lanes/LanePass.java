package io.htsrl.cluster.lanes;

import java.util.List;

/**
 * One forward and backward pass: its division of rows, and the answers so far. A pass is whole or broken; a broken one
 * is repeated from its beginning. Guarded by its {@link LaneBoard}.
 */
final class LanePass {
    private final long number;
    private final List<Lane> lanes;
    private final int[] cuts;
    private final LaneAnswer.ParameterDigest digest;
    private final int outputWidth;
    private final Slices slices;
    private final float[][] outputs; // output rows of each lane
    private final int[] done; // number of slices done by each lane
    private final float[][] sums; // sums of each slice, from the last lane
    private boolean broken;
    private long gotOn;

    /**
     * Creates a pass.
     *
     * @param lanes lanes with at least one row each, in order; the rows after theirs are the learner's
     * @param cuts  boundaries between the rows of lanes and learner
     * @param digest digest of the parameters
     */
    LanePass(
            long number,
            List<Lane> lanes,
            int[] cuts,
            LaneAnswer.ParameterDigest digest,
            int outputWidth,
            Slices slices,
            long now) {
        this.number = number;
        this.lanes = lanes;
        this.cuts = cuts;
        this.digest = digest;
        this.outputWidth = outputWidth;
        this.slices = slices;
        this.outputs = new float[lanes.size()][];
        this.done = new int[lanes.size()];
        this.sums = new float[slices.count()][];
        this.gotOn = now;
    }

    long number() {
        return number;
    }

    List<Lane> lanes() {
        return lanes;
    }

    LaneAnswer.ParameterDigest digest() {
        return digest;
    }

    int from(int hand) {
        return cuts[hand];
    }

    int count(int hand) {
        return cuts[hand + 1] - cuts[hand];
    }

    boolean broken() {
        return broken;
    }

    void breaks() {
        broken = true;
    }

    /** Records progress, or that the learner has begun to wait. */
    void getsOn(long now) {
        gotOn = now;
    }

    long idle(long now) {
        return now - gotOn;
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

    float[] outputs(int hand) {
        return outputs[hand];
    }

    boolean hasOutputs() {
        for (float[] each : outputs) {
            if (each == null) {
                return false;
            }
        }
        return true;
    }

    float[] sums(int slice) {
        return sums[slice];
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
