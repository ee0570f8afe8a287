package io.htsrl.core.error;

import java.io.FileNotFoundException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
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

    /**
     * Returns the reason of a failure: its message, or its class name if it has none. The JDK's file exceptions often
     * have the path alone, or the path and the words.
     */
    public static String reason(Throwable failure) {
        String message = failure.getMessage() == null ? failure.toString() : failure.getMessage();
        if (failure instanceof FileNotFoundException && message.endsWith(")")) {
            return message.substring(message.lastIndexOf('(') + 1, message.length() - 1);
        } else if (failure instanceof AccessDeniedException) {
            return "Permission denied";
        } else if (failure instanceof NoSuchFileException) {
            return "No such file or directory";
        } else if (failure instanceof NotDirectoryException) {
            return "Not a directory";
        } else if (failure instanceof FileAlreadyExistsException) {
            return "A file of that name is in the way";
        }
        return failure instanceof FileSystemException f && f.getReason() != null ? f.getReason() : message;
    }
}
