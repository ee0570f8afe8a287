package io.htsrl.environments.wrapper;

import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.ShownText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Recorded step times: a text file with one time a line, in milliseconds or in the unit after it ({@code 5.2},
 * {@code 5200us}). A first line that begins with a letter or a quote is a header; empty lines and lines that begin with
 * {@code #} are skipped. Immutable, any thread; traces of one file and the same times are equal.
 *
 * @param file file of the trace; absolute
 * @param times in nanoseconds, at least one
 * @param meanNanos their mean, rounded; at least 1
 */
public record StepTimeTrace(Path file, List<Long> times, long meanNanos) {
    private static final long MAX_NANOS = 3_600_000_000_000L;
    private static final Pattern LINE = Pattern.compile("([0-9.]+(?:[eE][+-]?[0-9]+)?)\\s*(ns|us|ms|s)?");
    private static final Pattern HEADER = Pattern.compile("[\\p{L}\"'].*");

    /** Reads a file. @throws ConfigurationException when it cannot be read or a line is not a time */
    public static StepTimeTrace read(Path file) {
        Path path = file.toAbsolutePath().normalize();
        List<String> lines;
        try {
            lines = Files.readAllLines(path);
        } catch (IOException e) {
            throw refused(
                    "trace:" + file,
                    "cannot be read (" + ShownText.reason(e) + ")",
                    "give a text file with one step time a line");
        }
        List<Long> times = times(file, lines);
        long mean = Math.round(mean(times));
        if (mean == 0) {
            throw refused("trace:" + file, "must have a mean of at least 1 ns", "leave out --step-time for no time");
        }
        return new StepTimeTrace(path, times, mean);
    }

    private static double mean(List<Long> times) {
        return times.stream().mapToLong(Long::longValue).average().orElseThrow();
    }

    private static List<Long> times(Path file, List<String> lines) {
        List<Long> times = new ArrayList<>();
        boolean first = true;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            if (!first || !HEADER.matcher(line).matches()) {
                times.add(time(file, i + 1, line));
            }
            first = false;
        }
        if (times.isEmpty()) {
            throw refused("trace:" + file, "must hold at least one step time", "write one a line, such as 5.2");
        }
        return List.copyOf(times);
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
            // for example 1.2.3: refused below
        }
        throw refused(
                "trace:" + file + ", line " + number + ": " + line,
                "must be one time of at most an hour, in milliseconds or with ns, us, ms or s behind it",
                "write 5.2 or 5200us, for example, and one column alone");
    }

    private static ConfigurationException refused(String value, String rule, String remedy) {
        return new ConfigurationException("--step-time", value, rule, remedy);
    }

    /** Returns the number of recorded times, at least 1. */
    public int length() {
        return times.size();
    }

    /** Returns time {@code i} in multiples of {@link #meanNanos}. */
    public double unit(int i) {
        return times.get(i) / (double) meanNanos;
    }

    /** Returns the standard deviation in multiples of the mean. */
    public double relativeDeviation() {
        double mean = mean(times);
        double squares =
                times.stream().mapToDouble(t -> (t - mean) * (t - mean)).sum();
        return Math.sqrt(squares / times.size()) / mean;
    }

    @Override
    public String toString() {
        return file + " (" + times.size() + " step times)";
    }
}
