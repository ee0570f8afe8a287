package io.htsrl.learners.optim;

import io.htsrl.core.work.Phase;
import io.htsrl.core.work.Team;

/**
 * A pass over all parameters in blocks, which a team shares: elements do not meet, so no bit tells who computed which.
 * One caller at a time.
 */
public final class ParameterBlocks {
    /** Elements of one block: some microseconds, and of each vector a part of the second-level cache. */
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

    /** Whether all parameters are finite now. */
    boolean update() {
        team.run(phase);
        boolean all = true;
        for (boolean block : finite) {
            all &= block;
        }
        return all;
    }
}
