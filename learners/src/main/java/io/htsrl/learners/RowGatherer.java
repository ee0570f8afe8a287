package io.htsrl.learners;

import io.htsrl.storage.StorageBank;

/** Copies observation rows of a bank into a contiguous float matrix; bytes become fractions of 255. One thread. */
final class RowGatherer {
    private final float[] observations;

    RowGatherer(int maxRows, int observationSize) {
        observations = new float[Math.multiplyExact(maxRows, observationSize)];
    }

    /** Rows {@code order[from .. from+count)} as {@code [count][observation]}; valid until the next call. */
    float[] gather(StorageBank bank, int[] order, int from, int count) {
        int size = bank.shape().observationSpace().size();
        for (int i = 0; i < count; i++) {
            copy(bank, order[from + i] * size, i * size, size);
        }
        return observations;
    }

    /** The first {@code count} rows in bank order. */
    float[] gather(StorageBank bank, int count) {
        copy(bank, 0, 0, count * bank.shape().observationSpace().size());
        return observations;
    }

    private void copy(StorageBank bank, int from, int to, int length) {
        copy(bank.floatObservations(), bank.byteObservations(), from, observations, to, length);
    }

    /** Fills {@code to} from whichever of the two arrays there is. */
    static void copy(float[] floats, byte[] bytes, float[] to) {
        copy(floats, bytes, 0, to, 0, to.length);
    }

    private static void copy(float[] floats, byte[] bytes, int from, float[] to, int at, int length) {
        if (floats != null) {
            System.arraycopy(floats, from, to, at, length);
            return;
        }
        for (int i = 0; i < length; i++) {
            to[at + i] = (bytes[from + i] & 0xFF) / 255f; // as the acting side converts
        }
    }
}
