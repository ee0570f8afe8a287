package io.htsrl.cli.sweep;

import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.settings.SettingSpec;
import io.htsrl.core.time.AnnealedValue;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;

/**
 * One setting that a sweep varies: over some values, or in a range of numbers. Immutable.
 *
 * @param setting the varied setting
 * @param values texts as they would be given alone; the two ends of a range
 * @param range whether everything between the two is meant
 */
record SweepAxis(SettingSpec setting, List<String> values, boolean range) {
    private static final String TO = "..";
    /** Digits of a drawn number: few, since people copy it and more digits change nothing. */
    private static final MathContext DIGITS = new MathContext(3);

    private static final double PLAIN_FROM = 1e-5;
    private static final double LARGER = 1.2;
    private static final double SMALLER = 0.8;

    /** Returns the axis of a range such as {@code 1e-4..1e-2}; null where {@code text} is no range of this setting. */
    static SweepAxis range(SettingSpec setting, String text) {
        int at = text.indexOf(TO);
        if (at < 0) {
            return null;
        }
        List<String> ends = List.of(text.substring(0, at), text.substring(at + TO.length()));
        return ends.stream().allMatch(end -> number(setting, end) != null) ? new SweepAxis(setting, ends, true) : null;
    }

    private static Number number(SettingSpec setting, String text) {
        Object value = read(setting, text);
        if (value instanceof AnnealedValue annealed) {
            return annealed.isConstant() ? annealed.from() : null;
        }
        return value instanceof Number number ? number : null;
    }

    /** Returns whether the whole of {@code text} is one value. */
    static boolean isValue(SettingSpec setting, String text) {
        return read(setting, text) != null;
    }

    private static Object read(SettingSpec setting, String text) {
        try {
            return setting.type().readAll(List.of(text));
        } catch (ConfigurationException e) { // the error says what is wrong with it as a value
            return null;
        }
    }

    String key() {
        return setting.key();
    }

    /** Returns whether a range rises; true for values. */
    boolean rises() {
        return !range || low() < high();
    }

    private double low() {
        return number(values.get(0));
    }

    private double high() {
        return number(values.get(1));
    }

    private double number(String text) {
        return number(setting, text).doubleValue();
    }

    /**
     * Returns the value at a place in [0, 1): in a range of positive numbers all magnitudes are equally likely, in
     * others all numbers.
     */
    String at(double unit) {
        if (!range) {
            return values.get((int) (unit * values.size()));
        }
        double place = scaled(low()) + unit * (scaled(high()) - scaled(low()));
        return text(low() > 0 ? StrictMath.exp(place) : place);
    }

    /** Returns the place in [0, 1] of a value of {@link #at}. */
    double place(String value) {
        return range
                ? (scaled(number(value)) - scaled(low())) / (scaled(high()) - scaled(low()))
                : (values.indexOf(value) + 0.5) / values.size();
    }

    /** Returns a number on the range's scale, which is logarithmic where all are positive. */
    private double scaled(double number) {
        return low() > 0 ? StrictMath.log(number) : number;
    }

    /** Returns a value next to {@code value}: 1.2 or 0.8 times it, within the range, or its neighbour in the list. */
    String next(String value, boolean larger) {
        if (range) {
            return text(number(value) * (larger ? LARGER : SMALLER));
        }
        int index = values.indexOf(value) + (larger ? 1 : -1);
        return values.get(Math.max(0, Math.min(values.size() - 1, index)));
    }

    /** Returns a number as text, rounded and within the range. */
    private String text(double number) {
        double within = Math.max(low(), Math.min(high(), number));
        if (!(number(setting, "1") instanceof Double)) {
            return Long.toString(Math.round(within));
        }
        double value = Math.max(
                low(), Math.min(high(), new BigDecimal(within).round(DIGITS).doubleValue()));
        BigDecimal exact = BigDecimal.valueOf(value).stripTrailingZeros();
        return Math.abs(value) >= PLAIN_FROM || value == 0
                ? exact.toPlainString()
                : exact.toString().replace('E', 'e');
    }
}
