package io.htsrl.core.math;

/**
 * Finds NaN and infinities. A clean array costs one pass of independent sums, about a quarter of a nanosecond an
 * element. Pure functions, any thread; allocates nothing.
 */
public final class NotFinite {

    private NotFinite() {}

    /** Returns the index, from {@code offset}, of the first element that is NaN or infinite; -1 when all are finite. */
    public static int first(float[] array, int offset, int length) {
        return clean(array, offset, length) ? -1 : find(array, offset);
    }

    /** Returns the number of elements that are NaN or infinite. */
    public static int count(float[] array, int offset, int length) {
        int count = 0;
        for (int i = offset; i < offset + length; i++) {
            count += Float.isFinite(array[i]) ? 0 : 1;
        }
        return count;
    }

    /** Returns whether all are finite: x - x is 0 if x is, else NaN, which sums keep. No branch, independent sums. */
    @SuppressWarnings("IdentityBinaryExpression")
    private static boolean clean(float[] array, int offset, int length) {
        float sum0 = 0;
        float sum1 = 0;
        float sum2 = 0;
        float sum3 = 0;
        int i = offset;
        for (int end = offset + length - 3; i < end; i += 4) {
            sum0 += array[i] - array[i];
            sum1 += array[i + 1] - array[i + 1];
            sum2 += array[i + 2] - array[i + 2];
            sum3 += array[i + 3] - array[i + 3];
        }
        for (int end = offset + length; i < end; i++) {
            sum0 += array[i] - array[i];
        }
        return sum0 + sum1 + sum2 + sum3 == 0;
    }

    private static int find(float[] array, int offset) {
        int i = 0;
        while (Float.isFinite(array[offset + i])) {
            i++;
        }
        return i;
    }
}
