package io.htsrl.policies.kernel;

import static jdk.incubator.vector.VectorOperators.EQ;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/**
 * Loop of {@link VectorKernel#maxGradient}, without helper methods: the JIT compiler always inlines the vectors' own
 * methods, but a helper only while a method is small, and otherwise allocates.
 */
final class VectorMaxPool {
    private static final VectorSpecies<Float> SPECIES = VectorKernel.SPECIES;
    private static final int LANES = SPECIES.length();

    private VectorMaxPool() {}

    static void gradient(
            float[] values,
            int[] taps,
            int shift,
            float[] outer,
            int o,
            float[] gradient,
            int[] gradientTaps,
            int gradientShift,
            int count) {
        int at0 = taps[0] + shift, to0 = gradientTaps[0] + gradientShift;
        int at1 = taps[1] + shift, to1 = gradientTaps[1] + gradientShift;
        int at2 = taps[2] + shift, to2 = gradientTaps[2] + gradientShift;
        int at3 = taps[3] + shift, to3 = gradientTaps[3] + gradientShift;
        int at4 = taps[4] + shift, to4 = gradientTaps[4] + gradientShift;
        int at5 = taps[5] + shift, to5 = gradientTaps[5] + gradientShift;
        int at6 = taps[6] + shift, to6 = gradientTaps[6] + gradientShift;
        int at7 = taps[7] + shift, to7 = gradientTaps[7] + gradientShift;
        int at8 = taps[8] + shift, to8 = gradientTaps[8] + gradientShift;
        for (int i = 0; i < count; i += LANES) {
            FloatVector v0 = FloatVector.fromArray(SPECIES, values, at0 + i);
            FloatVector v1 = FloatVector.fromArray(SPECIES, values, at1 + i);
            FloatVector v2 = FloatVector.fromArray(SPECIES, values, at2 + i);
            FloatVector v3 = FloatVector.fromArray(SPECIES, values, at3 + i);
            FloatVector v4 = FloatVector.fromArray(SPECIES, values, at4 + i);
            FloatVector v5 = FloatVector.fromArray(SPECIES, values, at5 + i);
            FloatVector v6 = FloatVector.fromArray(SPECIES, values, at6 + i);
            FloatVector v7 = FloatVector.fromArray(SPECIES, values, at7 + i);
            FloatVector v8 = FloatVector.fromArray(SPECIES, values, at8 + i);
            FloatVector most =
                    v0.max(v1).max(v2).max(v3).max(v4).max(v5).max(v6).max(v7).max(v8);
            // gradient left for later elements: 0 where an earlier one has the maximum
            FloatVector zero = FloatVector.zero(SPECIES);
            FloatVector rest = FloatVector.fromArray(SPECIES, outer, o + i);
            VectorMask<Float> m0 = v0.compare(EQ, most);
            FloatVector.fromArray(SPECIES, gradient, to0 + i)
                    .add(zero.blend(rest, m0))
                    .intoArray(gradient, to0 + i);
            rest = rest.blend(0f, m0);
            VectorMask<Float> m1 = v1.compare(EQ, most);
            FloatVector.fromArray(SPECIES, gradient, to1 + i)
                    .add(zero.blend(rest, m1))
                    .intoArray(gradient, to1 + i);
            rest = rest.blend(0f, m1);
            VectorMask<Float> m2 = v2.compare(EQ, most);
            FloatVector.fromArray(SPECIES, gradient, to2 + i)
                    .add(zero.blend(rest, m2))
                    .intoArray(gradient, to2 + i);
            rest = rest.blend(0f, m2);
            VectorMask<Float> m3 = v3.compare(EQ, most);
            FloatVector.fromArray(SPECIES, gradient, to3 + i)
                    .add(zero.blend(rest, m3))
                    .intoArray(gradient, to3 + i);
            rest = rest.blend(0f, m3);
            VectorMask<Float> m4 = v4.compare(EQ, most);
            FloatVector.fromArray(SPECIES, gradient, to4 + i)
                    .add(zero.blend(rest, m4))
                    .intoArray(gradient, to4 + i);
            rest = rest.blend(0f, m4);
            VectorMask<Float> m5 = v5.compare(EQ, most);
            FloatVector.fromArray(SPECIES, gradient, to5 + i)
                    .add(zero.blend(rest, m5))
                    .intoArray(gradient, to5 + i);
            rest = rest.blend(0f, m5);
            VectorMask<Float> m6 = v6.compare(EQ, most);
            FloatVector.fromArray(SPECIES, gradient, to6 + i)
                    .add(zero.blend(rest, m6))
                    .intoArray(gradient, to6 + i);
            rest = rest.blend(0f, m6);
            VectorMask<Float> m7 = v7.compare(EQ, most);
            FloatVector.fromArray(SPECIES, gradient, to7 + i)
                    .add(zero.blend(rest, m7))
                    .intoArray(gradient, to7 + i);
            rest = rest.blend(0f, m7);
            VectorMask<Float> m8 = v8.compare(EQ, most);
            FloatVector.fromArray(SPECIES, gradient, to8 + i)
                    .add(zero.blend(rest, m8))
                    .intoArray(gradient, to8 + i);
        }
    }
}
