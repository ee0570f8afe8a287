package io.htsrl.policies.gradient;

import io.htsrl.policies.image.Image;
import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.kernel.PlacedRows;

/** {@code to = max(from, 0)} from image to image of one height, width and depth, whatever their layouts. Any thread. */
final class Relu {
    private final DenseKernel kernel;
    private final Image from;
    private final Image to;
    private final PixelRuns runs;

    Relu(DenseKernel kernel, Image from, Image to) {
        this.kernel = kernel;
        this.from = from;
        this.to = to;
        runs = PixelRuns.of(from, to);
    }

    /** Image {@code f} of one to image {@code t} of the other. */
    void run(int f, int t) {
        PlacedRows source = runs.rows().get(0);
        PlacedRows target = runs.rows().get(1);
        for (int i = 0; i < source.offsets().length; i++) {
            kernel.relu(
                    source.values(),
                    f * from.size() + source.offsets()[i],
                    target.values(),
                    t * to.size() + target.offsets()[i],
                    runs.length());
        }
    }
}
