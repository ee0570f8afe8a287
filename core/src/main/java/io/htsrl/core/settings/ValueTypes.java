package io.htsrl.core.settings;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The types that settings have by the type of their components. Stateless, any thread. */
public final class ValueTypes {
    private static final String PATH_RULE = "must be a path, not empty and without a NUL in it";

    private static final ValueType SWITCH = new SwitchType();
    private static final ValueType INT = new NumberType(
            BigDecimal::intValueExact, "must be a whole number of at most 2147483647", "give 16, for example", "N");
    private static final ValueType LONG = new NumberType(
            BigDecimal::longValueExact, "must be a whole number", "give 100000 or 1e5, for example", "N");
    private static final ValueType DOUBLE =
            new NumberType(BigDecimal::doubleValue, "must be a number", "give 0.5 or 2.5e-4, for example", "X");
    private static final Map<Class<?>, ValueType> BY_CLASS = Map.of(
            String.class,
            new TextType(),
            Path.class,
            new PathType(),
            boolean.class,
            SWITCH,
            Boolean.class,
            SWITCH,
            int.class,
            INT,
            long.class,
            LONG,
            double.class,
            DOUBLE,
            Duration.class,
            new TimeLimitType(),
            List.class,
            new SizesType(),
            Map.class,
            new PairsType());

    private ValueTypes() {}

    /** Completes "it ..." for what is no path. */
    public static String pathRule() {
        return PATH_RULE;
    }

    /** How an enum's constant is written: {@code BUSY_SPIN} is {@code busy-spin}. */
    public static String name(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** That of a component of this type. */
    static ValueType of(Class<?> type, Type generic, String[] choices) {
        if (choices.length > 0) {
            return new ChoiceType(List.of(choices));
        }
        if (type.isEnum()) {
            return new EnumType(type);
        }
        ValueType standard = BY_CLASS.get(type == Double.class ? double.class : type); // what an Optional holds
        if (standard == null) {
            throw new IllegalArgumentException("no setting can be of type " + generic + " without a ValueType");
        }
        return standard;
    }

    /** The type of an optional component: that of what it may hold. */
    static Class<?> content(Class<?> type, Type generic) {
        if (type != Optional.class) {
            return type;
        }
        Type content = ((ParameterizedType) generic).getActualTypeArguments()[0];
        return content instanceof Class<?> known ? known : (Class<?>) ((ParameterizedType) content).getRawType();
    }
}
