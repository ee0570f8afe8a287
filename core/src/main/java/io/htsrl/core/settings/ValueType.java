package io.htsrl.core.settings;

import io.htsrl.core.error.ConfigurationException;
import java.nio.file.InvalidPathException;
import java.util.List;

/**
 * How the text of a setting becomes a value and back. Implementations that a {@link Setting#type} names have a
 * constructor without parameters. Stateless, any thread.
 */
public interface ValueType {

    /** How the value is given on the command line. */
    enum Form {
        /** {@code --flag VALUE}. */
        VALUE,
        /** {@code --flag} or {@code --no-flag}: true or false. */
        SWITCH,
        /** {@code --flag}, which stands for {@code true}, or {@code --flag VALUE}. */
        OPTIONAL_VALUE
    }

    /** The value, or null where the text is not understood; may throw {@link ArithmeticException} and the like. */
    Object read(String text);

    /**
     * The value of all that one place said of one setting.
     *
     * @return null where it is not understood
     * @throws ConfigurationException where the reason can be told better than by {@link #rule}
     */
    default Object readAll(List<String> texts) {
        try {
            return read(String.join(",", texts));
        } catch (ArithmeticException | NumberFormatException | InvalidPathException e) {
            return null;
        }
    }

    /** The texts of a value, more than one only where {@link #takesList}; null where there is nothing to write. */
    default List<String> texts(Object value) {
        return value == null ? null : List.of(value.toString());
    }

    /** Completes "it ...". */
    String rule();

    /** How to mend a text that is not understood: an imperative. */
    String remedy();

    /** What stands for the value in the help. */
    String label();

    /** What the value must be one of; empty where it is free. */
    default List<String> choices() {
        return List.of();
    }

    /** How the value is given on the command line. */
    default Form form() {
        return Form.VALUE;
    }

    /** Returns whether a flag may be given more than once. */
    default boolean takesSeveral() {
        return false;
    }

    /** Returns whether a list is a value of this type in a configuration file. */
    default boolean takesList() {
        return false;
    }

    /** Returns whether a text may hold anything, so that a file has to quote it. */
    default boolean isFree() {
        return false;
    }

    /** The value where nobody gives one, not even a default; null where one must be given. */
    default Object unset() {
        return null;
    }

    /** What holds when {@code value} was given in a higher place than {@code lower}. */
    default Object over(Object lower, Object value) {
        return value;
    }
}
