package io.htsrl.environments;

import io.htsrl.core.ConfigurationException;
import io.htsrl.core.Violations;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the time of a step is drawn from: {@code exponential:5ms}, {@code gamma(0.5):2ms},
 * {@code lognormal(1.0):500us:burn}. Immutable.
 *
 * @param distribution the family
 * @param shape        gamma: shape; lognormal: σ; Pareto: tail index (above 1); unused by the others
 * @param meanNanos    the mean, in nanoseconds
 * @param burn         whether a step burns processor time instead of blocking
 */
public record StepTime(Distribution distribution, double shape, long meanNanos, boolean burn) {

    /** The family that step times are drawn from. */
    public enum Distribution { CONSTANT, EXPONENTIAL, GAMMA, LOGNORMAL, PARETO }

    private static final Pattern FORM =
            Pattern.compile("([a-z]+)(?:\\(([0-9.eE+-]+)\\))?:([0-9.]+)(ns|us|ms|s)(?::(block|burn))?");

    /** Reads the command line's form. */
    public static StepTime parse(String text) {
        Matcher m = FORM.matcher(text.trim().toLowerCase(Locale.ROOT));
        if (!m.matches()) {
            throw bad(text);
        }
        try {
            Distribution distribution = Distribution.valueOf(m.group(1).toUpperCase(Locale.ROOT));
            double shape = m.group(2) == null ? defaultShape(distribution) : Double.parseDouble(m.group(2));
            double unit = switch (m.group(4)) {
                case "ns" -> 1;
                case "us" -> 1e3;
                case "ms" -> 1e6;
                default -> 1e9;
            };
            double mean = Double.parseDouble(m.group(3)) * unit;
            boolean shapeFits = switch (distribution) {
                case PARETO -> shape > 1 && Double.isFinite(shape);
                default -> shape > 0 && Double.isFinite(shape);
            };
            if (!shapeFits || !(mean >= 0) || mean > 3.6e12) {
                throw bad(text);
            }
            return new StepTime(distribution, shape, Math.round(mean), "burn".equals(m.group(5)));
        } catch (IllegalArgumentException e) {
            throw bad(text);
        }
    }

    private static double defaultShape(Distribution distribution) {
        return distribution == Distribution.PARETO ? 2.5 : 1;
    }

    private static ConfigurationException bad(String text) {
        return new ConfigurationException(new Violations().add("--step-time", text,
                "must read DISTRIBUTION[(SHAPE)]:MEAN[:block|burn] with one of constant, exponential, gamma, lognormal, "
                        + "pareto, a positive shape (above 1 for pareto), and a mean of at most an hour in ns, us, ms or s",
                "give exponential:5ms or gamma(0.5):2ms:burn, for example"));
    }

    /** The form that {@link #parse} reads. */
    @Override
    public String toString() {
        String shapeText = distribution == Distribution.CONSTANT || distribution == Distribution.EXPONENTIAL
                ? "" : "(" + shape + ")";
        return distribution.name().toLowerCase(Locale.ROOT) + shapeText + ":" + meanNanos + "ns"
                + (burn ? ":burn" : ":block");
    }
}
