package io.htsrl.core.error;

import java.util.function.Consumer;

/**
 * The user's texts as messages show them: on one line, and short whatever was given. A path that a system takes is
 * mostly shown whole. Stateless, any thread.
 */
public final class ShownText {
    private static final int MOST = 300;
    private static final int MOST_OF_LINE = 2000;

    private ShownText() {}

    /** Such as {@code aaaa... (1000000 characters)}; control characters are written as {@code \u0000}. */
    public static String of(String text) {
        return of(text, MOST);
    }

    /** As {@link #of(String)}, cut behind {@code most} characters. */
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

    /** Tells lines of which others say some as they can be shown. */
    public static Consumer<String> lines(Consumer<String> tell) {
        return line -> tell.accept(line(line));
    }

    /** A line that others say, as it can be shown. */
    public static String line(String line) {
        return of(line, MOST_OF_LINE);
    }

    /** Whether a terminal would not show it as it is: controls, and those that turn the direction of what follows. */
    private static boolean hidden(int c) {
        return Character.isISOControl(c) || Character.getType(c) == Character.FORMAT;
    }

    /** {@code value} itself, unless its text has to be changed to be shown. */
    static Object ofValue(Object value) {
        String text = value == null ? "" : value.toString();
        String shown = of(text, MOST);
        return shown.equals(text) ? value : shown;
    }

    /** Why something failed: the message, or the kind of failure where it has none. */
    public static String reason(Throwable failure) {
        return failure.getMessage() == null ? failure.toString() : failure.getMessage();
    }
}
