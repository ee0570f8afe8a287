package io.htsrl.learners.optim;

/** Global L2 norm of a gradient, and clipping by it (Pascanu et al. 2013). Pure functions, any thread. */
public final class GradientNorm {
    private static final int LANES = 8;

    private GradientNorm() {}

    /** Scales the gradient down to {@code max} where its norm is above; 0 clips nothing. Returns the norm before. */
    public static double clip(float[] gradient, double max) {
        double norm = Math.sqrt(sumOfSquares(gradient));
        double scale = max / (norm + 1e-6); // as torch.nn.utils.clip_grad_norm_
        if (max > 0 && scale < 1) {
            float factor = (float) scale;
            for (int i = 0; i < gradient.length; i++) {
                gradient[i] *= factor;
            }
        }
        return norm;
    }

    /** Eight interleaved sums, then their sum: a fixed order that does not wait for each addition. */
    private static double sumOfSquares(float[] x) {
        double[] sums = new double[LANES];
        int whole = x.length - x.length % LANES;
        for (int i = 0; i < whole; i += LANES) {
            for (int lane = 0; lane < LANES; lane++) {
                double value = x[i + lane];
                sums[lane] += value * value;
            }
        }
        double total = 0;
        for (int i = whole; i < x.length; i++) {
            total += (double) x[i] * x[i];
        }
        for (double sum : sums) {
            total += sum;
        }
        return total;
    }
}
