package io.htsrl.core.threads;

/**
 * Units of environments that one executor must own together, since they share a resource; usually each unit is one
 * environment. An executor owns neighbouring units, so that the writes of different executors share few cache lines.
 * Immutable.
 */
public final class ReplicaGroups {
    private final int[] ofEnvironments;
    private final int count;

    private ReplicaGroups(int[] ofEnvironments, int count) {
        this.ofEnvironments = ofEnvironments;
        this.count = count;
    }

    /** Returns units of one environment each. */
    public static ReplicaGroups each(int environments) {
        return blocks(environments, 1);
    }

    /** Returns units of {@code size} neighbouring environments, a divisor of their number. */
    public static ReplicaGroups blocks(int environments, int size) {
        int[] units = new int[environments];
        for (int environment = 0; environment < environments; environment++) {
            units[environment] = environment / size;
        }
        return new ReplicaGroups(units, environments / size);
    }

    /** Returns one unit for the environments of each executor, valid while that number of executors is active. */
    public static ReplicaGroups ofExecutors(int environments, int executors) {
        ReplicaGroups each = each(environments);
        int[] units = new int[environments];
        for (int environment = 0; environment < environments; environment++) {
            units[environment] = each.owner(environment, executors);
        }
        return new ReplicaGroups(units, Math.min(environments, executors));
    }

    /**
     * Returns one unit per executor, with every {@code executors}-th group of {@code size} neighbouring environments:
     * neighbours are on different executors.
     */
    public static ReplicaGroups dealt(int environments, int size, int executors) {
        int[] units = new int[environments];
        for (int environment = 0; environment < environments; environment++) {
            units[environment] = environment / size % executors;
        }
        return new ReplicaGroups(units, Math.min(environments / size, executors));
    }

    /** Returns the executor that owns an environment's unit, in blocks of units whose sizes differ by at most one. */
    public int owner(int environment, int executors) {
        return (int) ((long) ofEnvironments[environment] * Math.min(count, executors) / count);
    }

    int environments() {
        return ofEnvironments.length;
    }

    /** Returns the number of units; more executors would have nothing to do. */
    public int count() {
        return count;
    }

    /** Returns an upper bound of the environments of executor {@code worker}, for any number of active executors. */
    public int most(int worker) {
        int largest = (ofEnvironments.length + count - 1) / count;
        int units = (count + worker) / (worker + 1); // only with the executors before it
        return Math.min(ofEnvironments.length, units * largest);
    }
}
