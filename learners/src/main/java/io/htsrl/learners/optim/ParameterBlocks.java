package io.htsrl.learners.optim;

import io.htsrl.core.work.Phase;
import io.htsrl.core.work.Team;

/**
 * Pass over all parameters in blocks that a team computes. Elements are independent, so the bits do not depend on the
 * threads. One caller at a time.
 */
public final class ParameterBlocks {
    /** Number of elements in one block: some microseconds of work, small enough for the second-level cache. */
    public static final int SIZE = 1 << 15;

    /** Updates elements {@code from} to below {@code to}; returns whether the parameters among them are finite. */
    @FunctionalInterface
    interface Range {
        boolean update(int from, int to);
    }

    private final Team team;
    private final Phase phase;
    private final boolean[] finite;

    ParameterBlocks(int parameters, Team team, Range range) {
        this.team = team;
        this.finite = new boolean[(parameters + SIZE - 1) / SIZE];
        this.phase = Phase.ofBlocks(
                () -> parameters, SIZE, (from, to, lane) -> finite[from / SIZE] = range.update(from, to));
    }

    /** Updates all parameters; returns whether they are finite. */
    boolean update() {
        team.run(phase);
        boolean all = true;
        for (boolean block : finite) {
            all &= block;
        }
        return all;
    }
}
