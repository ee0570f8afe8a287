package io.htsrl.experiments.theory;

import io.htsrl.environments.wrapper.StepTime;
import java.util.Optional;
import org.apache.commons.statistics.distribution.GammaDistribution;

/**
 * Claim 1 of the paper (Eq. 7): the time that {@code hts} takes for K steps when n environments meet every α steps and
 * a step takes an exponential time of rate β. Immutable, any thread.
 *
 * <pre>E[T] = K/(n α) · (γ/β · (1 + (α-1)/(β F⁻¹(1-1/n))) + F⁻¹(1-1/n)) + K c/n</pre>
 *
 * <p>F is the distribution function of Gamma(α, β), the distribution of α steps' time; γ is Euler's constant. The
 * bracket is the expectation of the greatest of n such times by extreme-value theory, which is good for large n.
 * Compared with {@link ScheduleSimulation} it predicts 18 to 2 % too much throughput at n = 2 (α from 1 to 512; 9 % at
 * 16), and at most 2.3 % from n = 8. It assumes that the learner finishes before the environments.
 *
 * <p>Gamma times of shape s add up to Gamma(α s, s β), so the claim holds for them with α s in place of α in each
 * distribution.
 *
 * @param environments n, at least 2: a single time has no greatest
 * @param syncInterval α, in steps
 * @param shape s, shape of one step's time; 1: exponential
 * @param rate rate of one step's gamma distribution, per second: shape / mean
 * @param actorSeconds c, the actor's time per state
 */
public record ClaimOne(int environments, int syncInterval, double shape, double rate, double actorSeconds) {
    private static final double EULER_MASCHERONI = 0.57721566490153286;

    /**
     * Returns the claim for these step times, or empty where it does not apply. It applies neither to a single
     * environment, nor to times of 0, nor to steps that burn, nor to distributions other than exponential, gamma or
     * recorded, nor where {@link #ofRecorded} is empty.
     */
    public static Optional<ClaimOne> of(StepTime time, int environments, int syncInterval, double actorSeconds) {
        double shape = shape(time);
        double mean = time.meanSeconds();
        if (Double.isNaN(shape) || time.burn() || time.meanNanos() == 0 || environments < 2) {
            return Optional.empty();
        }
        return time.trace() != null
                ? ofRecorded(environments, syncInterval, shape, mean, actorSeconds)
                : Optional.of(new ClaimOne(environments, syncInterval, shape, shape / mean, actorSeconds));
    }

    /**
     * Returns the claim for recorded times of this shape and mean, or empty where they have so much variance that the
     * sum of an interval's times has a shape below 1: the claim's approximation of their greatest may be negative.
     */
    public static Optional<ClaimOne> ofRecorded(
            int environments, int syncInterval, double shape, double meanSeconds, double actorSeconds) {
        return shape * syncInterval < 1
                ? Optional.empty()
                : Optional.of(new ClaimOne(environments, syncInterval, shape, shape / meanSeconds, actorSeconds));
    }

    /**
     * Returns the shape; NaN where the claim does not apply. Recorded times are treated as gamma times of their mean
     * and spread.
     */
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

    /** Returns the steps per second that no schedule can exceed: those of n environments that never wait. */
    public static double zeroWaitBound(int environments, double meanSeconds) {
        return environments / meanSeconds;
    }

    /** Returns E[T]: the expected seconds for {@code steps} steps of all environments together. */
    public double seconds(double steps) {
        return steps / environments * (greatestSeconds() / syncInterval + actorSeconds);
    }

    /** Returns the steps per second of all environments together. */
    public double stepsPerSecond() {
        return 1 / seconds(1);
    }

    /** Returns the expectation of the greatest of n times for α steps: the bracket of Eq. 7. */
    private double greatestSeconds() {
        double a = syncInterval * shape;
        double quantile = GammaDistribution.of(a, 1 / rate).inverseSurvivalProbability(1.0 / environments);
        return EULER_MASCHERONI / rate * (1 + (a - 1) / (rate * quantile)) + quantile;
    }
}
