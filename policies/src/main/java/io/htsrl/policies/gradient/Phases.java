package io.htsrl.policies.gradient;

import io.htsrl.core.work.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;

/** Factory of phases: divides the passes of a network into units. Stateless. */
public final class Phases {
    /** Number of rows in one block. */
    static final int ROWS = 16;

    /** Work on rows {@code first} and following. */
    @FunctionalInterface
    public interface Rows {
        void run(int first, int count);
    }

    /** Work on rows {@code first} and following of one network of several. */
    @FunctionalInterface
    public interface RowsOf {
        void run(int network, int first, int count);
    }

    /** Work on one range of the weights' gradient of one stage. */
    @FunctionalInterface
    public interface RowRange {
        void run(int stage, int range, int lane);
    }

    private Phases() {}

    /** Creates a phase over blocks of rows. */
    public static Phase ofRows(IntSupplier rows, Rows body) {
        return Phase.ofBlocks(rows, ROWS, (from, to, lane) -> body.run(from, to - from));
    }

    /** Creates a phase over blocks of rows of one network after another. */
    public static Phase ofRowsEach(IntSupplier networks, IntSupplier rows, RowsOf body) {
        return new Phase(() -> networks.getAsInt() * blocks(rows.getAsInt()), (unit, lane) -> {
            int blocks = blocks(rows.getAsInt());
            int first = unit % blocks * ROWS;
            body.run(unit / blocks, first, Math.min(ROWS, rows.getAsInt() - first));
        });
    }

    private static int blocks(int rows) {
        return (rows + ROWS - 1) / ROWS;
    }

    /** Creates a phase over the ranges of one stage after another; {@code counts} has the number of each stage. */
    public static Phase ofRanges(int[] counts, RowRange body) {
        List<int[]> all = new ArrayList<>();
        for (int stage = 0; stage < counts.length; stage++) {
            for (int range = 0; range < counts[stage]; range++) {
                all.add(new int[] {stage, range});
            }
        }
        int[][] units = all.toArray(int[][]::new);
        return new Phase(() -> units.length, (unit, lane) -> body.run(units[unit][0], units[unit][1], lane));
    }
}
