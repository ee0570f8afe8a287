package io.htsrl.core.settings;

import io.htsrl.core.error.ConfigurationException;
import java.nio.file.InvalidPathException;
import java.util.List;

/**
 * Converts the text of a setting to a value and back. Implementations named by {@link Setting#type} have a constructor
 * without parameters. Stateless, any thread.
 */
public interface ValueType {

    /** Form of the value on the command line. */
    enum Form {
        /** {@code --flag VALUE}. */
        VALUE,
        /** {@code --flag} or {@code --no-flag}: true or false. */
        SWITCH,
        /** {@code --flag}, which stands for {@code true}, or {@code --flag VALUE}. */
        OPTIONAL_VALUE
    }

    /** Parses a value; null if the text is invalid. May throw {@link ArithmeticException} and the like. */
    Object read(String text);

    /**
     * Parses the value of all texts that one source gives for one setting.
     *
     * @return null if a text is invalid
     * @throws ConfigurationException if it can state the reason more precisely than {@link #rule}
     */
    default Object readAll(List<String> texts) {
        try {
            return read(String.join(",", texts));
        } catch (ArithmeticException | NumberFormatException | InvalidPathException e) {
            return null;
        }
    }

    /** Returns the texts of a value; several only if {@link #takesList}; null if there is nothing to write. */
    default List<String> texts(Object value) {
        return value == null ? null : List.of(value.toString());
    }

    /** Returns the rule, which completes "it ...". */
    String rule();

    /** Returns the remedy for an invalid text: an imperative. */
    String remedy();

    /** Returns the placeholder of the value in the help. */
    String label();

    /** Returns the allowed texts; empty if any is allowed. */
    default List<String> choices() {
        return List.of();
    }

    /** Returns the form of the value on the command line. */
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

    /** Returns the value if none is given and no default exists; null if one must be given. */
    default Object unset() {
        return null;
    }

    /** Combines {@code value} of a higher layer with {@code lower} of a lower one. */
    default Object over(Object lower, Object value) {
        return value;
    }

    /** A type of several free texts, such as pairs: a flag that may be repeated, a list in a file. */
    interface Several extends ValueType {
        @Override
        default Object read(String text) {
            return readAll(List.of(text));
        }

        @Override
        Object readAll(List<String> texts);

        @Override
        default boolean takesSeveral() {
            return true;
        }

        @Override
        default boolean takesList() {
            return true;
        }

        @Override
        default boolean isFree() {
            return true;
        }
    }
}
