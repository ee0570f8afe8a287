package io.htsrl.learners.optim;

import io.htsrl.policies.kernel.ParameterKernel;

/** Global L2 norm of a gradient, and clipping by it (Pascanu et al. 2013). Pure functions, any thread. */
final class GradientNorm {

    private GradientNorm() {}

    static double of(float[] gradient, ParameterKernel kernel) {
        return Math.sqrt(kernel.sumOfSquares(gradient));
    }

    /** What scales a gradient of that norm down to {@code max}, as torch.nn.utils.clip_grad_norm_; 0 clips nothing. */
    static float scale(double norm, double max) {
        double scale = max / (norm + 1e-6);
        return max > 0 && scale < 1 ? (float) scale : 1;
    }
}
