package io.htsrl.environments.wrapper;

import io.htsrl.core.math.DeterministicMath;
import io.htsrl.core.random.BoxMuller;
import io.htsrl.core.random.RandomStream;

/**
 * Draws step times: a pure function of a stream and an index. Immutable, any thread. Draw {@code (index, i)} of the
 * stream is sub-draw {@code i} of sample {@code index}.
 *
 * <p>Exponential and Pareto by the inverse of their distribution function, lognormal from a Box-Muller normal, gamma by
 * rejection: Marsaglia and Tsang, "A simple method for generating gamma variables", ACM TOMS 26 (2000). A trace is
 * replayed in its order, cyclically, from an index that the stream draws: the order of recorded times (slow phases,
 * fast phases) affects waiting as much as their frequency.
 */
public final class StepTimeSampler {
    /** Number of attempts: each is rejected with a probability below 0.05, so all of them with one below 1e-83. */
    private static final int GAMMA_ATTEMPTS = 64;

    private final StepTime time;
    private final RandomStream stream;
    private final int traceStart;

    public StepTimeSampler(StepTime time, RandomStream stream) {
        this.time = time;
        this.stream = stream;
        this.traceStart = time.trace() == null
                ? 0
                : (int) (stream.uniform(0, 0) * time.trace().length());
    }

    /** Returns sample {@code index}, in nanoseconds, at least 0. */
    public long nanos(long index) {
        double shape = time.shape();
        double unit = switch (time.distribution()) {
            case CONSTANT -> 1;
            case UNIFORM -> 2 * stream.uniform(index, 0);
            case EXPONENTIAL -> -DeterministicMath.log(positiveUniform(index, 0));
            case GAMMA -> gamma(index, shape) / shape;
            case LOGNORMAL -> DeterministicMath.exp(shape * normal(index, 0) - shape * shape / 2);
            case PARETO -> (shape - 1) / shape * power(positiveUniform(index, 0), -1 / shape);
            case TRACE ->
                time.trace().unit(Math.floorMod(index + traceStart, time.trace().length()));
        };
        return Math.round(time.meanNanos() * unit);
    }

    /**
     * Draws a gamma variable of scale 1; for a shape below 1 {@code G(a) = G(a + 1) U^(1/a)}, section 6 of the paper.
     */
    private double gamma(long index, double shape) {
        if (shape >= 1) {
            return gammaOfLargeShape(index, shape);
        }
        double boost = power(positiveUniform(index, 3 * GAMMA_ATTEMPTS), 1 / shape);
        return gammaOfLargeShape(index, shape + 1) * boost;
    }

    private double gammaOfLargeShape(long index, double shape) {
        double d = shape - 1.0 / 3.0;
        double c = 1 / Math.sqrt(9 * d);
        for (int attempt = 0; attempt < GAMMA_ATTEMPTS; attempt++) {
            double x = normal(index, 3L * attempt);
            double root = 1 + c * x;
            double v = root * root * root;
            double logUniform = DeterministicMath.log(positiveUniform(index, 3L * attempt + 2));
            if (v > 0 && logUniform < 0.5 * x * x + d - d * v + d * DeterministicMath.log(v)) {
                return d * v;
            }
        }
        return d;
    }

    /** Returns a standard normal variable from sub-draws {@code draw} and {@code draw + 1}. */
    private double normal(long index, long draw) {
        return BoxMuller.normal(stream.uniform(index, draw), stream.uniform(index, draw + 1));
    }

    /** Returns {@code base^exponent} of a positive base. */
    private static double power(double base, double exponent) {
        return DeterministicMath.exp(exponent * DeterministicMath.log(base));
    }

    /** Returns a uniform variable in {@code (0, 1]}: its logarithm is finite. */
    private double positiveUniform(long index, long draw) {
        return 1 - stream.uniform(index, draw);
    }
}
