package io.htsrl.trainer.report;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * The use of a run's time. Immutable.
 *
 * @param roles by name: {@code executor, actor, learner}
 * @param intervals number of intervals in that time
 * @param batchSizes number of policy forwards by their number of states
 */
public record TimeUse(SortedMap<String, Role> roles, long intervals, SortedMap<Integer, Long> batchSizes) {

    /** The time use of a run that reports none. */
    public static final TimeUse NONE = new TimeUse(new TreeMap<>(), 0, new TreeMap<>());

    /** Copies the maps. */
    public TimeUse {
        roles = Collections.unmodifiableSortedMap(new TreeMap<>(roles));
        batchSizes = Collections.unmodifiableSortedMap(new TreeMap<>(batchSizes));
    }

    /**
     * The use of one role's time, summed over its threads.
     *
     * @param busySeconds time at work
     * @param waitSeconds time waiting, at the barrier or elsewhere
     * @param barrierSeconds part of the waiting time spent at the barrier
     * @param threadSeconds time of its threads in all their roles: an executor may serve forwards too
     * @param threads number of threads
     */
    public record Role(
            double busySeconds, double waitSeconds, double barrierSeconds, double threadSeconds, int threads) {

        /** Returns the sum of both. */
        public Role plus(Role other) {
            return new Role(
                    busySeconds + other.busySeconds,
                    waitSeconds + other.waitSeconds,
                    barrierSeconds + other.barrierSeconds,
                    threadSeconds + other.threadSeconds,
                    threads + other.threads);
        }

        /** Returns the share of its threads' time in which they work for this role; 0 to 1. */
        public double utilisation() {
            return threadSeconds > 0 ? busySeconds / threadSeconds : 0;
        }

        /** Returns the share of its threads' time in which they are idle at the barrier; 0 to 1. */
        public double barrierShare() {
            return threadSeconds > 0 ? barrierSeconds / threadSeconds : 0;
        }
    }

    /** Returns seconds as {@code actor_busy, actor_wait, executor_busy, ...}, summed over the threads of a role. */
    public Map<String, Double> roleSeconds() {
        Map<String, Double> seconds = new TreeMap<>();
        roles.forEach((name, role) -> {
            seconds.put(name + "_busy", role.busySeconds());
            seconds.put(name + "_wait", role.waitSeconds());
        });
        return seconds;
    }

    /** Returns {@link Role#utilisation} by role. */
    public Map<String, Double> utilisation() {
        return byRole(Role::utilisation);
    }

    /** Returns the seconds idle at the barrier by role, summed over its threads. */
    public Map<String, Double> barrierIdleSeconds() {
        return byRole(Role::barrierSeconds);
    }

    private Map<String, Double> byRole(ToDoubleFunction<Role> figure) {
        Map<String, Double> metrics = new TreeMap<>();
        roles.forEach((name, role) -> metrics.put(name, figure.applyAsDouble(role)));
        return metrics;
    }

    /** Returns the number of policy forwards. */
    public long batches() {
        return batchSizes.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Returns the number of states that the forwards served. */
    public long states() {
        return batchSizes.entrySet().stream()
                .mapToLong(e -> e.getKey() * e.getValue())
                .sum();
    }
}
