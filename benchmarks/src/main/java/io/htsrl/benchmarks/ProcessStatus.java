package io.htsrl.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Linux's own account of this process. Stateless, any thread. */
public final class ProcessStatus {
    private static final Path STATUS = Path.of("/proc/self/status");

    private ProcessStatus() {}

    /** A figure by its key, such as {@code VmRSS}, in the unit that stands there; NaN where the system does not tell. */
    public static double figure(String key) {
        String begin = key + ":";
        try (Stream<String> lines = Files.lines(STATUS)) {
            return lines.filter(line -> line.startsWith(begin))
                    .findFirst()
                    .map(line -> Double.parseDouble(
                            line.substring(begin.length()).strip().split(" ")[0]))
                    .orElse(Double.NaN);
        } catch (IOException e) {
            return Double.NaN; // not Linux
        }
    }
}
