package io.htsrl.core.error;

/**
 * The user's texts as messages show them: on one line, and short whatever was given. A path that a system takes is
 * mostly shown whole. Stateless, any thread.
 */
public final class ShownText {
    private static final int MOST = 300;

    private ShownText() {}

    /** Such as {@code aaaa... (1000000 characters)}; control characters are written as {@code \u0000}. */
    public static String of(String text) {
        return of(text, MOST);
    }

    /** As {@link #of(String)}, cut behind {@code most} characters. */
    public static String of(String text, int most) {
        boolean cut = text.length() > most;
        if (!cut && text.chars().noneMatch(Character::isISOControl)) {
            return text;
        }
        StringBuilder shown = new StringBuilder();
        text.chars().limit(most).forEach(c -> {
            if (Character.isISOControl(c)) {
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

    /** {@code value} itself, unless its text has to be changed to be shown. */
    static Object ofValue(Object value) {
        String text = value == null ? "" : value.toString();
        String shown = of(text, MOST);
        return shown.equals(text) ? value : shown;
    }
}
