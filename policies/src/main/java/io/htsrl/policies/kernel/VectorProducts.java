package io.htsrl.policies.kernel;

/** {@link VectorKernel#products}: which tile of {@link VectorProductTiles} computes which sums. */
final class VectorProducts {
    private static final int LANES = VectorKernel.SPECIES.length();

    private VectorProducts() {}

    static void sums(
            PlacedRows left, int leftShift, PlacedRows right, int rightShift, int first, int count, Sums sums) {
        int end = first + count;
        int j = 0;
        if (VectorKernel.WIDE) {
            for (; j + 4 * LANES <= sums.width(); j += 4 * LANES) {
                for (int i = 0; i < sums.height(); i += 4) {
                    VectorProductTiles.fourByFour(
                            left,
                            leftShift + i,
                            right,
                            rightShift + j,
                            first,
                            end,
                            sums.values(),
                            sums.index(i, j),
                            sums.stride());
                }
            }
        }
        for (; j + 2 * LANES <= sums.width(); j += 2 * LANES) {
            twoVectors(left, leftShift, right, rightShift, first, end, sums, j);
        }
        if (j < sums.width()) {
            oneVector(left, leftShift, right, rightShift, first, end, sums, j);
        }
    }

    private static void twoVectors(
            PlacedRows left, int leftShift, PlacedRows right, int rightShift, int first, int end, Sums sums, int j) {
        int i = 0;
        if (VectorKernel.WIDE) {
            for (; i + 8 <= sums.height(); i += 8) {
                VectorProductTiles.eightByTwo(
                        left,
                        leftShift + i,
                        right,
                        rightShift + j,
                        first,
                        end,
                        sums.values(),
                        sums.index(i, j),
                        sums.stride());
            }
        }
        for (; i < sums.height(); i += 4) {
            VectorProductTiles.fourByTwo(
                    left,
                    leftShift + i,
                    right,
                    rightShift + j,
                    first,
                    end,
                    sums.values(),
                    sums.index(i, j),
                    sums.stride());
        }
    }

    private static void oneVector(
            PlacedRows left, int leftShift, PlacedRows right, int rightShift, int first, int end, Sums sums, int j) {
        int i = 0;
        for (; i + 8 <= sums.height(); i += 8) {
            VectorProductTiles.eightByOne(
                    left,
                    leftShift + i,
                    right,
                    rightShift + j,
                    first,
                    end,
                    sums.values(),
                    sums.index(i, j),
                    sums.stride());
        }
        for (; i < sums.height(); i += 4) {
            VectorProductTiles.fourByOne(
                    left,
                    leftShift + i,
                    right,
                    rightShift + j,
                    first,
                    end,
                    sums.values(),
                    sums.index(i, j),
                    sums.stride());
        }
    }
}
