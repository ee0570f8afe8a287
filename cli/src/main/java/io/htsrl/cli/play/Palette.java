package io.htsrl.cli.play;

import java.awt.image.BufferedImage;
import java.awt.image.DataBuffer;
import java.awt.image.IndexColorModel;
import java.util.Arrays;
import java.util.Optional;

/** The colours of a picture that has at most 256, in ascending order: as many as a GIF can index. Immutable. */
final class Palette {
    private static final int MOST = 256;

    private final int[] colours;

    private Palette(int[] colours) {
        this.colours = colours;
    }

    /** The colours of {@code pixels}; none where there are too many. */
    static Optional<Palette> of(int[] pixels) {
        int[] found = new int[MOST];
        int size = 0;
        for (int i = 0; i < pixels.length; i++) {
            if (i > 0 && pixels[i] == pixels[i - 1]) {
                continue; // most pixels are like their neighbour
            }
            int place = Arrays.binarySearch(found, 0, size, pixels[i]);
            if (place < 0) {
                if (size == MOST) {
                    return Optional.empty();
                }
                System.arraycopy(found, -place - 1, found, -place, size++ + place + 1);
                found[-place - 1] = pixels[i];
            }
        }
        return Optional.of(new Palette(Arrays.copyOf(found, size)));
    }

    /** Whether every colour of {@code other} is here. */
    boolean holds(Palette other) {
        return Arrays.stream(other.colours).allMatch(colour -> Arrays.binarySearch(colours, colour) >= 0);
    }

    /** A picture of indices into this palette, with as few bits each as there may be. */
    BufferedImage indexed(int[] pixels, int width) {
        int height = pixels.length / width;
        int[] indices = new int[pixels.length];
        for (int i = 0; i < pixels.length; i++) {
            indices[i] = i > 0 && pixels[i] == pixels[i - 1] ? indices[i - 1] : Arrays.binarySearch(colours, pixels[i]);
        }
        BufferedImage image = new BufferedImage(
                width,
                height,
                bits() < 8 ? BufferedImage.TYPE_BYTE_BINARY : BufferedImage.TYPE_BYTE_INDEXED,
                new IndexColorModel(bits(), colours.length, colours, 0, false, -1, DataBuffer.TYPE_BYTE));
        image.getRaster().setSamples(0, 0, width, height, 0, indices);
        return image;
    }

    private int bits() {
        return colours.length <= 2 ? 1 : colours.length <= 4 ? 2 : colours.length <= 16 ? 4 : 8;
    }
}
