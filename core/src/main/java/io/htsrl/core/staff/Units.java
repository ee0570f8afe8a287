package io.htsrl.core.staff;

/**
 * Environments that one executor must own together, since they share what computes them; mostly each is alone. Unit u
 * belongs to executor u mod E. Immutable.
 */
public final class Units {
    private final int[] ofEnvironments;
    private final int count;

    private Units(int[] ofEnvironments, int count) {
        this.ofEnvironments = ofEnvironments;
        this.count = count;
    }

    /** Each environment alone. */
    public static Units each(int environments) {
        int[] units = new int[environments];
        for (int environment = 0; environment < environments; environment++) {
            units[environment] = environment;
        }
        return new Units(units, environments);
    }

    /** Those of one executor together: environment e belongs to executor e mod E. */
    public static Units ofExecutors(int environments, int executors) {
        int[] units = new int[environments];
        for (int environment = 0; environment < environments; environment++) {
            units[environment] = environment % executors;
        }
        return new Units(units, Math.min(environments, executors));
    }

    int environments() {
        return ofEnvironments.length;
    }

    /** How many there are: more executors have nothing to do. */
    public int count() {
        return count;
    }

    int of(int environment) {
        return ofEnvironments[environment];
    }

    /** No fewer than the environments that executor {@code worker} may own, however many serve beside it. */
    public int most(int worker) {
        int largest = (ofEnvironments.length + count - 1) / count;
        int units = (count + worker) / (worker + 1); // with those before it alone
        return Math.min(ofEnvironments.length, units * largest);
    }
}
