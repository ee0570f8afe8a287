package io.htsrl.policies.gradient;

import io.htsrl.policies.image.Image;
import io.htsrl.policies.kernel.DenseKernel;

/**
 * {@code to = from} where {@code activation > 0}, else 0: through relu, between images of one height, width and depth,
 * whatever their layouts. Any thread.
 */
final class ReluGradient {
    private final DenseKernel kernel;
    private final Image from;
    private final Image activation;
    private final Image to;
    private final PixelRuns runs;

    ReluGradient(DenseKernel kernel, Image from, Image activation, Image to) {
        this.kernel = kernel;
        this.from = from;
        this.activation = activation;
        this.to = to;
        runs = PixelRuns.of(from, activation, to);
    }

    /** Of images {@code f}, {@code a} and {@code t}. */
    void run(int f, int a, int t) {
        kernel.reluGradient(
                runs.rows().get(0),
                f * from.size(),
                runs.rows().get(1),
                a * activation.size(),
                runs.rows().get(2),
                t * to.size(),
                runs.length());
    }
}
