package io.htsrl.policies.check;

/** Equality of raw bits: two NaNs may differ, and 0 from -0. Stateless, any thread. */
final class Bits {

    private Bits() {}

    static boolean equal(float[] a, float[] b) {
        return a.length == b.length && equal(a, 0, b, 0, a.length);
    }

    static boolean equal(float[] a, int aOffset, float[] b, int bOffset, int count) {
        for (int i = 0; i < count; i++) {
            if (Float.floatToRawIntBits(a[aOffset + i]) != Float.floatToRawIntBits(b[bOffset + i])) {
                return false;
            }
        }
        return true;
    }
}
