package io.htsrl.cli;

import io.htsrl.core.ConfigurationException;
import io.htsrl.core.Horizon;
import io.htsrl.core.TimeSpan;
import io.htsrl.environments.StepTime;
import java.math.BigDecimal;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The type of a setting's value, and how its text is read. Stateless, any thread. */
enum ValueKind {
    TEXT("must be a text", "give one, in quotes where it has spaces") {
        @Override
        Object read(String text) {
            return text.isBlank() || text.chars().anyMatch(Character::isISOControl) ? null : text;
        }
    },
    PATH(PathConverter.RULE, "give one, in quotes where it has spaces") {
        @Override
        Object read(String text) {
            return text.isBlank() ? null : Path.of(text).toString();
        }
    },
    CHOICE("must be one of the choices", "give one of them") {
        @Override
        Object read(String text) {
            return text;
        }
    },
    INT("must be a whole number of at most 2147483647", "give 16, for example") {
        @Override
        Object read(String text) {
            return decimal(text).intValueExact();
        }
    },
    LONG("must be a whole number", "give 100000 or 1e5, for example") {
        @Override
        Object read(String text) {
            return decimal(text).longValueExact();
        }
    },
    DECIMAL("must be a number", "give 0.5 or 2.5e-4, for example") {
        @Override
        Object read(String text) {
            return decimal(text).doubleValue();
        }
    },
    SWITCH("must be true or false", "give one of the two") {
        @Override
        Object read(String text) {
            return text.equals("true") ? Boolean.TRUE : text.equals("false") ? Boolean.FALSE : null;
        }
    },
    SIZES("must be whole numbers with commas between", "give 64,64 for example") {
        @Override
        Object read(String text) {
            List<Integer> sizes = new ArrayList<>();
            for (String size : text.split(",", -1)) {
                sizes.add(decimal(size.strip()).intValueExact());
            }
            return List.copyOf(sizes);
        }
    },
    PLANS("must be STEPS@INTERVAL with commas between", "give 100000@50, for example, or remove it") {
        @Override
        Object read(String text) {
            List<Horizon.Earlier> plans = new ArrayList<>();
            for (String plan : text.split(",", -1)) {
                int at = plan.indexOf('@');
                if (at < 0) {
                    return null;
                }
                plans.add(new Horizon.Earlier(decimal(plan.substring(at + 1).strip()).longValueExact(),
                        decimal(plan.substring(0, at).strip()).longValueExact()));
            }
            return List.copyOf(plans);
        }
    },
    PAIRS("must be NAME=VALUE, each name once", "give --env-option name=value, for example") {
        @Override
        Object read(String text) {
            int equals = text.indexOf('=');
            return equals < 1 || text.indexOf('\0') >= 0 ? null : Map.entry(text.substring(0, equals),
                    text.substring(equals + 1));
        }

        @Override
        Object readAll(List<String> texts) {
            Map<String, String> pairs = new LinkedHashMap<>();
            for (String text : texts) {
                Object pair = read(text);
                if (!(pair instanceof Map.Entry<?, ?> entry)
                        || pairs.put((String) entry.getKey(), (String) entry.getValue()) != null) {
                    return null;
                }
            }
            return pairs;
        }

        @Override
        boolean takesSeveral() {
            return true;
        }

        @Override
        Object over(Object lower, Object value) {
            Map<Object, Object> all = new LinkedHashMap<>((Map<?, ?>) lower);
            all.putAll((Map<?, ?>) value);
            return all;
        }
    },
    STEP_TIME("must be none, or a distribution and a mean", "give exponential:5ms, for example") {
        @Override
        Object read(String text) {
            return text.equals("none") ? Optional.empty() : Optional.of(StepTime.parse(text));
        }
    },
    /** Empty for none; the empty path for the usual file. */
    OPTIONAL_FILE("must be none, true for the usual file, or a file", "give the flag alone, or a file's name") {
        @Override
        Object read(String text) {
            return text.isBlank() ? null : text.equals("none") ? Optional.empty()
                    : Optional.of(Path.of(text.equals(ALONE) ? "" : text));
        }
    },
    TIME_LIMIT("must be none, or a number and one of ms, s, min, h", "give 10s, for example") {
        @Override
        Object read(String text) {
            return text.equals("none") ? Duration.ZERO : TimeSpan.parse(text);
        }
    };

    /** What stands for the value of an {@link #OPTIONAL_FILE} that is not given. */
    static final String ALONE = "true";
    private static final int MOST_DIGITS = 1000;

    private final String rule;
    private final String remedy;

    ValueKind(String rule, String remedy) {
        this.rule = rule;
        this.remedy = remedy;
    }

    /** The value, or null where the text is not understood; may throw {@link ArithmeticException} and so on. */
    abstract Object read(String text);

    /**
     * The value of all that was given for one setting, in one place.
     *
     * @return null where it is not understood
     * @throws ConfigurationException where the reason can be told better than by {@link #rule}
     */
    Object readAll(List<String> texts) {
        try {
            return read(String.join(",", texts));
        } catch (ArithmeticException | NumberFormatException | InvalidPathException e) {
            return null;
        }
    }

    /** What holds when {@code value} was given in a higher place than {@code lower}. */
    Object over(Object lower, Object value) {
        return value;
    }

    /** Whether a flag may be given more than once. */
    boolean takesSeveral() {
        return false;
    }

    /** Whether a list is a value of this kind in a configuration file. */
    boolean takesList() {
        return this == PAIRS || this == SIZES;
    }

    /** Completes "it ...". */
    String rule() {
        return rule;
    }

    String remedy() {
        return remedy;
    }

    private static BigDecimal decimal(String text) {
        if (text.length() > MOST_DIGITS) {
            throw new NumberFormatException("no number that is meant: and reading 1e6 digits takes half a minute");
        }
        BigDecimal number = new BigDecimal(text.replace("_", ""));
        if (Math.abs((long) number.precision() - number.scale()) > 400) {
            throw new ArithmeticException("beyond every double: and expanding 1e999999999 takes for ever");
        }
        return number;
    }
}
