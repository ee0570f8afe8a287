package io.htsrl.environments;

import io.htsrl.core.ConfigurationException;
import io.htsrl.core.Violations;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the time of a step is drawn from: {@code exponential:5ms}, {@code gamma(0.5):2ms},
 * {@code lognormal(1.0):500us:burn}. Immutable. {@link StepTimeSampler} draws from it.
 *
 * @param distribution the family
 * @param shape        gamma: shape; lognormal: σ; Pareto: tail index (above 1); 1 for the others, which have none
 * @param meanNanos    the mean, in nanoseconds, from 0 to an hour
 * @param burn         whether a step burns processor time instead of blocking
 */
public record StepTime(Distribution distribution, double shape, long meanNanos, boolean burn) {

    /** The family that step times are drawn from. */
    public enum Distribution {
        CONSTANT(false, 1), EXPONENTIAL(false, 1), GAMMA(true, 1), LOGNORMAL(true, 1), PARETO(true, 2.5);

        private final boolean hasShape;
        private final double defaultShape;

        Distribution(boolean hasShape, double defaultShape) {
            this.hasShape = hasShape;
            this.defaultShape = defaultShape;
        }

        private boolean allows(double shape) {
            return Double.isFinite(shape) && shape > (this == PARETO ? 1 : 0);
        }
    }

    private static final long MAX_MEAN_NANOS = 3_600_000_000_000L;
    private static final Pattern FORM =
            Pattern.compile("([a-z]+)(?:\\(([0-9.eE+-]+)\\))?:([0-9.]+)(ns|us|ms|s)(?::(block|burn))?");

    /** @throws IllegalArgumentException when the shape or the mean does not fit */
    public StepTime {
        if (!distribution.allows(shape)) {
            throw new IllegalArgumentException("shape " + shape + " of a " + distribution + " step time must be above "
                    + (distribution == Distribution.PARETO ? 1 : 0) + " and finite");
        }
        if (meanNanos < 0 || meanNanos > MAX_MEAN_NANOS) {
            throw new IllegalArgumentException(
                    "mean step time " + meanNanos + " ns must be in 0 .. " + MAX_MEAN_NANOS);
        }
        // equal distributions are equal records
        shape = distribution.hasShape ? shape : distribution.defaultShape;
    }

    /**
     * Reads the command line's form, {@code DISTRIBUTION[(SHAPE)]:MEAN[:block|burn]}; upper and lower case are the
     * same.
     *
     * @throws ConfigurationException when it is malformed or does not fit
     */
    public static StepTime parse(String text) {
        Matcher m = FORM.matcher(text.trim().toLowerCase(Locale.ROOT));
        if (!m.matches()) {
            throw bad(text);
        }
        try {
            Distribution distribution = Distribution.valueOf(m.group(1).toUpperCase(Locale.ROOT));
            if (m.group(2) != null && !distribution.hasShape) {
                throw bad(text);
            }
            double shape = m.group(2) == null ? distribution.defaultShape : Double.parseDouble(m.group(2));
            double mean = Double.parseDouble(m.group(3)) * nanosPer(m.group(4));
            return new StepTime(distribution, shape, Math.round(mean), "burn".equals(m.group(5)));
        } catch (IllegalArgumentException e) {
            throw bad(text);
        }
    }

    private static double nanosPer(String unit) {
        return switch (unit) {
            case "ns" -> 1;
            case "us" -> 1e3;
            case "ms" -> 1e6;
            default -> 1e9;
        };
    }

    private static ConfigurationException bad(String text) {
        return new ConfigurationException(new Violations().add("--step-time", text,
                "must read DISTRIBUTION[(SHAPE)]:MEAN[:block|burn] with one of constant, exponential, gamma, "
                        + "lognormal, pareto, a positive shape (above 1 for pareto; none for constant and "
                        + "exponential), and a mean of at most an hour in ns, us, ms or s",
                "give exponential:5ms or gamma(0.5):2ms:burn, for example"));
    }

    /** The form that {@link #parse} reads. */
    @Override
    public String toString() {
        String shapeText = distribution.hasShape ? "(" + shape + ")" : "";
        return distribution.name().toLowerCase(Locale.ROOT) + shapeText + ":" + meanNanos + "ns"
                + (burn ? ":burn" : ":block");
    }
}
