package io.htsrl.core.settings;

import io.htsrl.core.time.AnnealedValue;
import io.htsrl.core.time.TimeSpan;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The types of settings, by the type of their components. Stateless, any thread. */
public final class ValueTypes {
    private static final String PATH_RULE = "must be a path, not empty and without a NUL in it";
    private static final String TEXT_REMEDY = "give one, in quotes where it has spaces";
    private static final String NO_LIMIT = "none";

    private static final ValueType TEXT = new Basic(
            "must be a text", TEXT_REMEDY, "NAME", text -> isText(text) ? text : null, ValueTypes::one, "", false);
    private static final ValueType PATH = new Basic(
            PATH_RULE,
            TEXT_REMEDY,
            "FILE",
            text -> text.isBlank() ? null : Path.of(text),
            ValueTypes::one,
            null,
            false);
    private static final ValueType SWITCH = new Switch();
    private static final ValueType INT =
            number(BigDecimal::intValueExact, "must be a whole number of at most 2147483647", "give 16, for example");
    private static final ValueType LONG =
            number(BigDecimal::longValueExact, "must be a whole number", "give 100000 or 1e5, for example");
    private static final ValueType DOUBLE = new Basic(
            "must be a number",
            "give 0.5 or 2.5e-4, for example",
            "X",
            text -> Numbers.decimal(text).doubleValue(),
            ValueTypes::one,
            null,
            false);
    private static final ValueType ANNEALED = new Basic(
            "must be a number, linear:FROM:TO or cosine:FROM:TO",
            "give 2.5e-4 or linear:2.5e-4:0, for example",
            "X",
            ValueTypes::annealed,
            ValueTypes::one,
            null,
            false);
    private static final ValueType TIME_LIMIT = new Basic(
            "must be none, or a number and one of ms, s, min, h",
            "give 10s, for example",
            "TIME",
            text -> text.equals(NO_LIMIT) ? Duration.ZERO : TimeSpan.parse(text),
            value -> List.of(((Duration) value).isZero() ? NO_LIMIT : TimeSpan.text((Duration) value)),
            null,
            false);
    private static final ValueType SIZES = new Basic(
            "must be whole numbers with commas between",
            "give 64,64 for example",
            "N,N",
            text -> Arrays.stream(text.split(",", -1))
                    .map(size -> Numbers.decimal(size.strip()).intValueExact())
                    .toList(),
            value -> ((List<?>) value).stream().map(Object::toString).toList(),
            null,
            true);
    private static final Map<Class<?>, ValueType> BY_CLASS = Map.ofEntries(
            Map.entry(String.class, TEXT),
            Map.entry(Path.class, PATH),
            Map.entry(boolean.class, SWITCH),
            Map.entry(Boolean.class, SWITCH),
            Map.entry(int.class, INT),
            Map.entry(long.class, LONG),
            Map.entry(double.class, DOUBLE),
            Map.entry(Double.class, DOUBLE), // the content of an Optional
            Map.entry(AnnealedValue.class, ANNEALED),
            Map.entry(Duration.class, TIME_LIMIT),
            Map.entry(List.class, SIZES),
            Map.entry(Map.class, new Pairs()));

    /** A type made of functions; its texts are free if it is a text or a path. */
    private record Basic(
            String rule,
            String remedy,
            String label,
            Function<String, Object> reader,
            Function<Object, List<String>> writer,
            Object unset,
            boolean takesList)
            implements ValueType {

        @Override
        public Object read(String text) {
            return reader.apply(text);
        }

        @Override
        public List<String> texts(Object value) {
            return value == null ? null : writer.apply(value);
        }

        @Override
        public boolean isFree() {
            return remedy.equals(TEXT_REMEDY);
        }
    }

    /** True or false. */
    private static final class Switch extends DescribedType {
        Switch() {
            super("NAME", "must be true or false", "give one of the two");
        }

        @Override
        public Object read(String text) {
            return text.equals("true") ? Boolean.TRUE : text.equals("false") ? Boolean.FALSE : null;
        }

        @Override
        public Form form() {
            return Form.SWITCH;
        }
    }

    /** A constant of an enum, by its name in lower case. */
    private static final class Constants extends ChoiceType {
        private final List<Enum<?>> constants;

