package io.htsrl.cli.play;

/** A rectangle of a picture, in pixels from its upper left corner. Immutable. */
record Area(int left, int top, int width, int height) {

    /**
     * The smallest area outside of which two pictures are equal; null where they are equal everywhere.
     *
     * @param width of both pictures
     */
    static Area changed(int[] before, int[] after, int width) {
        int left = width;
        int right = -1;
        int top = -1;
        int bottom = -1;
        for (int i = 0; i < after.length; i++) {
            if (before[i] != after[i]) {
                int column = i % width;
                left = Math.min(left, column);
                right = Math.max(right, column);
                bottom = i / width;
                top = top < 0 ? bottom : top;
            }
        }
        return right < 0 ? null : new Area(left, top, right - left + 1, bottom - top + 1);
    }

    /** Its pixels, row after row, each as a square of {@code scale} x {@code scale}. */
    int[] enlarged(int[] picture, int pictureWidth, int scale) {
        int rowLength = width * scale;
        int[] pixels = new int[rowLength * height * scale];
        for (int y = 0; y < height * scale; y++) {
            int from = (top + y / scale) * pictureWidth + left;
            for (int x = 0; x < rowLength; x++) {
                pixels[y * rowLength + x] = picture[from + x / scale];
            }
        }
        return pixels;
    }
}
