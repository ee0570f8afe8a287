package io.htsrl.policies.kernel;

import java.util.Arrays;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link ParameterKernel} in vectors. Only {@link Kernels} may name this class, as with {@link VectorKernel}; of its
 * vectors, too: where one JVM has float vectors of two lengths, the JIT compiler keeps both types in the profile of
 * {@code intoArray}, and every kernel that it compiles from then on allocates.
 */
final class VectorParameters implements ParameterKernel {
    private static final VectorSpecies<Float> SPECIES = VectorKernel.SPECIES;
    private static final int LANES = SPECIES.length();

    private final ScalarParameters rest = new ScalarParameters();

    @Override
    public double sumOfSquares(float[] x) {
        return LANES == 16 ? sumByEights(x) : LANES == 8 ? sumByFours(x) : rest.sumOfSquares(x);
    }

    /**
     * Sums squares by {@link #SUMS} lanes. The product of two floats is exact in double, so fma rounds as {@code +}
     * does.
     */
    private static double sumByEights(float[] x) {
        DoubleVector sums = DoubleVector.zero(DoubleVector.SPECIES_512);
        int whole = x.length - x.length % LANES;
        for (int i = 0; i < whole; i += LANES) {
            FloatVector both = FloatVector.fromArray(SPECIES, x, i);
            DoubleVector low = (DoubleVector) both.convert(VectorOperators.F2D, 0);
            DoubleVector high = (DoubleVector) both.convert(VectorOperators.F2D, 1);
            sums = low.fma(low, sums);
            sums = high.fma(high, sums);
        }
        return ScalarParameters.finishSquares(x, whole, sums.toArray());
    }

    private static double sumByFours(float[] x) {
        DoubleVector lows = DoubleVector.zero(DoubleVector.SPECIES_256);
        DoubleVector highs = DoubleVector.zero(DoubleVector.SPECIES_256);
        int whole = x.length - x.length % LANES;
        for (int i = 0; i < whole; i += LANES) {
            FloatVector both = FloatVector.fromArray(SPECIES, x, i);
            DoubleVector low = (DoubleVector) both.convert(VectorOperators.F2D, 0);
            DoubleVector high = (DoubleVector) both.convert(VectorOperators.F2D, 1);
            lows = low.fma(low, lows);
            highs = high.fma(high, highs);
        }
        double[] sums = Arrays.copyOf(lows.toArray(), SUMS);
        System.arraycopy(highs.toArray(), 0, sums, SUMS / 2, SUMS / 2);
        return ScalarParameters.finishSquares(x, whole, sums);
    }

    @Override
    public boolean adam(
            AdamStep step, float[] parameters, float[] gradient, float[] first, float[] second, int from, int to) {
        FloatVector differences = FloatVector.zero(SPECIES);
        int i = from;
        for (; i + LANES <= to; i += LANES) {
            FloatVector g = FloatVector.fromArray(SPECIES, gradient, i).mul(step.scale());
            FloatVector m =
                    FloatVector.fromArray(SPECIES, first, i).mul(step.keep1()).add(g.mul(step.take1()));
            FloatVector v = FloatVector.fromArray(SPECIES, second, i)
                    .mul(step.keep2())
                    .add(g.mul(g).mul(step.take2()));
            m = m.blend(0f, m.abs().compare(VectorOperators.LT, LEAST_MOMENT));
            v = v.blend(0f, v.compare(VectorOperators.LT, LEAST_SQUARE));
            m.intoArray(first, i);
            v.intoArray(second, i);
            FloatVector root = v.sqrt().mul(step.rootCorrection()).add(step.epsilon());
            FloatVector p = FloatVector.fromArray(SPECIES, parameters, i)
                    .mul(step.decay())
                    .sub(m.div(root).mul(step.rate()));
            p.intoArray(parameters, i);
            differences = differences.add(p.sub(p)); // 0 for a finite p, NaN for any other
        }
        boolean finite = rest.adam(step, parameters, gradient, first, second, i, to);
        return finite && differences.reduceLanes(VectorOperators.ADD) == 0;
    }

    @Override
    public boolean rmsProp(RmsPropStep step, float[] parameters, float[] gradient, float[] square, int from, int to) {
        FloatVector differences = FloatVector.zero(SPECIES);
        int i = from;
        for (; i + LANES <= to; i += LANES) {
            FloatVector g = FloatVector.fromArray(SPECIES, gradient, i).mul(step.scale());
            FloatVector v = FloatVector.fromArray(SPECIES, square, i)
                    .mul(step.keep())
                    .add(g.mul(g).mul(step.take()));
            v = v.blend(0f, v.compare(VectorOperators.LT, LEAST_SQUARE));
            v.intoArray(square, i);
            FloatVector p = FloatVector.fromArray(SPECIES, parameters, i)
                    .sub(g.div(v.sqrt().add(step.epsilon())).mul(step.rate()));
            p.intoArray(parameters, i);
            differences = differences.add(p.sub(p));
        }
        boolean finite = rest.rmsProp(step, parameters, gradient, square, i, to);
        return finite && differences.reduceLanes(VectorOperators.ADD) == 0;
    }
}
