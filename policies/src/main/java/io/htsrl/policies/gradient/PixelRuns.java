package io.htsrl.policies.gradient;

import io.htsrl.policies.image.Image;
import io.htsrl.policies.kernel.PlacedRows;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What lies side by side in several images of one height, width and depth: whole images with their borders if all have
 * one layout, rows if no layout has blocks, else pixels.
 *
 * @param rows   of the images, in their order: where the runs begin in the first image of each array
 * @param length floats of a run
 */
record PixelRuns(List<PlacedRows> rows, int length) {

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

    private static List<PlacedRows> placed(Image[] images, Function<Image, int[]> offsets) {
        return Stream.of(images)
                .map(image -> new PlacedRows(image.values(), offsets.apply(image)))
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