        Constants(Class<?> type) {
            super(Arrays.stream(type.getEnumConstants())
                    .map(constant -> name((Enum<?>) constant))
                    .toList());
            constants = Arrays.stream(type.getEnumConstants())
                    .<Enum<?>>map(constant -> (Enum<?>) constant)
                    .toList();
        }

        @Override
        public Object read(String text) {
            return constants.stream()
                    .filter(c -> name(c).equals(text))
                    .findFirst()
                    .orElse(null);
        }

        @Override
        public List<String> texts(Object value) {
            return List.of(name((Enum<?>) value));
        }
    }

    /** Pairs of names and values; a higher layer adds to a lower one. */
    private static final class Pairs extends DescribedType implements ValueType.Several {
        Pairs() {
            super("K=V", "must be NAME=VALUE, each name once", "give --env-option name=value, for example");
        }

        @Override
        public Object unset() {
            return Map.of();
        }

        @Override
        public Object readAll(List<String> texts) {
            Map<String, String> pairs = new LinkedHashMap<>();
            for (String text : texts) {
                int equals = text.indexOf('=');
                if (equals < 1
                        || text.indexOf('\0') >= 0
                        || pairs.put(text.substring(0, equals), text.substring(equals + 1)) != null) {
                    return null;
                }
            }
            return pairs;
        }

        @Override
        public List<String> texts(Object value) {
            return ((Map<?, ?>) value)
                    .entrySet().stream()
                            .map(pair -> pair.getKey() + "=" + pair.getValue())
                            .sorted()
                            .toList();
        }

        @Override
        public Object over(Object lower, Object value) {
            Map<Object, Object> all = new LinkedHashMap<>((Map<?, ?>) lower);
            all.putAll((Map<?, ?>) value);
            return all;
        }
    }

    private ValueTypes() {}

    private static boolean isText(String text) {
        return !text.isBlank() && text.chars().noneMatch(Character::isISOControl);
    }

    private static List<String> one(Object value) {
        return List.of(value.toString());
    }

    private static AnnealedValue annealed(String text) {
        String[] parts = text.split(":", -1);
        if (parts.length == 1) {
            return AnnealedValue.of(Numbers.decimal(text).doubleValue());
        }
        Object shape = new Constants(AnnealedValue.Shape.class).read(parts[0]);
        return parts.length != 3 || shape == null || shape == AnnealedValue.Shape.CONSTANT
                ? null
                : new AnnealedValue(
                        (AnnealedValue.Shape) shape,
                        Numbers.decimal(parts[1]).doubleValue(),
                        Numbers.decimal(parts[2]).doubleValue());
    }

    private static ValueType number(Function<BigDecimal, Object> exact, String rule, String remedy) {
        return new Basic(rule, remedy, "N", text -> exact.apply(Numbers.decimal(text)), ValueTypes::one, null, false);
    }

    /** Returns the rule for paths, which completes "it ...". */
    public static String pathRule() {
        return PATH_RULE;
    }

    /** Returns the text of an enum's constant: {@code BUSY_SPIN} is {@code busy-spin}. */
    public static String name(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the type of a component. */
    static ValueType of(Class<?> type, Type generic, String[] choices) {
        if (choices.length > 0) {
            return new ChoiceType(List.of(choices));
        }
        if (type.isEnum()) {
            return new Constants(type);
        }
        ValueType standard = BY_CLASS.get(type);
        if (standard == null) {
            throw new IllegalArgumentException("no setting can be of type " + generic + " without a ValueType");
        }
        return standard;
    }

    /** Returns the content type of an optional component. */
    static Class<?> content(Class<?> type, Type generic) {
        if (type != Optional.class) {
            return type;
        }
        Type content = ((ParameterizedType) generic).getActualTypeArguments()[0];
        return content instanceof Class<?> known ? known : (Class<?>) ((ParameterizedType) content).getRawType();
    }

    /** Parses numbers in common notations: {@code 1e6}, {@code 1_000_000}. Pure functions. */
    static final class Numbers {
        private static final int MOST_DIGITS = 1000;
        private static final int MOST_MAGNITUDE = 400;

        private Numbers() {}

        /** @throws ArithmeticException and NumberFormatException when {@code text} is not a valid number */
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
}
