package io.htsrl.policies.kernel;

import static jdk.incubator.vector.VectorOperators.I2F;
import static jdk.incubator.vector.VectorOperators.LSHR;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link VectorKernel#fractions}: four pixels of a frame are one int, each of a vector's lanes takes its byte out of the
 * int of its frame. A quarter of the time of a table.
 */
final class VectorFrames {
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VectorSpecies<Float> SPECIES = VectorKernel.SPECIES;
    private static final VectorSpecies<Integer> WORDS = SPECIES.withLanes(int.class);
    private static final int LANES = SPECIES.length();
    /** Vectors of four pixels of four frames. */
    private static final int PARTS = DenseKernel.ALIGNMENT / LANES;

    /** How far each lane's byte is from the lowest. */
    private static final int[] BITS = bits();

    private static final VectorMask<Integer> SECOND = lanesOf(1);
    private static final VectorMask<Integer> THIRD = lanesOf(2);
    private static final VectorMask<Integer> FOURTH = lanesOf(3);

    private VectorFrames() {}

    private static VectorMask<Integer> lanesOf(int frame) {
        boolean[] set = new boolean[LANES];
        for (int i = frame; i < LANES; i += 4) {
            set[i] = true;
        }
        return VectorMask.fromArray(WORDS, set, 0);
    }

    private static int[] bits() {
        int[] bits = new int[LANES];
        for (int i = 0; i < LANES; i++) {
            bits[i] = i / 4 * Byte.SIZE;
        }
        return bits;
    }

    static void fractions(byte[] bytes, int a, int b, int c, int d, float[] to, int t, int groups, int stride) {
        IntVector shifts = IntVector.fromArray(WORDS, BITS, 0);
        for (int i = 0; i < groups * PARTS; i++) {
            int group = i / PARTS, part = i % PARTS;
            IntVector words = IntVector.broadcast(WORDS, (int) INTS.get(bytes, a + 4 * group))
                    .blend((int) INTS.get(bytes, b + 4 * group), SECOND)
                    .blend((int) INTS.get(bytes, c + 4 * group), THIRD)
                    .blend((int) INTS.get(bytes, d + 4 * group), FOURTH);
            IntVector values = words.lanewise(LSHR, shifts.add(part * LANES / 4 * Byte.SIZE))
                    .and(0xff);
            ((FloatVector) values.convert(I2F, 0)).div(255f).intoArray(to, t + group * stride + part * LANES);
        }
    }
}
