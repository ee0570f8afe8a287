package io.htsrl.learners.statistics;

import io.htsrl.core.state.RawArrays;
import io.htsrl.core.state.Stateful;
import io.htsrl.storage.BitHasher;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * Mean and variance of a stream of rows, feature by feature, in double (Welford 1962): a function of the rows in their
 * order. A feature that never varies has a variance of exactly 0. Of no rows the mean is 0 and the variance 1. One
 * thread; allocates nothing per row.
 */
public final class RunningMoments implements Stateful {
    /** Term added under the root, so that a feature that never varies has a scale (CleanRL, Stable-Baselines3). */
    private static final double EPSILON = 1e-8;

    private final double[] means;
    /** Sums of squared distances from the mean. */
    private final double[] squares;

    private long count;

    /** @param features features of a row */
    public RunningMoments(int features) {
        means = new double[features];
        squares = new double[features];
    }

    /** Adds the row that begins at {@code offset}. */
    public void add(float[] row, int offset) {
        double share = 1.0 / ++count;
        for (int i = 0; i < means.length; i++) {
            add(i, row[offset + i], share);
        }
    }

    /** Adds a row of one feature. */
    public void add(double value) {
        add(0, value, 1.0 / ++count);
    }

    private void add(int feature, double value, double share) {
        double distance = value - means[feature];
        means[feature] += distance * share;
        squares[feature] += distance * (value - means[feature]);
    }

    /** Sets the moments of {@code rows} rows. */
    public void begin(long rows, double[] newMeans, double[] variances) {
        count = rows;
        for (int i = 0; i < means.length; i++) {
            means[i] = newMeans[i];
            squares[i] = variances[i] * rows;
        }
    }

    /** Returns the number of rows so far. */
    public long count() {
        return count;
    }

    public double mean(int feature) {
        return means[feature];
    }

    /** Returns the mean squared distance from the mean. */
    public double variance(int feature) {
        return count == 0 ? 1 : squares[feature] / count;
    }

    /** Returns the factor that makes the deviation 1: {@code 1 / sqrt(variance + 1e-8)}. */
    public double scale(int feature) {
        return 1 / Math.sqrt(variance(feature) + EPSILON);
    }

    /** Returns the variance of such a scale. */
    static double varianceOf(double scale) {
        return Math.max(0, 1 / (scale * scale) - EPSILON);
    }

    /** Hashes the raw bits of all state. */
    public void digest(BitHasher hasher) {
        hasher.integer(count);
        digest(means, hasher);
        digest(squares, hasher);
    }

    /** Hashes the raw bits of {@code values}. */
    static void digest(double[] values, BitHasher hasher) {
        long[] bits =
                Arrays.stream(values).mapToLong(Double::doubleToRawLongBits).toArray();
        hasher.longs(bits, 0, bits.length);
    }

    @Override
    public void save(DataOutput out) throws IOException {
        out.writeLong(means.length);
        out.writeLong(count);
        RawArrays.write(out, means);
        RawArrays.write(out, squares);
    }

    @Override
    public void restore(DataInput in) throws IOException {
        RawArrays.expect(means.length, "features of an observation", in);
        count = in.readLong();
        RawArrays.read(in, means);
        RawArrays.read(in, squares);
    }
}
