package io.htsrl.cli.signals;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Which signals processes that tests start can hear: those that this one was told to ignore they ignore, too. */
public final class HeardSignals {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String IGNORED = "SigIgn:";
    private static final Map<String, Integer> NUMBERS = Map.of("HUP", 1, "INT", 2, "TERM", 15);
    private static final int HEXADECIMAL = 16;

    private HeardSignals() {}

    /** Skips the test, visibly, where a signal would not be heard. */
    public static void assume(String signal) {
        assumeTrue(
                heard(signal),
                () -> "SIG" + signal + " is ignored here, as under nohup or in the background: run the tests in the "
                        + "foreground");
    }

    private static boolean heard(String signal) {
        try {
            List<String> status = Files.isReadable(STATUS) ? Files.readAllLines(STATUS) : List.of();
            return status.stream()
                    .filter(line -> line.startsWith(IGNORED))
                    .mapToLong(line -> Long.parseUnsignedLong(
                            line.substring(IGNORED.length()).strip(), HEXADECIMAL))
                    .noneMatch(ignored -> (ignored >>> NUMBERS.get(signal) - 1 & 1) == 1);
        } catch (IOException e) {
            return true; // as where there is no such file
        }
    }
}
