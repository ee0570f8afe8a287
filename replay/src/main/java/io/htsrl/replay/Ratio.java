package io.htsrl.replay;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The ratio of updates to steps: an exact fraction in lowest terms, both parts from 1 to 2^31-1. Equal ratios are equal
 * records. Immutable, any thread.
 *
 * @param updates for every {@code steps} steps
 */
public record Ratio(int updates, int steps) {
    private static final Pattern FRACTION = Pattern.compile("(\\d{1,10})/(\\d{1,10})");
    private static final BigInteger MOST = BigInteger.valueOf(Integer.MAX_VALUE);
    /**
     * Greatest number of digits of a decimal number's exponent: no valid ratio has more, and longer ones would take
     * long to read.
     */
    private static final int MOST_DIGITS = 10;
    /** Greatest length of a text: no valid ratio is longer. */
    private static final int MOST_CHARACTERS = 100;

    /** Creates a ratio in lowest terms. */
    public Ratio {
        if (updates < 1 || steps < 1) {
            throw new IllegalArgumentException(updates + " updates per " + steps + " steps: both must be at least 1");
        }
        int divisor = BigInteger.valueOf(updates).gcd(BigInteger.valueOf(steps)).intValueExact();
        updates /= divisor;
        steps /= divisor;
    }

    /** Returns the ratio of one update for every {@code steps} steps. */
    public static Ratio oneUpdatePer(int steps) {
        return new Ratio(1, steps);
    }

    /** Reads {@code 4}, {@code 0.25}, {@code 2.5e-1} or {@code 1/3}; empty if it is no ratio or out of range. */
    public static Optional<Ratio> parse(String text) {
        if (text.length() > MOST_CHARACTERS) {
            return Optional.empty();
        }
        Matcher fraction = FRACTION.matcher(text);
        if (fraction.matches()) {
            return of(new BigInteger(fraction.group(1)), new BigInteger(fraction.group(2)));
        }
        try {
            BigDecimal number = new BigDecimal(text.replace("_", ""));
            if (Math.abs((long) number.scale()) > MOST_DIGITS) {
                return Optional.empty();
            }
            return of(number.scaleByPowerOfTen(MOST_DIGITS).toBigIntegerExact(), BigInteger.TEN.pow(MOST_DIGITS));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** Returns a ratio; empty unless both numbers are from 1 to 2147483647 in lowest terms. */
    public static Optional<Ratio> of(long updates, long steps) {
        return of(BigInteger.valueOf(updates), BigInteger.valueOf(steps));
    }

    private static Optional<Ratio> of(BigInteger updates, BigInteger steps) {
        if (updates.signum() < 1 || steps.signum() < 1) {
            return Optional.empty();
        }
        BigInteger divisor = updates.gcd(steps);
        BigInteger u = updates.divide(divisor);
        BigInteger s = steps.divide(divisor);
        return u.compareTo(MOST) > 0 || s.compareTo(MOST) > 0
                ? Optional.empty()
                : Optional.of(new Ratio(u.intValueExact(), s.intValueExact()));
    }

    /** Returns the ratio as a rounded number. */
    public double value() {
        return (double) updates / steps;
    }

    /** Returns the text, such as {@code 4} or {@code 1/3}, as {@link #parse} reads it. */
    @Override
    public String toString() {
        return steps == 1 ? Integer.toString(updates) : updates + "/" + steps;
    }
}
