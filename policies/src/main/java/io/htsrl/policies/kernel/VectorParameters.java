package io.htsrl.policies.kernel;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** {@link ParameterKernel} in vectors. Only {@link Kernels} may name this class, as with {@link VectorKernel}. */
final class VectorParameters implements ParameterKernel {
    private static final VectorSpecies<Float> SPECIES = VectorKernel.SPECIES;
    private static final int LANES = SPECIES.length();

    private final ScalarParameters rest = new ScalarParameters();

    @Override
    public double sumOfSquares(float[] x) {
        return switch (LANES) {
            case 16 -> sumByEights(x);
            case 8 -> sumByFours(x);
            default -> rest.sumOfSquares(x);
        };
    }

    /** The product of two floats is exact in double: fma rounds as {@code +} alone does. */
    private static double sumByEights(float[] x) {
        DoubleVector sums = DoubleVector.zero(DoubleVector.SPECIES_512);
        int whole = x.length - x.length % SUMS;
        for (int i = 0; i < whole; i += SUMS) {
            DoubleVector value = (DoubleVector) FloatVector.fromArray(FloatVector.SPECIES_256, x, i)
                    .convertShape(VectorOperators.F2D, DoubleVector.SPECIES_512, 0);
            sums = value.fma(value, sums);
        }
        double total = ScalarParameters.restOfSquares(x, whole);
        for (int lane = 0; lane < SUMS; lane++) {
            total += sums.lane(lane);
        }
        return total;
    }

    private static double sumByFours(float[] x) {
        DoubleVector low = DoubleVector.zero(DoubleVector.SPECIES_256);
        DoubleVector high = DoubleVector.zero(DoubleVector.SPECIES_256);
        int whole = x.length - x.length % SUMS;
        for (int i = 0; i < whole; i += SUMS) {
            DoubleVector a = (DoubleVector) FloatVector.fromArray(FloatVector.SPECIES_128, x, i)
                    .convertShape(VectorOperators.F2D, DoubleVector.SPECIES_256, 0);
            DoubleVector b = (DoubleVector) FloatVector.fromArray(FloatVector.SPECIES_128, x, i + SUMS / 2)
                    .convertShape(VectorOperators.F2D, DoubleVector.SPECIES_256, 0);
            low = a.fma(a, low);
            high = b.fma(b, high);
        }
        double total = ScalarParameters.restOfSquares(x, whole);
        for (int lane = 0; lane < SUMS / 2; lane++) {
            total += low.lane(lane);
        }
        for (int lane = 0; lane < SUMS / 2; lane++) {
            total += high.lane(lane);
        }
        return total;
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
            m.intoArray(first, i);
            v.intoArray(second, i);
            FloatVector root = v.sqrt().mul(step.rootCorrection()).add(step.epsilon());
            FloatVector p = FloatVector.fromArray(SPECIES, parameters, i)
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
