package io.htsrl.policies.gradient;

import io.htsrl.core.work.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;

/** Factory of phases: divides the passes of a network into units. Stateless. */
public final class Phases {
    /** Least number of rows in one unit. */
    private static final int FEWEST = 16;

    /** Greatest number: the weights are then read so seldom that more rows bring nothing. */
    private static final int MOST = 64;

    /** Units for each lane at least, so that all lanes have work until the end. */
    private static final int UNITS = 4;

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
    public static Phase ofRows(int lanes, IntSupplier rows, Rows body) {
        return ofLanes(lanes, rows, (from, to, lane) -> body.run(from, to - from));
    }

    /** Creates the same phase, whose body knows the lane that runs it. */
    static Phase ofLanes(int lanes, IntSupplier rows, Phase.Block body) {
        return Phase.ofBlocks(rows, all -> size(lanes, all), body);
    }

    /** Creates a phase over blocks of rows of one network after another. */
    public static Phase ofRowsEach(int lanes, IntSupplier networks, IntSupplier rows, RowsOf body) {
        return new Phase(() -> networks.getAsInt() * units(lanes, rows.getAsInt()), (unit, lane) -> {
            int all = rows.getAsInt();
            int size = size(lanes, all);
            int first = unit % units(lanes, all) * size;
            body.run(unit / units(lanes, all), first, Math.min(size, all - first));
        });
    }

    /** Returns the number of rows in one unit; each unit reads the weights anew, from the second-level cache. */
    private static int size(int lanes, int rows) {
        return Math.max(FEWEST, Math.min(MOST, rows / (UNITS * lanes) / FEWEST * FEWEST));
    }

    private static int units(int lanes, int rows) {
        return (rows + size(lanes, rows) - 1) / size(lanes, rows);
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
