package io.htsrl.core.error;

import java.util.function.Consumer;

/**
 * Formats the user's texts for messages: on one line and of limited length. Most paths are shown whole. Stateless, any
 * thread.
 */
public final class ShownText {
    private static final int MOST = 300;
    private static final int MOST_OF_LINE = 2000;

    private ShownText() {}

    /** Returns text such as {@code aaaa... (1000000 characters)}; control characters are written as {@code \u0000}. */
    public static String of(String text) {
        return of(text, MOST);
    }

    /** Formats like {@link #of(String)}, cut after {@code most} characters. */
    public static String of(String text, int most) {
        boolean cut = text.length() > most;
        if (!cut && text.chars().noneMatch(ShownText::hidden)) {
            return text;
        }
        StringBuilder shown = new StringBuilder();
        text.chars().limit(most).forEach(c -> {
            if (hidden(c)) {
                shown.append(String.format("\\u%04x", c));
            } else {
                shown.append((char) c);
            }
        });
        return cut
                ? shown.append("... (")
                        .append(text.length())
                        .append(" characters)")
                        .toString()
                : shown.toString();
    }

    /** Wraps a consumer so that it receives each line in displayable form. */
    public static Consumer<String> lines(Consumer<String> tell) {
        return line -> tell.accept(line(line));
    }

    /** Returns an external line in displayable form. */
    public static String line(String line) {
        return of(line, MOST_OF_LINE);
    }

    /**
     * Returns whether a terminal would not show the character: controls, and those that change the direction of text.
     */
    private static boolean hidden(int c) {
        return Character.isISOControl(c) || Character.getType(c) == Character.FORMAT;
    }

    /** Returns {@code value} itself, unless its text has to be changed for display. */
    static Object ofValue(Object value) {
        String text = value == null ? "" : value.toString();
        String shown = of(text, MOST);
        return shown.equals(text) ? value : shown;
    }

    /** Returns the reason of a failure: its message, or its class name if it has none. */
    public static String reason(Throwable failure) {
        return failure.getMessage() == null ? failure.toString() : failure.getMessage();
    }
}
