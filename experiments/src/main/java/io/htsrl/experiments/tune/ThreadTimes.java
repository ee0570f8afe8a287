package io.htsrl.experiments.tune;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.Map;

/**
 * Processor time of this process's threads by the kind that their names begin with: {@code executor} of {@code
 * executor-3}. Threads that have ended are not counted. Immutable.
 *
 * @param seconds by kind; empty where the JVM does not tell
 */
public record ThreadTimes(Map<String, Double> seconds) {
    /** Takes a copy. */
    public ThreadTimes {
        seconds = Map.copyOf(seconds);
    }

    /** What all have had so far. */
    static ThreadTimes now() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        Map<String, Double> seconds = new HashMap<>();
        if (threads.isThreadCpuTimeSupported() && threads.isThreadCpuTimeEnabled()) {
            for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
                long nanos = thread == null ? -1 : threads.getThreadCpuTime(thread.getThreadId());
                if (nanos >= 0) {
                    seconds.merge(thread.getThreadName().replaceFirst("-?\\d+$", ""), nanos / 1e9, Double::sum);
                }
            }
        }
        return new ThreadTimes(seconds);
    }

    /** What they have had since {@code before}. */
    ThreadTimes since(ThreadTimes before) {
        Map<String, Double> difference = new HashMap<>();
        seconds.forEach((kind, now) -> difference.put(kind, now - before.of(kind)));
        return new ThreadTimes(difference);
    }

    /** Of one kind. */
    public double of(String kind) {
        return seconds.getOrDefault(kind, 0.0);
    }
}
