package io.htsrl.python;

import io.htsrl.core.run.DaemonThreads;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A worker's standard output and error. They are written to the log {@code io.htsrl.python.WorkerLog} at level debug,
 * and the last lines are kept for messages. A dedicated thread reads; any thread may ask.
 */
final class WorkerLog {
    private static final int BY_SIGNAL = 128;
    private static final int SHOWN = 20;
    private static final Logger LOG = LoggerFactory.getLogger(WorkerLog.class);
    private static final int KEPT = 400;
    private static final int LONGEST = 500;
    private static final long PAUSE_MILLIS = 100;

    private final long pid;
    private final InputStream from;
    private final Deque<String> lines = new ArrayDeque<>(); // guarded by this
    private long count; // number of all lines; guarded by this
    private boolean ended; // guarded by this

    WorkerLog(long pid, InputStream from) {
        this.pid = pid;
        this.from = from;
        DaemonThreads.start("python-log-" + pid, this::read);
    }

    /** Adds each line when it ends, or is longer than the longest: some never end. */
    private void read() {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(from, StandardCharsets.UTF_8))) {
            StringBuilder line = new StringBuilder();
            boolean cut = false;
            for (int before = 0, c = reader.read(); c >= 0; before = c, c = reader.read()) {
                if (c == '\r' || c == '\n') {
                    if (!cut && (c == '\r' || before != '\r')) {
                        add(line.toString());
                    }
                    cut = false;
                    line.setLength(0);
                } else if (line.length() < LONGEST) {
                    line.append((char) c);
                } else if (!cut) {
                    cut = true;
                    add(line + "...");
                }
            }
            if (!cut && line.length() > 0) {
                add(line.toString());
            }
        } catch (IOException e) {
            LOG.debug("worker {}: its outputs cannot be read any more", pid, e);
        } finally {
            end();
        }
    }

    private synchronized void add(String line) {
        LOG.debug("worker {}: {}", pid, line);
        if (lines.size() == KEPT) {
            lines.removeFirst();
        }
        lines.addLast(line);
        count++;
        notifyAll();
    }

    private synchronized void end() {
        ended = true;
        notifyAll();
    }

    /** Returns the number of lines so far. */
    synchronized long count() {
        return count;
    }

    /** Returns the last lines, at most {@code most}. */
    synchronized List<String> last(int most) {
        return lines.stream().skip(Math.max(0, lines.size() - most)).toList();
    }

    /**
     * Returns the lines after the first {@code from}, once output has paused briefly after a line that matches
     * {@code wanted}. Returns fewer when that takes longer than {@code millis}, or the worker ends.
     */
    synchronized List<String> since(long from, Predicate<String> wanted, long millis) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (System.nanoTime() < end && !ended) {
            long before = count;
            boolean there = newest(from).stream().anyMatch(wanted);
            wait(PAUSE_MILLIS);
            if (there && count == before) {
                break;
            }
        }
        return newest(from);
    }

    /** Waits until all output of an ended worker has been read. */
    synchronized void awaitEnd(long millis) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (!ended && System.nanoTime() < end) {
            wait(PAUSE_MILLIS);
        }
    }

    private List<String> newest(long from) {
        return lines.stream()
                .skip(Math.max(0, lines.size() - Math.max(0, count - from)))
                .toList();
    }

    /**
     * Returns a text such as {@code its worker process 17 was killed by SIGKILL (exit code 137), ...} and its last
     * lines.
     */
    String exitText(int exit) {
        List<String> lines = last(SHOWN);
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
