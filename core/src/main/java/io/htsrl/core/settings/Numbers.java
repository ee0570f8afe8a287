package io.htsrl.core.settings;

import java.math.BigDecimal;

/** Reads numbers as people write them: {@code 1e6}, {@code 1_000_000}. Pure functions. */
final class Numbers {
    private static final int MOST_DIGITS = 1000;
    private static final int MOST_MAGNITUDE = 400;

    private Numbers() {}

    /** @throws ArithmeticException and NumberFormatException when {@code text} is no number that is meant */
    static BigDecimal decimal(String text) {
        if (text.length() > MOST_DIGITS) {
            throw new NumberFormatException("no number that is meant: and reading 1e6 digits takes half a minute");
        }
        BigDecimal number = new BigDecimal(text.replace("_", ""));
        if (Math.abs((long) number.precision() - number.scale()) > MOST_MAGNITUDE) {
            throw new ArithmeticException("beyond every double: and expanding 1e999999999 takes for ever");
        }
        return number;
    }
}
