package io.htsrl.core.settings;

import java.math.BigDecimal;
import java.util.function.Function;

/** A number, as {@link Numbers} reads it. Immutable, any thread. */
final class NumberType implements ValueType {
    private final Function<BigDecimal, Object> exact;
    private final String rule;
    private final String remedy;
    private final String label;

    /** @param exact throws {@link ArithmeticException} for a number that is none of the type */
    NumberType(Function<BigDecimal, Object> exact, String rule, String remedy, String label) {
        this.exact = exact;
        this.rule = rule;
        this.remedy = remedy;
        this.label = label;
    }

    @Override
    public Object read(String text) {
        return exact.apply(Numbers.decimal(text));
    }

    @Override
    public String rule() {
        return rule;
    }

    @Override
    public String remedy() {
        return remedy;
    }

    @Override
    public String label() {
        return label;
    }
}
