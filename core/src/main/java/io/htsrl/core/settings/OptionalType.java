package io.htsrl.core.settings;

import java.util.List;
import java.util.Optional;

/** A type of optional values, with a keyword such as {@code none} for no value. Immutable, any thread. */
public abstract class OptionalType extends DescribedType {
    private final String keyword;

    /**
     * @param keyword text for no value
     * @param label placeholder of the value in the help
     * @param rule completes "it ..."
     * @param remedy an imperative
     */
    protected OptionalType(String keyword, String label, String rule, String remedy) {
        super(label, rule, remedy);
        this.keyword = keyword;
    }

    /** Parses the text of a value, see {@link ValueType#read}. */
    protected abstract Object readValue(String text);

    /** Returns the text of a value. */
    protected String text(Object value) {
        return value.toString();
    }

    @Override
    public final Object read(String text) {
        if (text.equals(keyword)) {
            return Optional.empty();
        }
        Object value = readValue(text);
        return value == null ? null : Optional.of(value);
    }

    @Override
    public final List<String> texts(Object value) {
        Object present = value instanceof Optional<?> optional ? optional.orElse(null) : value;
        return List.of(present == null ? keyword : text(present));
    }

    @Override
    public final boolean isFree() {
        return true;
    }
}
