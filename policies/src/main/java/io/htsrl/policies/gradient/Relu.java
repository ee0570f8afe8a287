package io.htsrl.policies.gradient;

import io.htsrl.policies.image.Image;
import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.kernel.RowOffsets;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

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

    /** Computes image {@code t} of the one array from image {@code f} of the other. */
    void run(int f, int t) {
        RowOffsets source = runs.rows().get(0);
        RowOffsets target = runs.rows().get(1);
        for (int i = 0; i < source.offsets().length; i++) {
            kernel.relu(
                    source.values(),
                    f * from.size() + source.offsets()[i],
                    target.values(),
                    t * to.size() + target.offsets()[i],
                    runs.length());
        }
    }

    /**
     * Longest contiguous runs in several images of one height, width and depth: whole images with their borders if all
     * have one layout, rows if no layout has blocks, else pixels.
     *
     * @param rows of the images, in their order: where the runs begin in the first image of each array
     * @param length floats of a run
     */
    private record PixelRuns(List<RowOffsets> rows, int length) {

        static PixelRuns of(Image... images) {
            Image first = images[0];
            if (Stream.of(images).allMatch(image -> sameLayout(image, first))) {
                int[] origin = {first.begin(0)};
                return new PixelRuns(placed(images, image -> origin), first.size());
            }
            boolean plain = Stream.of(images).allMatch(image -> image.block() == 1);
            int step = plain ? first.width() : 1;
            return new PixelRuns(placed(images, image -> every(step, image.pixels())), step * first.channels());
        }

        private static boolean sameLayout(Image a, Image b) {
            return a.over(null).equals(b.over(null));
        }

        private static List<RowOffsets> placed(Image[] images, Function<Image, int[]> offsets) {
            return Stream.of(images)
                    .map(image -> new RowOffsets(image.values(), offsets.apply(image)))
                    .toList();
        }

        private static int[] every(int step, int[] pixels) {
            int[] some = new int[pixels.length / step];
            for (int i = 0; i < some.length; i++) {
                some[i] = pixels[i * step];
            }
            return some;
        }
    }

    /**
     * Gradient of relu: {@code to = from} where {@code activation > 0}, else 0, between images of one height, width and
     * depth, whatever their layouts. Any thread.
     */
    static final class ReluGradient {
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

        /** Computes images {@code f}, {@code a} and {@code t}. */
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
}
