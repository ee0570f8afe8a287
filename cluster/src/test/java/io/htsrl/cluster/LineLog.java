package io.htsrl.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Log lines for the user; a test may wait for some. Any thread. */
public final class LineLog implements Consumer<String> {
    private static final Duration LONG = Duration.ofHours(1);

    private final List<String> lines = new ArrayList<>(); // guarded by this

    @Override
    public synchronized void accept(String line) {
        lines.add(line);
        notifyAll();
    }

    public synchronized List<String> lines() {
        return List.copyOf(lines);
    }

    public synchronized boolean any(String part) {
        return count(part) > 0;
    }

    private long count(String part) {
        return lines.stream().filter(line -> line.contains(part)).count();
    }

    /** Waits until so many lines contain {@code part}. */
    public synchronized void await(String part, int times) throws InterruptedException {
        long end = System.nanoTime() + LONG.toNanos();
        while (count(part) < times) {
            long left = (end - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                throw new AssertionError("fewer than " + times + " lines with '" + part + "': " + lines);
            }
            wait(left);
        }
    }

    @Override
    public synchronized String toString() {
        return lines.toString();
    }
}
