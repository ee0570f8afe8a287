package io.htsrl.trainer.cli;

/**
 * Whether stdout is a terminal, and how wide. The launcher knows ({@code -Dhts.tty}, {@code -Dhts.columns}); without
 * it, {@link System#console} tells, up to Java 21: later ones give a console for a pipe too. Stateless, any thread.
 */
final class Terminal {
    private static final int USUAL_COLUMNS = 80;

    private Terminal() {
    }

    static boolean isInteractive() {
        if ("dumb".equals(System.getenv("TERM"))) {
            return false;
        }
        String tty = System.getProperty("hts.tty");
        return tty != null ? Boolean.parseBoolean(tty)
                : System.console() != null && Runtime.version().feature() < 22;
    }

    static int columns() {
        int columns = Integer.getInteger("hts.columns", USUAL_COLUMNS);
        return columns > 0 ? columns : USUAL_COLUMNS;
    }
}
