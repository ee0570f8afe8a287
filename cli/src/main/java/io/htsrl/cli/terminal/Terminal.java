package io.htsrl.cli.terminal;

import java.nio.charset.Charset;

/**
 * Whether stdout is a terminal, how large, and what it can show. The launcher knows the first two ({@code -Dhts.tty},
 * {@code -Dhts.columns}, {@code -Dhts.rows}); without it, {@link System#console} tells, up to Java 21: later ones give
 * a console for a pipe too. Stateless, any thread.
 */
public final class Terminal {
    private static final int USUAL_COLUMNS = 80;
    private static final int USUAL_ROWS = 24;
    private static final int USUAL_HELP_COLUMNS = 100;
    private static final int LEAST_HELP_COLUMNS = 55; // picocli's

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
        return size("hts.columns", USUAL_COLUMNS);
    }

    public static int rows() {
        return size("hts.rows", USUAL_ROWS);
    }

    /** Columns of help: the terminal's, or what reads well in a file. */
    public static int helpColumns() {
        return isInteractive() ? Math.max(LEAST_HELP_COLUMNS, columns()) : USUAL_HELP_COLUMNS;
    }

    private static int size(String property, int defaultValue) {
        int size = Integer.getInteger(property, defaultValue);
        return size > 0 ? size : defaultValue;
    }

    /** Whether stdout's encoding has this character. */
    public static boolean shows(char character) {
        String encoding = System.getProperty("stdout.encoding", System.getProperty("sun.stdout.encoding"));
        Charset charset = encoding == null ? Charset.defaultCharset() : Charset.forName(encoding);
        return charset.newEncoder().canEncode(character);
    }
}
