package io.htsrl.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Reads Linux's status of this process. Stateless, any thread. */
public final class ProcessStatus {
    private static final Path STATUS = Path.of("/proc/self/status");

    private ProcessStatus() {}

    /** Returns a figure by its key, such as {@code VmRSS}, in the unit of that line; NaN if none exists. */
    public static double figure(String key) {
        String prefix = key + ":";
        try (Stream<String> lines = Files.lines(STATUS)) {
            return lines.filter(line -> line.startsWith(prefix))
                    .findFirst()
                    .map(line -> Double.parseDouble(
                            line.substring(prefix.length()).strip().split(" ")[0]))
                    .orElse(Double.NaN);
        } catch (IOException e) {
            return Double.NaN; // not Linux
        }
    }
}
