package io.htsrl.python;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a worker prints, to either of its outputs: goes to the log {@code io.htsrl.python.WorkerLog} at level debug, and
 * the last lines are kept for messages. A thread of its own reads; any thread may ask.
 */
final class WorkerLog {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerLog.class);
    private static final int KEPT = 400;
    private static final int LONGEST = 500;

    private final long pid;
    private final InputStream from;
    private final Deque<String> lines = new ArrayDeque<>(); // guarded by lock
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition came = lock.newCondition();
    private long count; // of all lines; guarded by lock
    private boolean ended; // guarded by lock

    WorkerLog(long pid, InputStream from) {
        this.pid = pid;
        this.from = from;
        Thread thread = new Thread(this::read, "python-log-" + pid);
        thread.setDaemon(true);
        thread.start();
    }

    private void read() {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(from, StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                add(line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "...");
            }
        } catch (IOException e) {
            LOG.debug("worker {}: its outputs cannot be read any more", pid, e);
        } finally {
            end();
        }
    }

    private void add(String line) {
        LOG.debug("worker {}: {}", pid, line);
        lock.lock();
        try {
            if (lines.size() == KEPT) {
                lines.removeFirst();
            }
            lines.addLast(line);
            count++;
            came.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void end() {
        lock.lock();
        try {
            ended = true;
            came.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** How many lines there have been. */
    long count() {
        lock.lock();
        try {
            return count;
        } finally {
            lock.unlock();
        }
    }

    /** The last lines, at most {@code most}. */
    List<String> last(int most) {
        lock.lock();
        try {
            return lines.stream().skip(Math.max(0, lines.size() - most)).toList();
        } finally {
            lock.unlock();
        }
    }

    /**
     * The lines behind the first {@code from}, once they are quiet for a moment after one has come that {@code wanted}
     * holds for; fewer when that takes longer than {@code millis}, or the worker ends.
     */
    List<String> since(long from, Predicate<String> wanted, long millis) throws InterruptedException {
        long left = TimeUnit.MILLISECONDS.toNanos(millis);
        long pause = TimeUnit.MILLISECONDS.toNanos(100);
        lock.lock();
        try {
            while (left > 0 && !ended) {
                long before = count;
                boolean there = newest(from).stream().anyMatch(wanted);
                left -= Math.min(left, pause) - Math.max(0, came.awaitNanos(Math.min(left, pause)));
                if (there && count == before) {
                    break;
                }
            }
            return newest(from);
        } finally {
            lock.unlock();
        }
    }

    /** Waits until all is read of a worker that has ended. */
    void awaitEnd(long millis) throws InterruptedException {
        long left = TimeUnit.MILLISECONDS.toNanos(millis);
        lock.lock();
        try {
            while (!ended && left > 0) {
                left = came.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    private List<String> newest(long from) {
        return lines.stream()
                .skip(Math.max(0, lines.size() - Math.max(0, count - from)))
                .toList();
    }
}
