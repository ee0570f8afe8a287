package io.htsrl.benchmarks.soak;

import java.util.Comparator;
import java.util.Map;
import java.util.function.Predicate;

/** Formats stacks of threads. Stateless, any thread. */
final class Stacks {

    private Stacks() {}

    /** Returns the stacks of all threads that match {@code chosen}, sorted by name. */
    static String of(Predicate<Thread> chosen) {
        StringBuilder text = new StringBuilder();
        Thread.getAllStackTraces().entrySet().stream()
                .filter(entry -> chosen.test(entry.getKey()))
                .sorted(Comparator.comparing(entry -> entry.getKey().getName()))
                .forEach(entry -> add(entry, text));
        return text.toString();
    }

    private static void add(Map.Entry<Thread, StackTraceElement[]> entry, StringBuilder text) {
        text.append("  ")
                .append(entry.getKey().getName())
                .append(" (")
                .append(entry.getKey().getState())
                .append(")\n");
        for (StackTraceElement frame : entry.getValue()) {
            text.append("      at ").append(frame).append('\n');
        }
    }
}
