package io.htsrl.trainer.report;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * Where a run's time went. Immutable.
 *
 * @param roles      by name: {@code executor, actor, learner}
 * @param intervals  that it went into
 * @param batchSizes how many policy forwards there were of each number of states
 */
public record TimeUse(SortedMap<String, Role> roles, long intervals, SortedMap<Integer, Long> batchSizes) {

    /** Of a run that tells nothing. */
    public static final TimeUse NONE = new TimeUse(new TreeMap<>(), 0, new TreeMap<>());

    /** Takes copies. */
    public TimeUse {
        roles = Collections.unmodifiableSortedMap(new TreeMap<>(roles));
        batchSizes = Collections.unmodifiableSortedMap(new TreeMap<>(batchSizes));
    }

    /**
     * What one role made of its time, summed over its threads.
     *
     * @param busySeconds    at work
     * @param waitSeconds    waiting for anything
     * @param barrierSeconds of these, waiting at the barrier
     * @param threadSeconds  that its threads have taken for all their roles: an executor may serve forwards too
     * @param threads        how many they are
     */
    public record Role(
            double busySeconds, double waitSeconds, double barrierSeconds, double threadSeconds, int threads) {

        /** Both together. */
        public Role plus(Role other) {
            return new Role(
                    busySeconds + other.busySeconds,
                    waitSeconds + other.waitSeconds,
                    barrierSeconds + other.barrierSeconds,
                    threadSeconds + other.threadSeconds,
                    threads + other.threads);
        }

        /** Share of its threads' time in which they work for this role; 0 to 1. */
        public double utilisation() {
            return threadSeconds > 0 ? busySeconds / threadSeconds : 0;
        }

        /** Share of its threads' time in which they are idle at the barrier; 0 to 1. */
        public double barrierShare() {
            return threadSeconds > 0 ? barrierSeconds / threadSeconds : 0;
        }
    }

    /** Seconds as {@code actor_busy, actor_wait, executor_busy, ...}, summed over the threads of a role. */
    public Map<String, Double> roleSeconds() {
        Map<String, Double> seconds = new TreeMap<>();
        roles.forEach((name, role) -> {
            seconds.put(name + "_busy", role.busySeconds());
            seconds.put(name + "_wait", role.waitSeconds());
        });
        return seconds;
    }

    /** By role, see {@link Role#utilisation}. */
    public Map<String, Double> utilisation() {
        return byRole(Role::utilisation);
    }

    /** By role, seconds idle at the barrier, summed over its threads. */
    public Map<String, Double> barrierIdleSeconds() {
        return byRole(Role::barrierSeconds);
    }

    private Map<String, Double> byRole(ToDoubleFunction<Role> figure) {
        Map<String, Double> metrics = new TreeMap<>();
        roles.forEach((name, role) -> metrics.put(name, figure.applyAsDouble(role)));
        return metrics;
    }

    /** Policy forwards. */
    public long batches() {
        return batchSizes.values().stream().mapToLong(Long::longValue).sum();
    }

    /** States that they served. */
    public long states() {
        return batchSizes.entrySet().stream()
                .mapToLong(e -> e.getKey() * e.getValue())
                .sum();
    }
}
