package io.htsrl.learners.offpolicy;

import io.htsrl.replay.ReplayBatch;
import io.htsrl.replay.ReplayMemory;
import java.util.Arrays;
import java.util.Map;

/**
 * Metrics of the transitions drawn in an interval: their age, the effective batch size under the importance weights,
 * the share of the memory drawn so far, and the distribution of its priorities. No bit of a run depends on them. One
 * thread.
 *
 * <p>Ages are counted in buckets of a quarter of an octave: a quantile is its bucket's lower end, exact to a fifth.
 */
final class SampleMetrics {
    /** Number of evenly spaced transitions whose priorities give the quantiles. */
    private static final int PRIORITIES = 128;

    private static final int SUB_BITS = 2;
    private static final int SUBS = 1 << SUB_BITS;

    private final ReplayMemory memory;
    private final int environments;
    private final boolean prioritized;
    private final long[] ages = new long[Long.SIZE * SUBS];
    private long oldest;
    private long rows;
    private long batches;
    private double effective;

    /**
     * @param environments number of environments, by which ages in one environment's steps are multiplied
     * @param prioritized whether priorities and weights vary
     */
    SampleMetrics(ReplayMemory memory, int environments, boolean prioritized) {
        this.memory = memory;
        this.environments = environments;
        this.prioritized = prioritized;
    }

    /** Clears all counts. */
    void clear() {
        Arrays.fill(ages, 0);
        oldest = 0;
        rows = 0;
        batches = 0;
        effective = 0;
    }

    void add(ReplayBatch batch) {
        double sum = 0;
        double squares = 0;
        for (int row = 0; row < batch.size(); row++) {
            long age = batch.ages()[row] * environments;
            ages[bucket(age)]++;
            oldest = Math.max(oldest, age);
            double weight = batch.weights()[row];
            sum += weight;
            squares += weight * weight;
        }
        rows += batch.size();
        effective += sum * sum / squares;
        batches++;
    }

    private static int bucket(long age) {
        int octave = Long.SIZE - 1 - Long.numberOfLeadingZeros(age);
        long sub = octave >= SUB_BITS ? age >>> (octave - SUB_BITS) : age << (SUB_BITS - octave);
        return octave * SUBS + (int) (sub & (SUBS - 1));
    }

    private double age(double share) {
        long wanted = (long) Math.ceil(share * rows);
        int bucket = 0;
        for (long below = ages[0]; below < wanted; below += ages[bucket]) {
            bucket++;
        }
        return Math.scalb(1 + (double) (bucket % SUBS) / SUBS, bucket / SUBS);
    }

    void addTo(Map<String, Double> metrics) {
        boolean none = rows == 0;
        metrics.put("sample_age_p10", none ? Double.NaN : age(0.1));
        metrics.put("sample_age_p50", none ? Double.NaN : age(0.5));
        metrics.put("sample_age_p90", none ? Double.NaN : age(0.9));
        metrics.put("sample_age_max", none ? Double.NaN : oldest);
        metrics.put("share_drawn", memory.size() == 0 ? 0 : (double) memory.drawn() / memory.size());
        if (prioritized) {
            metrics.put("effective_sample_size", none ? Double.NaN : effective / batches);
            double[] priorities = none ? new double[0] : memory.somePriorities(PRIORITIES);
            Arrays.sort(priorities);
            metrics.put("priority_p10", quantile(priorities, 0.1));
            metrics.put("priority_p50", quantile(priorities, 0.5));
            metrics.put("priority_p90", quantile(priorities, 0.9));
            metrics.put("priority_max", quantile(priorities, 1));
        }
    }

    private static double quantile(double[] sorted, double share) {
        return sorted.length == 0 ? Double.NaN : sorted[(int) Math.ceil(share * sorted.length) - 1];
    }
}
