package io.htsrl.experiments.theory;

import io.htsrl.environments.StepTime;
import java.util.Optional;
import org.apache.commons.statistics.distribution.GammaDistribution;

/**
 * Claim 1 of the paper (Eq. 7): how long {@code hts} takes for K steps when n environments meet every α steps and a
 * step takes an exponential time of rate β. Immutable, any thread.
 *
 * <pre>E[T] = K/(n α) · (γ/β · (1 + (α-1)/(β F⁻¹(1-1/n))) + F⁻¹(1-1/n)) + K c/n</pre>
 *
 * <p>F is the distribution function of Gamma(α, β), that of α steps' time, γ Euler's constant. It is the expectation
 * of the greatest of n such times by extreme-value theory, good for large n: against {@link ScheduleSimulation} it
 * promises 18 to 2 % too much throughput at n = 2 (α from 1 to 512; 9 % at 16), at most 2.3 % from n = 8. The learner
 * is assumed to be done before the environments are.
 *
 * <p>Gamma times of shape s add up to Gamma(α s, s β), so the claim holds for them with α s in place of α wherever a
 * distribution is meant.
 *
 * @param environments n, at least 2: of a single one there is no greatest
 * @param syncInterval α, in steps
 * @param shape        s, of one step's time; 1: exponential
 * @param rate         of one step's gamma distribution, per second: shape / mean
 * @param actorSeconds c, the actor's time per state
 */
public record ClaimOne(int environments, int syncInterval, double shape, double rate, double actorSeconds) {
    private static final double EULER_MASCHERONI = 0.57721566490153286;

    /** The paper's case: exponential step times of rate β per second. */
    public ClaimOne(int environments, int syncInterval, double rate, double actorSeconds) {
        this(environments, syncInterval, 1, rate, actorSeconds);
    }

    /**
     * The claim for these step times, or nothing where it does not speak of them: times that are neither exponential,
     * nor gamma, nor recorded, that take no time, or that burn; a single environment; recorded times that vary so much that
     * the sum of an interval's has a shape below 1, of whose greatest the claim's approximation may be negative.
     */
    public static Optional<ClaimOne> of(StepTime time, int environments, int syncInterval, double actorSeconds) {
        double shape = shape(time);
        if (time.trace() != null && shape * syncInterval < 1) {
            return Optional.empty();
        }
        if (Double.isNaN(shape) || time.burn() || time.meanNanos() == 0 || environments < 2) {
            return Optional.empty();
        }
        return Optional.of(new ClaimOne(environments, syncInterval, shape, shape / time.meanSeconds(), actorSeconds));
    }

    /** NaN where the claim does not speak of such times. Recorded ones are taken for gamma times of their mean and spread. */
    private static double shape(StepTime time) {
        return switch (time.distribution()) {
            case EXPONENTIAL -> 1;
            case GAMMA -> time.shape();
            case TRACE -> {
                double cv = time.deviationSeconds() / time.meanSeconds();
                yield cv > 0 ? 1 / (cv * cv) : Double.NaN;
            }
            default -> Double.NaN;
        };
    }

    /** Steps per second that no schedule can exceed: n environments that never wait. */
    public static double zeroWaitBound(int environments, double meanSeconds) {
        return environments / meanSeconds;
    }

    /** E[T]: the seconds that {@code steps} steps, of all environments together, are expected to take. */
    public double seconds(double steps) {
        return steps / environments * (greatestSeconds() / syncInterval + actorSeconds);
    }

    /** Steps of all environments together, per second. */
    public double stepsPerSecond() {
        return 1 / seconds(1);
    }

    /** The expectation of the greatest of n times for α steps: the bracket of Eq. 7. */
    private double greatestSeconds() {
        double a = syncInterval * shape;
        double quantile = GammaDistribution.of(a, 1 / rate).inverseSurvivalProbability(1.0 / environments);
        return EULER_MASCHERONI / rate * (1 + (a - 1) / (rate * quantile)) + quantile;
    }
}
