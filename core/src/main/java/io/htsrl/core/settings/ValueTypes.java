package io.htsrl.core.settings;

import io.htsrl.core.time.TimeSpan;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The types that settings have by the type of their components. Stateless, any thread. */
public final class ValueTypes {
    private static final String PATH_RULE = "must be a path, not empty and without a NUL in it";

    private static final ValueType TEXT = new Text();
    private static final ValueType PATH = new PathText();
    private static final ValueType SWITCH = new Switch();
    private static final ValueType TIME_LIMIT = new TimeLimit();
    private static final Map<Class<?>, ValueType> BY_CLASS = Map.of(
            String.class,
            TEXT,
            Path.class,
            PATH,
            boolean.class,
            SWITCH,
            Boolean.class,
            SWITCH,
            int.class,
            new Numeric("must be a whole number of at most 2147483647", "give 16, for example", "N") {
                @Override
                public Object read(String text) {
                    return Numbers.decimal(text).intValueExact();
                }
            },
            long.class,
            new Numeric("must be a whole number", "give 100000 or 1e5, for example", "N") {
                @Override
                public Object read(String text) {
                    return Numbers.decimal(text).longValueExact();
                }
            },
            double.class,
            new Numeric("must be a number", "give 0.5 or 2.5e-4, for example", "X") {
                @Override
                public Object read(String text) {
                    return Numbers.decimal(text).doubleValue();
                }
            },
            Duration.class,
            TIME_LIMIT,
            List.class,
            new Sizes(),
            Map.class,
            new Pairs());

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
            return new Choice(List.of(choices));
        }
        if (type.isEnum()) {
            return new EnumChoice(type);
        }
        ValueType standard = BY_CLASS.get(type);
        if (standard == null) {
            throw new IllegalArgumentException("no setting can be of type " + generic + " without a ValueType");
        }
        return standard;
    }

    /** Text, and what every other type begins with. */
    private static class Text implements ValueType {
        @Override
        public Object read(String text) {
            return text.isBlank() || text.chars().anyMatch(Character::isISOControl) ? null : text;
        }

        @Override
        public Object unset() {
            return "";
        }

        @Override
        public String rule() {
            return "must be a text";
        }

        @Override
        public String remedy() {
            return "give one, in quotes where it has spaces";
        }

        @Override
        public String label() {
            return "NAME";
        }

        @Override
        public boolean isFree() {
            return true;
        }
    }

    private static final class PathText extends Text {
        @Override
        public Object read(String text) {
            return text.isBlank() ? null : Path.of(text);
        }

        @Override
        public Object unset() {
            return null;
        }

        @Override
        public String rule() {
            return PATH_RULE;
        }

        @Override
        public String label() {
            return "FILE";
        }
    }

    private abstract static class Numeric implements ValueType {
        private final String rule;
        private final String remedy;
        private final String label;

        Numeric(String rule, String remedy, String label) {
            this.rule = rule;
            this.remedy = remedy;
            this.label = label;
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

    private static final class Switch extends Text {
        @Override
        public Object read(String text) {
            return text.equals("true") ? Boolean.TRUE : text.equals("false") ? Boolean.FALSE : null;
        }

        @Override
        public Object unset() {
            return null;
        }

        @Override
        public String rule() {
            return "must be true or false";
        }

        @Override
        public String remedy() {
            return "give one of the two";
        }

        @Override
        public Form form() {
            return Form.SWITCH;
        }

        @Override
        public boolean isFree() {
            return false;
        }
    }

    /** One of a few texts. */
    private static class Choice implements ValueType {
        private final List<String> choices;

        Choice(List<String> choices) {
            this.choices = choices;
        }

        @Override
        public Object read(String text) {
            return choices.contains(text) ? text : null;
        }

        @Override
        public String rule() {
            return "must be one of " + String.join(", ", choices);
        }

        @Override
        public String remedy() {
            return "give one of them";
        }

        @Override
        public String label() {
            return "NAME";
        }

        @Override
        public List<String> choices() {
            return choices;
        }
    }

    private static final class EnumChoice extends Choice {
        private final Class<?> type;

        EnumChoice(Class<?> type) {
            super(Arrays.stream(type.getEnumConstants())
                    .map(constant -> name((Enum<?>) constant))
                    .toList());
            this.type = type;
        }

        @Override
        public Object read(String text) {
            return Arrays.stream(type.getEnumConstants())
                    .filter(c -> name((Enum<?>) c).equals(text))
                    .findFirst()
                    .orElse(null);
        }

        @Override
        public List<String> texts(Object value) {
            return List.of(name((Enum<?>) value));
        }
    }

    /** Zero for any time. */
    private static final class TimeLimit implements ValueType {
        @Override
        public Object read(String text) {
            return text.equals("none") ? Duration.ZERO : TimeSpan.parse(text);
        }

        @Override
        public List<String> texts(Object value) {
            return List.of(((Duration) value).isZero() ? "none" : TimeSpan.text((Duration) value));
        }

        @Override
        public String rule() {
            return "must be none, or a number and one of ms, s, min, h";
        }

        @Override
        public String remedy() {
            return "give 10s, for example";
        }

        @Override
        public String label() {
            return "TIME";
        }
    }

    /** Whole numbers, in order. */
    private static final class Sizes implements ValueType {
        @Override
        public Object read(String text) {
            return Arrays.stream(text.split(",", -1))
                    .map(size -> Numbers.decimal(size.strip()).intValueExact())
                    .toList();
        }

        @Override
        public List<String> texts(Object value) {
            return ((List<?>) value).stream().map(Object::toString).toList();
        }

        @Override
        public String rule() {
            return "must be whole numbers with commas between";
        }

        @Override
        public String remedy() {
            return "give 64,64 for example";
        }

        @Override
        public String label() {
            return "N,N";
        }

        @Override
        public boolean takesList() {
            return true;
        }
    }

    /** Names and values, of which a higher place adds to a lower one's. */
    private static final class Pairs implements ValueType {
        @Override
        public Object read(String text) {
            return readAll(List.of(text));
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

        @Override
        public String rule() {
            return "must be NAME=VALUE, each name once";
        }

        @Override
        public String remedy() {
            return "give --env-option name=value, for example";
        }

        @Override
        public String label() {
            return "K=V";
        }

        @Override
        public boolean takesSeveral() {
            return true;
        }

        @Override
        public boolean takesList() {
            return true;
        }

        @Override
        public boolean isFree() {
            return true;
        }
    }

    /** The type of an optional component: that of what it may hold. */
    static Class<?> content(Class<?> type, Type generic) {
        if (type != Optional.class) {
            return type;
        }
        Type content = ((java.lang.reflect.ParameterizedType) generic).getActualTypeArguments()[0];
        return content instanceof Class<?> known
                ? known
                : (Class<?>) ((java.lang.reflect.ParameterizedType) content).getRawType();
    }
}
