package io.htsrl.learners.onpolicy;

import io.htsrl.storage.StorageBank;

/** Means and variances in a fixed order of additions. Pure functions, any thread. */
public final class BatchMoments {

    private BatchMoments() {}

    /**
     * Normalises the first {@code count} values of {@code x} to zero mean and unit (unbiased) standard deviation. A
     * single value becomes 0.
     */
    public static void normalise(float[] x, int count) {
        double mean = 0;
        for (int i = 0; i < count; i++) {
            mean += x[i];
        }
        mean /= count;
        double squares = 0;
        for (int i = 0; i < count; i++) {
            squares += (x[i] - mean) * (x[i] - mean);
        }
        double deviation = Math.sqrt(squares / Math.max(1, count - 1)) + 1e-8;
        for (int i = 0; i < count; i++) {
            x[i] = (float) ((x[i] - mean) / deviation);
        }
    }

    /**
     * Gathers the values of a minibatch's rows, {@code order[from ..]} of a bank; rows that were lost have 0 and do not
     * count.
     *
     * @param normalises whether {@link #normalise normalised}
     * @param gathered receives the values, one for each of its elements
     */
    public static void gather(
            float[] values, StorageBank bank, int[] order, int from, boolean normalises, float[] gathered) {
        int count = 0;
        for (int i = 0; i < gathered.length; i++) {
            if (!bank.lost(order[from + i])) {
                gathered[count++] = values[order[from + i]];
            }
        }
        if (normalises && count > 0) {
            normalise(gathered, count);
        }
        for (int i = gathered.length - 1; count < gathered.length && i >= 0; i--) {
            gathered[i] = bank.lost(order[from + i]) ? 0 : gathered[--count]; // from the front to its row
        }
    }

    /**
     * Returns {@code 1 - Var(R - V) / Var(R)} over a bank's rows that were not lost; NaN where the returns do not vary,
     * and where all rows were lost.
     */
    public static double explainedVariance(ReturnEstimates advantages, StorageBank bank) {
        float[] returns = advantages.returns();
        int count = 0;
        double sum = 0;
        double squares = 0;
        double errorSum = 0;
        double errorSquares = 0;
        for (int row = 0; row < returns.length; row++) {
            if (bank.lost(row)) {
                continue;
            }
            count++;
            double value = returns[row];
            double error = value - advantages.value(bank, row);
            sum += value;
            squares += value * value;
            errorSum += error;
            errorSquares += error * error;
        }
        double variance = squares - sum * sum / count;
        return variance > 0 ? 1 - (errorSquares - errorSum * errorSum / count) / variance : Double.NaN;
    }
}
