package io.htsrl.policies.layers;

import io.htsrl.policies.gradient.Matrix;
import io.htsrl.policies.network.GradientNetwork.Statistics;
import io.htsrl.policies.network.Operation.BatchNormalization;
import java.util.Arrays;

/**
 * Batch normalisation. With the running statistics it is an affine map of each row. Else {@link #measure} of all rows
 * comes before {@link #forward}, and {@link #sum} before {@link #backward}; both may run for different units at the
 * same time. They sum in double over the rows in their order, so the bits depend on no thread.
 */
final class BatchNormalizationStep extends LayerStep {
    /** Number of units in one block of {@link #measure} and {@link #sum}. */
    static final int UNITS = 32;
    /** Greatest correction of the deviation (Ioffe 2017, 3), as in CrossQ. */
    private static final double GREATEST_RATIO = 3;
    /** Greatest correction of the mean, in deviations. */
    private static final double GREATEST_SHIFT = 5;

    private final BatchNormalization norm;
    private final int index;
    private final Matrix input;
    private Statistics statistics = Statistics.RUNNING;
    /** Values normalised by the rows' statistics, at the output's offsets. */
    private final float[] normal;
    // of each unit of the last forward by the rows' statistics
    private final double[] means;
    private final double[] variances;
    private final float[] centers;
    private final float[] scales;
    private final float[] ratios;
    private final float[] shifts;
    // of each unit of the last backward
    private final double[] sums;
    private final double[] products;
    private final float[] meanGradients;
    private final float[] meanProducts;

    /**
     * @param index place of the factors
     * @param learns whether a learner passes it
     */
    BatchNormalizationStep(BatchNormalization norm, int index, Matrix input, Matrix output, boolean learns) {
        super(output);
        this.norm = norm;
        this.index = index;
        this.input = input;
        int units = learns ? norm.units() : 0;
        normal = new float[learns ? output.values().length : 0];
        means = new double[units];
        variances = new double[units];
        centers = new float[units];
        scales = new float[units];
        ratios = new float[units];
        shifts = new float[units];
        sums = new double[units];
        products = new double[units];
        meanGradients = new float[units];
        meanProducts = new float[units];
    }

    int units() {
        return norm.units();
    }

    /** Sets the statistics of the next forward; one thread. */
    void normalizeBy(Statistics newStatistics) {
        statistics = newStatistics;
    }

    /** Computes the statistics of units {@code from} to below {@code to} over all rows. */
    void measure(LayerWeights weights, int from, int to, int rows) {
        Arrays.fill(means, from, to, 0);
        Arrays.fill(variances, from, to, 0);
        for (int row = 0; row < rows; row++) {
            int at = input.at(row);
            for (int i = from; i < to; i++) {
                means[i] += input.values()[at + i];
            }
        }
        for (int i = from; i < to; i++) {
            means[i] /= rows;
        }
        for (int row = 0; row < rows; row++) {
            int at = input.at(row);
            for (int i = from; i < to; i++) {
                double d = input.values()[at + i] - means[i];
                variances[i] += d * d;
            }
        }
        float[] parameters = weights.parameters();
        for (int i = from; i < to; i++) {
            variances[i] /= rows;
            double deviation = Math.sqrt(variances[i] + BatchNormalization.EPSILON);
            double running = Math.sqrt((double) parameters[norm.variance() + i] + BatchNormalization.EPSILON);
            boolean corrected = statistics == Statistics.CORRECTED;
            double ratio = deviation / running;
            double shift = (means[i] - parameters[norm.mean() + i]) / running;
            centers[i] = (float) means[i];
            scales[i] = (float) (1 / deviation);
            ratios[i] = corrected ? (float) Math.max(1 / GREATEST_RATIO, Math.min(GREATEST_RATIO, ratio)) : 1;
            shifts[i] = corrected ? (float) Math.max(-GREATEST_SHIFT, Math.min(GREATEST_SHIFT, shift)) : 0;
        }
    }

