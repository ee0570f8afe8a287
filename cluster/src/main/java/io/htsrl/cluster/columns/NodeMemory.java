package io.htsrl.cluster.columns;

import io.htsrl.storage.BankShape;
import io.htsrl.trainer.config.RunConfig;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The heap that a node needs for a unit of columns: two banks, columns that wait to be sent, and the parameters. It
 * excludes memory that environments allocate. Immutable.
 *
 * @param unit shape of a bank with only the unit's columns
 * @param parameters number of policy parameters
 * @param opponents number of past policies
 */
public record NodeMemory(BankShape unit, long parameters, int opponents) {
    /** Bytes of full columns that may wait on a node until the learner receives them. */
    public static final int MOST_WAITING = 64 << 20;

    private static final double MB = 1e6;
    /** Bytes for hts-rl, Pekko and the JVM. */
    private static final double BASE = 40 * MB;
    /** Number of parameter vectors: received bytes, the policy, and a snapshot of it packed for the kernel. */
    private static final int VECTORS = 6;
    /** Number of parameter vectors of an opponent: received bytes, the parameters, and a packed snapshot. */
    private static final int OPPONENT_VECTORS = 3;
    /** Fraction of a heap that arrays can fill. */
    private static final double USABLE = 0.85;

    /** Returns the memory for a unit of a run. */
    public static NodeMemory of(RunConfig config, BankShape unit, long parameters) {
        return new NodeMemory(unit, parameters, config.opponents().members(config.intervals()));
    }

    /** Returns the memory for the largest unit when {@code nodes} nodes share the columns evenly. */
    public NodeMemory share(int nodes) {
        int columns = (unit.environments() + nodes - 1) / nodes;
        return new NodeMemory(unit.withEnvironments(columns), parameters, opponents);
    }

    /** Returns the smallest number of nodes with such a heap that suffices, {@code most} at most. */
    public Optional<Integer> fewest(long heap, int most) {
        return IntStream.rangeClosed(1, most)
                .boxed()
                .filter(nodes -> share(nodes).fits(heap))
                .findFirst();
    }

    double bytes() {
        double bank = unit.bytes();
        double vectors = VECTORS + OPPONENT_VECTORS * opponents;
        return BASE + 2 * bank + Math.min(MOST_WAITING, bank) + vectors * Float.BYTES * parameters;
    }

    public boolean fits(long heap) {
        return bytes() <= USABLE * heap;
    }

    /** Returns the rule that {@link #fits} found broken, as text. */
    public String rule(long heap) {
        return unit.environments() + " columns of " + unit.steps() + " steps need " + mb(bytes())
                + " of a node's heap, and one of " + mb(heap) + " has room for " + mb(USABLE * heap);
    }

    /** Returns the smallest sufficient heap, as a JVM flag. */
    public String flag() {
        return "-Xmx" + (long) Math.ceil(bytes() / USABLE / (1 << 20)) + "m";
    }

    private static String mb(double bytes) {
        return String.format(Locale.ROOT, "%,.0f MB", bytes / MB);
    }
}
