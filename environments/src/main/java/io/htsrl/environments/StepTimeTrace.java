package io.htsrl.environments;

import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Step times that were recorded: a text file with one of them a line, in milliseconds or in the unit behind it
 * ({@code 5.2}, {@code 5200us}). A first line that begins with a letter or a quote is a header; empty lines and those
 * that begin with {@code #} are passed over. Immutable, any thread; traces of one file and the same times are equal.
 */
public final class StepTimeTrace {
    private static final long MAX_NANOS = 3_600_000_000_000L;
    private static final Pattern LINE = Pattern.compile("([0-9.]+(?:[eE][+-]?[0-9]+)?)\\s*(ns|us|ms|s)?");
    private static final Pattern HEADER = Pattern.compile("[\\p{L}\"'].*");

    private final Path file;
    private final long[] nanos;
    private final long meanNanos;

    private StepTimeTrace(Path file, long[] nanos) {
        this.file = file;
        this.nanos = nanos;
        this.meanNanos = Math.round(Arrays.stream(nanos).average().orElseThrow());
    }

    /** Reads a file. @throws ConfigurationException when it cannot be read or a line of it is no time */
    public static StepTimeTrace read(Path file) {
        Path path = file.toAbsolutePath().normalize();
        List<String> lines;
        try {
            lines = Files.readAllLines(path);
        } catch (NoSuchFileException e) {
            throw refused("trace:" + file, "does not exist", "give the name of a file with one step time a line");
        } catch (IOException e) {
            throw refused("trace:" + file, "cannot be read (" + e + ")", "give a text file with one step time a line");
        }
        StepTimeTrace trace = new StepTimeTrace(path, times(file, lines));
        if (trace.meanNanos == 0) {
            throw refused("trace:" + file, "must have a mean of at least 1 ns", "leave out --step-time for no time");
        }
        return trace;
    }

    private static long[] times(Path file, List<String> lines) {
        long[] times = new long[lines.size()];
        int count = 0;
        boolean first = true;
        for (int i = 0; i < times.length; i++) {
            String line = lines.get(i).strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            if (!first || !HEADER.matcher(line).matches()) {
                times[count++] = time(file, i + 1, line);
            }
            first = false;
        }
        if (count == 0) {
            throw refused("trace:" + file, "must hold at least one step time", "write one a line, such as 5.2");
        }
        return Arrays.copyOf(times, count);
    }

    private static long time(Path file, int number, String line) {
        Matcher m = LINE.matcher(line);
        try {
            if (m.matches()) {
                long nanos = StepTime.nanos(m.group(1), m.group(2) == null ? "ms" : m.group(2));
                if (nanos <= MAX_NANOS) {
                    return nanos;
                }
            }
        } catch (NumberFormatException e) {
            // such as 1.2.3: refused below
        }
        throw refused(
                "trace:" + file + ", line " + number + ": " + line,
                "must be one time of at most an hour, in milliseconds or with ns, us, ms or s behind it",
                "write 5.2 or 5200us, for example, and one column alone");
    }

    private static ConfigurationException refused(String value, String rule, String remedy) {
        return new ConfigurationException(new Violations().add("--step-time", value, rule, remedy));
    }

    /** Where it was read from; absolute. */
    public Path file() {
        return file;
    }

    /** The number of recorded times, at least 1. */
    public int length() {
        return nanos.length;
    }

    /** The mean, in nanoseconds, rounded; at least 1. */
    public long meanNanos() {
        return meanNanos;
    }

    /** Time {@code i} in multiples of {@link #meanNanos}. */
    public double unit(int i) {
        return nanos[i] / (double) meanNanos;
    }

    /** The standard deviation in multiples of the mean. */
    public double relativeDeviation() {
        double mean = Arrays.stream(nanos).average().orElseThrow();
        return Math.sqrt(Arrays.stream(nanos)
                                .mapToDouble(t -> (t - mean) * (t - mean))
                                .sum()
                        / nanos.length)
                / mean;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof StepTimeTrace that && file.equals(that.file) && Arrays.equals(nanos, that.nanos);
    }

    @Override
    public int hashCode() {
        return 31 * file.hashCode() + Arrays.hashCode(nanos);
    }

    @Override
    public String toString() {
        return file + " (" + nanos.length + " step times)";
    }
}
