package io.htsrl.determinism.verify;

import java.util.List;

/**
 * Digest chain of a run, for comparison. Immutable.
 *
 * @param digests d_0, d_1, ...: one for each interval, and one more for the learning after the last rollout
 * @param stepsPerSecond environment steps
 * @param wallSeconds of the run, without start-up
 */
public record Chain(List<String> digests, double stepsPerSecond, double wallSeconds) {
    /** Result where nothing differs. */
    public static final long NONE = -1;

    public Chain {
        digests = List.copyOf(digests);
    }

    /** Returns the last digest, which covers all before it; a dash when none exists. */
    public String last() {
        return digests.isEmpty() ? "-" : digests.get(digests.size() - 1);
    }

    /** Returns the first interval whose digests differ, among the first {@code intervals}; -1 where all are equal. */
    public long firstDifference(Chain other, long intervals) {
        long here = Math.min(intervals, digests.size());
        long there = Math.min(intervals, other.digests.size());
        for (int k = 0; k < Math.min(here, there); k++) {
            if (!digests.get(k).equals(other.digests.get(k))) {
                return k;
            }
        }
        return here == there ? NONE : Math.min(here, there);
    }
}
