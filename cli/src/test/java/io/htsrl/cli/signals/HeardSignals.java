package io.htsrl.cli.signals;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Which signals this process and those that it starts can hear: what it was told to ignore, as in the background of a
 * script, they ignore, too, unless {@code env} of GNU coreutils starts them.
 */
public final class HeardSignals {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String IGNORED = "SigIgn:";
    private static final Map<String, Integer> NUMBERS = Map.of("HUP", 1, "INT", 2, "TERM", 15);
    private static final int HEXADECIMAL = 16;

    private HeardSignals() {}

    /** Skips the test, visibly, where this process would not hear a signal. */
    public static void assume(String signal) {
        assumeTrue(
                heard(signal),
                () -> "SIG" + signal + " is ignored here, as under nohup or in the background: run the tests in the "
                        + "foreground");
    }

    /** Makes {@code command} hear the signal; skips the test, visibly, where no way exists. */
    public static List<String> hearing(String signal, List<String> command) throws IOException, InterruptedException {
        if (heard(signal)) {
            return command;
        }
        List<String> env = List.of("env", "--default-signal=" + signal);
        if (!succeeds(Stream.concat(env.stream(), Stream.of("true")).toList())) {
            assume(signal);
        }
        return Stream.concat(env.stream(), command.stream()).toList();
    }

    private static boolean succeeds(List<String> command) throws IOException, InterruptedException {
        return new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor()
                == 0;
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
            return true; // as where no such file exists
        }
    }
}
