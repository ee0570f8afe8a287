package io.htsrl.cli.sweep;

import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.settings.SettingSpec;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;

/**
 * One setting that a sweep varies: over some values, or in a range of numbers. Immutable.
 *
 * @param setting what is varied
 * @param values  texts as they would be given alone; the two ends of a range
 * @param range   whether everything between the two is meant
 */
record SweepAxis(SettingSpec setting, List<String> values, boolean range) {
    private static final String TO = "..";
    /** Digits of a drawn number: it is to be copied, and more of them decide nothing. */
    private static final MathContext DIGITS = new MathContext(3);

    private static final double PLAIN_FROM = 1e-5;

    /** The axis of a range such as {@code 1e-4..1e-2}; null where {@code text} is none of this setting. */
    static SweepAxis range(SettingSpec setting, String text) {
        int at = text.indexOf(TO);
        if (at < 0) {
            return null;
        }
        List<String> ends = List.of(text.substring(0, at), text.substring(at + TO.length()));
        return ends.stream().allMatch(end -> number(setting, end) != null) ? new SweepAxis(setting, ends, true) : null;
    }

    private static Number number(SettingSpec setting, String text) {
        return read(setting, text) instanceof Number number ? number : null;
    }

    /** Whether the whole of {@code text} is one value. */
    static boolean isValue(SettingSpec setting, String text) {
        return read(setting, text) != null;
    }

    private static Object read(SettingSpec setting, String text) {
        try {
            return setting.type().readAll(List.of(text));
        } catch (ConfigurationException e) { // which says what is wrong with it as a value
            return null;
        }
    }

    String key() {
        return setting.key();
    }

    /** Whether a range rises; values always do. */
    boolean rises() {
        return !range || low() < high();
    }

    private double low() {
        return number(setting, values.get(0)).doubleValue();
    }

    private double high() {
        return number(setting, values.get(1)).doubleValue();
    }

    /**
     * The value at a place between 0 and 1: of a range of positive numbers all magnitudes are equally likely, of
     * others all numbers.
     */
    String at(double unit) {
        if (!range) {
            return values.get((int) (unit * values.size()));
        }
        double value = low() > 0
                ? StrictMath.exp(StrictMath.log(low()) + unit * (StrictMath.log(high()) - StrictMath.log(low())))
                : low() + unit * (high() - low());
        if (number(setting, "1") instanceof Double) {
            return text(Math.max(
                    low(), Math.min(high(), new BigDecimal(value).round(DIGITS).doubleValue())));
        }
        return Long.toString(Math.round(Math.max(low(), Math.min(high(), value))));
    }

    private static String text(double value) {
        BigDecimal exact = BigDecimal.valueOf(value).stripTrailingZeros();
        return Math.abs(value) >= PLAIN_FROM || value == 0
                ? exact.toPlainString()
                : exact.toString().replace('E', 'e');
    }
}
