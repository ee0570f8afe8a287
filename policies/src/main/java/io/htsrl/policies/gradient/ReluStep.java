package io.htsrl.policies.gradient;

import io.htsrl.policies.image.Image;
import io.htsrl.policies.kernel.DenseKernel;

/** Relu between images of one height, width and depth, whatever their layouts; forward and backward. Any thread. */
final class ReluStep {
    private final DenseKernel kernel;

    ReluStep(DenseKernel kernel) {
        this.kernel = kernel;
    }

    /** Floats that lie side by side in both images: a row, or a pixel. */
    private static int run(Image a, Image b) {
        return a.channels() * (a.block() == 1 && b.block() == 1 ? a.width() : 1);
    }

    /** {@code to = max(from, 0)}, of image {@code f} to image {@code t}. */
    void forward(Image from, int f, Image to, int t) {
        int count = run(from, to);
        for (int y = 0; y < from.height(); y++) {
            for (int x = 0; x < from.width(); x += count / from.channels()) {
                int at = f * from.size() + from.offset(y, x);
                kernel.relu(from.values(), at, to.values(), t * to.size() + to.offset(y, x), count);
            }
        }
    }

    /** {@code to = from} where {@code activation > 0}, else 0; of images {@code f}, {@code a} and {@code t}. */
    void backward(Image from, int f, Image activation, int a, Image to, int t) {
        int count = Math.min(run(from, to), run(activation, to));
        for (int y = 0; y < from.height(); y++) {
            for (int x = 0; x < from.width(); x += count / from.channels()) {
                kernel.reluGradient(
                        from.values(),
                        f * from.size() + from.offset(y, x),
                        activation.values(),
                        a * activation.size() + activation.offset(y, x),
                        to.values(),
                        t * to.size() + to.offset(y, x),
                        count);
            }
        }
    }
}
