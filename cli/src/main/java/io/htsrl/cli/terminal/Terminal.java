package io.htsrl.cli.terminal;

import java.nio.charset.Charset;

/**
 * Properties of stdout: whether it is a terminal, its size, and its characters. The launcher knows the first two
 * ({@code -Dhts.tty}, {@code -Dhts.columns}, {@code -Dhts.rows}); without it, {@link System#console} shows the first up
 * to Java 21: later versions return a console for a pipe too. Stateless, any thread.
 */
public final class Terminal {
    private static final int DEFAULT_COLUMNS = 80;
    private static final int DEFAULT_ROWS = 24;
    private static final int DEFAULT_HELP_COLUMNS = 100;
    private static final int LEAST_HELP_COLUMNS = 55; // picocli's minimum

    private Terminal() {}

    @SuppressWarnings("SystemConsoleNull") // asked up to 21 only
    public static boolean isInteractive() {
        if ("dumb".equals(System.getenv("TERM"))) {
            return false;
        }
        String tty = System.getProperty("hts.tty");
        return tty != null
                ? Boolean.parseBoolean(tty)
                : System.console() != null && Runtime.version().feature() < 22;
    }

    public static int columns() {
        return size("hts.columns", DEFAULT_COLUMNS);
    }

    public static int rows() {
        return size("hts.rows", DEFAULT_ROWS);
    }

    /** Returns the columns of help: the terminal's, or a readable width for a file. */
    public static int helpColumns() {
        return isInteractive() ? Math.max(LEAST_HELP_COLUMNS, columns()) : DEFAULT_HELP_COLUMNS;
    }

    private static int size(String property, int defaultValue) {
        int size = Integer.getInteger(property, defaultValue);
        return size > 0 ? size : defaultValue;
    }

    /** Returns whether stdout's encoding has this character. */
    public static boolean shows(char character) {
        String encoding = System.getProperty("stdout.encoding", System.getProperty("sun.stdout.encoding"));
        Charset charset = encoding == null ? Charset.defaultCharset() : Charset.forName(encoding);
        return charset.newEncoder().canEncode(character);
    }
}
