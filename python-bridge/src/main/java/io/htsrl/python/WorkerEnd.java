package io.htsrl.python;

import java.util.List;

/** How a worker ended, in words. Pure functions. */
final class WorkerEnd {
    private static final int BY_SIGNAL = 128;
    private static final int SHOWN = 20;

    private WorkerEnd() {}

    /** Such as {@code its worker process 17 was killed by SIGKILL (exit code 137), ...} and its last lines. */
    static String text(long pid, int exit, WorkerLog log) {
        List<String> lines = log.last(SHOWN);
        return "its worker process " + pid + " " + reason(exit)
                + (lines.isEmpty()
                        ? "; it had printed nothing"
                        : "; the last that it printed:\n  " + String.join("\n  ", lines));
    }

    private static String reason(int exit) {
        String code = " (exit code " + exit + ")";
        return switch (exit - BY_SIGNAL) {
            case 4 -> "ended by SIGILL" + code + ": a native library of it needs another processor";
            case 6 -> "ended by SIGABRT" + code + ": a native library of it gave up";
            case 7 -> "ended by SIGBUS" + code;
            case 8 -> "ended by SIGFPE" + code;
            case 9 -> "was killed by SIGKILL" + code + ": by somebody, or by the system for lack of memory";
            case 11 -> "ended by SIGSEGV" + code + ": a native library of it is at fault";
            case 15 -> "was ended by SIGTERM" + code;
            default -> "left" + code + ": its code called exit";
        };
    }
}
