package io.htsrl.environments.wrapper;

import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.settings.OptionalType;
import io.htsrl.core.time.TimeSpan;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The distribution of the time of a step: {@code exponential:5ms}, {@code gamma(0.5):2ms},
 * {@code lognormal(1.0):500us:burn}, {@code trace:times.csv}. Immutable. {@link StepTimeSampler} draws from it.
 *
 * @param distribution the family
 * @param shape gamma: shape; lognormal: σ; Pareto: tail index (above 1); 1 for the others
 * @param meanNanos the mean, in nanoseconds, from 0 to an hour
 * @param burn whether a step burns processor time instead of blocking
 * @param trace the recorded times, scaled to the mean; null for every other distribution
 */
public record StepTime(Distribution distribution, double shape, long meanNanos, boolean burn, StepTimeTrace trace) {

    /** The family of step times; uniform ones are between 0 and twice the mean. */
    public enum Distribution {
        CONSTANT(false, 1),
        UNIFORM(false, 1),
        EXPONENTIAL(false, 1),
        GAMMA(true, 1),
        LOGNORMAL(true, 1),
        PARETO(true, 2.5),
        TRACE(false, 1);

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
            Pattern.compile("([a-z]+)(?:\\(([0-9.eE+-]+)\\))?:([0-9.]+)(ns|us|ms|s|min|h)(?::(block|burn))?");
    /** The file name is taken as given, so it may contain colons and capitals. */
    private static final Pattern TRACE_FORM =
            Pattern.compile("(?i)trace:(.+?)(?::([0-9.]+)(ns|us|ms|s|min|h))?(?::(block|burn))?");

    /** @throws IllegalArgumentException when the shape, the mean or the trace is invalid */
    public StepTime {
        if ((distribution == Distribution.TRACE) != (trace != null)) {
            throw new IllegalArgumentException(
                    "a " + distribution + " step time " + (trace == null ? "needs a trace" : "has no trace"));
        }
        if (!distribution.allows(shape)) {
            throw new IllegalArgumentException("shape " + shape + " of a " + distribution + " step time must be above "
                    + (distribution == Distribution.PARETO ? 1 : 0) + " and finite");
        }
        if (meanNanos < 0 || meanNanos > MAX_MEAN_NANOS) {
            throw new IllegalArgumentException("mean step time " + meanNanos + " ns must be in 0 .. " + MAX_MEAN_NANOS);
        }
        // equal distributions are equal records
        shape = distribution.hasShape ? shape : distribution.defaultShape;
    }

    /** Creates a step time without a trace. @throws IllegalArgumentException when the shape or the mean is invalid */
    public StepTime(Distribution distribution, double shape, long meanNanos, boolean burn) {
        this(distribution, shape, meanNanos, burn, null);
    }

    /**
     * Parses the command line's form, {@code DISTRIBUTION[(SHAPE)]:MEAN[:block|burn]} or
     * {@code trace:FILE[:MEAN][:block|burn]}. A trace without a mean keeps its recorded mean. Case is ignored except in
     * the file's name.
     *
     * @throws ConfigurationException when it is malformed or invalid, or the file cannot be read
     */
    public static StepTime parse(String text) {
        Matcher trace = TRACE_FORM.matcher(text.trim());
        Matcher m = FORM.matcher(text.trim().toLowerCase(Locale.ROOT));
        try {
            if (trace.matches()) {
                return ofTrace(trace);
            }
            if (m.matches()) {
                return ofFamily(m);
            }
        } catch (IllegalArgumentException e) {
            throw bad(text);
        }
        throw bad(text);
    }

    private static StepTime ofFamily(Matcher m) {
        Distribution distribution = Distribution.valueOf(m.group(1).toUpperCase(Locale.ROOT));
        if (m.group(2) != null && !distribution.hasShape) {
            throw new IllegalArgumentException(distribution + " has no shape");
        }
        double shape = m.group(2) == null ? distribution.defaultShape : Double.parseDouble(m.group(2));
        return new StepTime(distribution, shape, nanos(m.group(3), m.group(4)), "burn".equals(m.group(5)));
    }

    private static StepTime ofTrace(Matcher m) {
        StepTimeTrace trace = StepTimeTrace.read(Path.of(m.group(1)));
        long mean = m.group(2) == null
                ? trace.meanNanos()
                : nanos(m.group(2), m.group(3).toLowerCase(Locale.ROOT));
        return new StepTime(Distribution.TRACE, 1, mean, "burn".equalsIgnoreCase(m.group(4)), trace);
    }

    /** Converts a number of a unit to nanoseconds. @throws IllegalArgumentException when it is not a number */
    static long nanos(String number, String unit) {
        return Math.round(TimeSpan.nanos(number, unit));
    }

    private static ConfigurationException bad(String text) {
        return new ConfigurationException(
                "--step-time",
                text,
                "must read DISTRIBUTION[(SHAPE)]:MEAN[:block|burn] with one of constant, uniform, exponential, gamma, "
                        + "lognormal, pareto, a positive shape (above 1 for pareto; none for constant, uniform and "
                        + "exponential), and a mean of at most an hour, such as 500us or 5ms; or "
                        + "trace:FILE[:MEAN][:block|burn]",
                "give exponential:5ms or gamma(0.5):2ms:burn or trace:times.csv, for example");
    }

    /** Returns the mean, in seconds. */
    public double meanSeconds() {
        return meanNanos / 1e9;
    }

    /** Returns the standard deviation, in seconds: infinite for Pareto times of shape 2 and below. */
    public double deviationSeconds() {
        return meanNanos == 0 ? 0 : meanSeconds() * relativeDeviation();
    }

    /** Returns the standard deviation divided by the mean. */
    private double relativeDeviation() {
        return switch (distribution) {
            case CONSTANT -> 0;
            case UNIFORM -> 1 / Math.sqrt(3);
            case EXPONENTIAL -> 1;
            case GAMMA -> 1 / Math.sqrt(shape);
            case LOGNORMAL -> Math.sqrt(StrictMath.expm1(shape * shape));
            case PARETO -> shape > 2 ? 1 / Math.sqrt(shape * (shape - 2)) : Double.POSITIVE_INFINITY;
            case TRACE -> trace.relativeDeviation();
        };
    }

    /** Returns the distribution without its mean: {@code exponential}, {@code gamma(0.5)}, {@code trace(a.csv)}. */
    public String kind() {
        String name = distribution.name().toLowerCase(Locale.ROOT);
        if (trace != null) {
            return name + "(" + trace.file().getFileName() + ")";
        }
        return distribution.hasShape ? name + "(" + shape + ")" : name;
    }

    /** Returns the form that {@link #parse} parses; a trace's file is absolute. */
    @Override
    public String toString() {
        String drawnFrom = trace == null ? kind() : "trace:" + trace.file();
        return drawnFrom + ":" + TimeSpan.text(Duration.ofNanos(meanNanos)) + (burn ? ":burn" : "");
    }

    /** Type of an optional distribution. Immutable, any thread. */
    public static final class StepTimeType extends OptionalType {

        public StepTimeType() {
            super("none", "TIME", "must be none, or a distribution and a mean", "give exponential:5ms, for example");
        }

        @Override
        protected Object readValue(String text) {
            return StepTime.parse(text);
        }
    }
}
