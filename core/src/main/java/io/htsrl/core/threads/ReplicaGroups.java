package io.htsrl.core.threads;

/**
 * Environments that one executor must own together, since they share what computes them; mostly each is alone. An executor
 * owns neighbouring units: what executors write side by side shares few cache lines. Immutable.
 */
public final class ReplicaGroups {
    private final int[] ofEnvironments;
    private final int count;

    private ReplicaGroups(int[] ofEnvironments, int count) {
        this.ofEnvironments = ofEnvironments;
        this.count = count;
    }

    /** Each environment alone. */
    public static ReplicaGroups each(int environments) {
        int[] units = new int[environments];
        for (int environment = 0; environment < environments; environment++) {
            units[environment] = environment;
        }
        return new ReplicaGroups(units, environments);
    }

    /** Those of one executor together, which it owns as long as so many serve. */
    public static ReplicaGroups ofExecutors(int environments, int executors) {
        ReplicaGroups each = each(environments);
        int[] units = new int[environments];
        for (int environment = 0; environment < environments; environment++) {
            units[environment] = each.owner(environment, executors);
        }
        return new ReplicaGroups(units, Math.min(environments, executors));
    }

    /** One unit for each executor, of every so many environments: any neighbours are spread over all executors. */
    public static ReplicaGroups dealt(int environments, int executors) {
        int[] units = new int[environments];
        for (int environment = 0; environment < environments; environment++) {
            units[environment] = environment % executors;
        }
        return new ReplicaGroups(units, Math.min(environments, executors));
    }

    /** Which of so many executors owns an environment: its unit's, of blocks whose sizes differ by one at most. */
    public int owner(int environment, int executors) {
        return (int) ((long) ofEnvironments[environment] * Math.min(count, executors) / count);
    }

    int environments() {
        return ofEnvironments.length;
    }

    /** How many there are: more executors have nothing to do. */
    public int count() {
        return count;
    }

    /** No fewer than the environments that executor {@code worker} may own, however many serve beside it. */
    public int most(int worker) {
        int largest = (ofEnvironments.length + count - 1) / count;
        int units = (count + worker) / (worker + 1); // with those before it alone
        return Math.min(ofEnvironments.length, units * largest);
    }
}
