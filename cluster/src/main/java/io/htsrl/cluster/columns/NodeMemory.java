package io.htsrl.cluster.columns;

import io.htsrl.storage.BankShape;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The heap that a node needs for a unit of columns: two banks, columns that wait to be sent, and the parameters; not what
 * environments allocate themselves. Immutable.
 *
 * @param unit       the shape of a bank with the unit's columns alone
 * @param parameters of the policy
 */
public record NodeMemory(BankShape unit, long parameters) {
    /** Bytes of full columns that wait on a node until the learner takes them. */
    public static final long MOST_WAITING = 64L << 20;

    private static final double MB = 1e6;
    /** hts-rl, Pekko and the JVM's own. */
    private static final double BASE = 40 * MB;
    /** Received bytes, the policy, and a snapshot of it that is packed for the kernel. */
    private static final int VECTORS = 6;
    /** The part of a heap that arrays can fill. */
    private static final double USABLE = 0.85;

    /** Of the most columns that one of so many nodes gets, where they are shared evenly. */
    public NodeMemory share(int nodes) {
        int columns = (unit.environments() + nodes - 1) / nodes;
        return new NodeMemory(unit.withEnvironments(columns), parameters);
    }

    /** How many nodes with such a heap suffice, {@code most} at most. */
    public Optional<Integer> fewest(long heap, int most) {
        return IntStream.rangeClosed(1, most)
                .boxed()
                .filter(nodes -> share(nodes).fits(heap))
                .findFirst();
    }

    double bytes() {
        double bank = unit.bytes();
        return BASE + 2 * bank + Math.min(MOST_WAITING, bank) + (double) VECTORS * Float.BYTES * parameters;
    }

    public boolean fits(long heap) {
        return bytes() <= USABLE * heap;
    }

    /** The rule that {@link #fits} broke, for people. */
    public String rule(long heap) {
        return unit.environments() + " columns of " + unit.steps() + " steps need " + mb(bytes())
                + " of a node's heap, and one of " + mb(heap) + " has room for " + mb(USABLE * heap);
    }

    /** The least heap that has room, as a flag. */
    public String flag() {
        return "-Xmx" + (long) Math.ceil(bytes() / USABLE / (1 << 20)) + "m";
    }

    private static String mb(double bytes) {
        return String.format(Locale.ROOT, "%,.0f MB", bytes / MB);
    }
}
