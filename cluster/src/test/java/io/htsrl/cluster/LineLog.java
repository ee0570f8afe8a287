package io.htsrl.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Log lines for the user; a test may wait for some. Any thread. */
public final class LineLog implements Consumer<String> {
    /** A deadline: a run whose listener waits for a line that never comes must fail, with the lines. */
    private static final Duration LONG = Duration.ofMinutes(10);

    private static final String BACK = "has joined|answers again";
    private static final String GONE = "has been silent for|has ended|leaves: ";

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
    public void await(String part, int times) throws InterruptedException {
        await(now -> count(part) >= times, "fewer than " + times + " lines with '" + part + "'");
    }

    /**
     * Waits until the newest line about a machine says that it is live, or that it is lost. On a busy machine the
     * learner may lose a node more often or give it up, so a test that counts lines would wait forever.
     *
     * @param name what its lines begin with
     */
    public void awaitLive(String name, boolean live) throws InterruptedException {
        await(now -> live(name, now) == live, name + " is " + (live ? "not" : "still") + " live");
    }

    private static boolean live(String name, List<String> lines) {
        return lines.stream()
                .filter(line -> line.startsWith(name + " ") && line.matches("(?s).*(" + BACK + "|" + GONE + ").*"))
                .reduce((earlier, later) -> later)
                .filter(last -> last.matches(".*(" + BACK + ").*"))
                .isPresent();
    }

    private synchronized void await(Predicate<List<String>> enough, String missing) throws InterruptedException {
        long end = System.nanoTime() + LONG.toNanos();
        while (!enough.test(lines)) {
            long left = (end - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                throw new AssertionError(missing + ": " + lines);
            }
            wait(left);
        }
    }

    @Override
    public synchronized String toString() {
        return lines.toString();
    }
}
