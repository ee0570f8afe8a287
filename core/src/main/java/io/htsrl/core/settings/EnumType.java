package io.htsrl.core.settings;

import java.util.Arrays;
import java.util.List;

/** A constant of an enum, by its name in lower case. Immutable, any thread. */
final class EnumType extends ChoiceType {
    private final Class<?> type;

    EnumType(Class<?> type) {
        super(Arrays.stream(type.getEnumConstants())
                .map(constant -> ValueTypes.name((Enum<?>) constant))
                .toList());
        this.type = type;
    }

    @Override
    public Object read(String text) {
        return Arrays.stream(type.getEnumConstants())
                .filter(c -> ValueTypes.name((Enum<?>) c).equals(text))
                .findFirst()
                .orElse(null);
    }

    @Override
    public List<String> texts(Object value) {
        return List.of(ValueTypes.name((Enum<?>) value));
    }
}
