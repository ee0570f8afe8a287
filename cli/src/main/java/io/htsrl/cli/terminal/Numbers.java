package io.htsrl.cli.terminal;

import java.util.Locale;

/** Numbers as people are told them. Stateless, any thread. */
public final class Numbers {

    private Numbers() {}

    /** Such as {@code 1,234.50} of two digits after the point, or a dash where there is no number. */
    public static String decimal(double value, int digits) {
        return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%,." + digits + "f", value);
    }
}