    @Override
    void forward(LayerWeights weights, int first, int count) {
        float[] parameters = weights.parameters();
        float[] factors = weights.factors(index);
        float[] x = input.values();
        float[] y = output.values();
        int n = norm.units();
        for (int row = first; row < first + count; row++) {
            int from = input.at(row);
            int to = output.at(row);
            if (statistics == Statistics.RUNNING) {
                for (int i = 0; i < n; i++) {
                    y[to + i] = (x[from + i] - parameters[norm.mean() + i]) * factors[i] + parameters[norm.bias() + i];
                }
                continue;
            }
            for (int i = 0; i < n; i++) {
                float z = (x[from + i] - centers[i]) * scales[i];
                normal[to + i] = z;
                y[to + i] = (z * ratios[i] + shifts[i]) * parameters[norm.offset() + i] + parameters[norm.bias() + i];
            }
        }
    }

    /** Computes the sums over all rows that the gradients of units {@code from} to below {@code to} need. */
    void sum(LayerWeights weights, int from, int to, int rows) {
        Arrays.fill(sums, from, to, 0);
        Arrays.fill(products, from, to, 0);
        float[] parameters = weights.parameters();
        boolean running = statistics == Statistics.RUNNING;
        for (int row = 0; row < rows; row++) {
            int at = output.at(row);
            int read = input.at(row);
            for (int i = from; i < to; i++) {
                double g = output.gradients()[at + i];
                sums[i] += g;
                products[i] += g * (running ? input.values()[read + i] - parameters[norm.mean() + i] : normal[at + i]);
            }
        }
        for (int i = from; i < to; i++) {
            meanGradients[i] = (float) (sums[i] / rows);
            meanProducts[i] = (float) (products[i] / rows);
        }
    }

    /** {@inheritDoc} Ratio and shift count as constants (Ioffe 2017, 3). */
    @Override
    void backward(LayerWeights weights, int first, int count) {
        float[] to = input.gradients();
        if (to == null) {
            return;
        }
        float[] parameters = weights.parameters();
        float[] factors = weights.factors(index);
        float[] g = output.gradients();
        for (int row = first; row < first + count; row++) {
            int at = output.at(row);
            int into = input.at(row);
            if (statistics == Statistics.RUNNING) {
                for (int i = 0; i < norm.units(); i++) {
                    to[into + i] = g[at + i] * factors[i];
                }
                continue;
            }
            for (int i = 0; i < norm.units(); i++) {
                float factor = parameters[norm.offset() + i] * ratios[i] * scales[i];
                to[into + i] = factor * (g[at + i] - meanGradients[i] - normal[at + i] * meanProducts[i]);
            }
        }
    }

    @Override
    int ranges() {
        return 1;
    }

    /** {@inheritDoc} No gradient moves the running statistics. */
    @Override
    void differentiate(LayerWeights weights, int range, int rows, float[] parameterGradient, int lane) {
        boolean running = statistics == Statistics.RUNNING;
        if (running) {
            sum(weights, 0, norm.units(), rows);
        }
        float[] parameters = weights.parameters();
        for (int i = 0; i < norm.units(); i++) {
            double gain = running
                    ? products[i] / Math.sqrt((double) parameters[norm.variance() + i] + BatchNormalization.EPSILON)
                    : ratios[i] * products[i] + shifts[i] * sums[i];
            parameterGradient[norm.offset() + i] = (float) gain;
            parameterGradient[norm.bias() + i] = (float) sums[i];
        }
        Arrays.fill(parameterGradient, norm.mean(), norm.variance() + norm.units(), 0);
    }

    /** Writes the running statistics, moved towards those of the last {@link #measure} by a share. */
    void moveStatistics(LayerWeights weights, float[] to, double share) {
        float[] from = weights.parameters();
        for (int i = 0; i < norm.units(); i++) {
            int mean = norm.mean() + i;
            int variance = norm.variance() + i;
            to[mean] = (float) (from[mean] + share * (means[i] - from[mean]));
            to[variance] = (float) (from[variance] + share * (variances[i] - from[variance]));
        }
    }
}
