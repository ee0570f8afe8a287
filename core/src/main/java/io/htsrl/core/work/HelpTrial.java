package io.htsrl.core.work;

import io.htsrl.core.work.Phase.SharingTrial;
import java.util.Arrays;

/**
 * Decides whether a team calls its helpers at all, by timing the same phases with helpers and on the caller alone. A
 * waiting helper has a cost that {@link SharingTrial} cannot measure, since it spins during that trial too: it spins on
 * a core, or a hardware thread, that the caller, the JIT compiler or another role needs. Speed is the time between two
 * runs of the reference phase. Helpers are called at first, and sleep while the code is compiled; then trials repeat,
 * at growing distances while the result stays the same. One thread; the choice changes no bit.
 */
final class HelpTrial {
    /** Epochs of a trial, in balanced order: a trend during the trial, such as JIT compilation, favours neither way. */
    private static final boolean[] HELPED = {false, true, true, false, false, true};
    /** Value of the epoch between two trials. */
    private static final int HOLD = HELPED.length;

    /** An epoch covers several minibatches of thousands of rows. */
    private static final int EPOCH_NANOS = 24_000_000;
    /** Runs of the reference phase before the first hold. */
    private static final int FIRST_HELPED = 4;
    /** Duration of the first hold: the JIT compiler is busiest, and needs the core more than helpers do. */
    private static final long COMPILING_NANOS = 1_500_000_000;

    private static final long SHORTEST_HOLD_NANOS = 500_000_000;
    private static final long LONGEST_HELPED_NANOS = 4_000_000_000L;
    /**
     * It is shorter because the JIT compiler or other work may have spoilt a trial, and helpers may double the speed.
     */
    private static final long LONGEST_ALONE_NANOS = 2_000_000_000;

    /** Least runs of the reference phase in a hold, so that trials also stay a small part of slow updates. */
    private static final int SHORTEST_HOLD_RETURNS = 4;

    private static final int LONGEST_HOLD_RETURNS = 1024;
    /** Ratio of times below which helpers are worth the power that they take. */
    private static final double WORTH = 0.97;
    /** Number of other phases after which a reference phase that has not run again is replaced. */
    private static final int PATIENCE = 1000;

    private final long[] helped = new long[HELPED.length / 2];
    private final long[] alone = new long[HELPED.length / 2];
    private Phase mark;
    private int others;
    private boolean first = true;
    /** Index of the trial's epoch, or {@link #HOLD}. */
    private int epoch = HOLD;
    /**
     * True if the epoch is measured only from the next run of the reference phase: helpers must wake or fall asleep.
     */
    private boolean settling;

    private long begun;
    private int returns;
    private boolean called = true;
    private boolean better;
    private boolean decided;
    private long holdNanos = COMPILING_NANOS;
    private int holdReturns = SHORTEST_HOLD_RETURNS;

    /**
     * Returns whether to call the helpers for the phase that is about to run.
     *
     * @param now in nanoseconds
     */
    boolean calls(Phase phase, long now) {
        if (phase == mark) {
            others = 0;
            markReturns(now);
        } else if (mark == null || ++others > PATIENCE) {
            others = 0;
            mark = phase;
            restart(now);
        }
        return called;
    }

    private void markReturns(long now) {
        if (settling) {
            settling = false;
            begun = now;
            return;
        }
        returns++;
        long passed = now - begun;
        if (first) {
            if (returns >= FIRST_HELPED) {
                first = false;
                begin(HOLD, now);
            }
        } else if (epoch == HOLD) {
            if (passed >= holdNanos && returns >= holdReturns) {
                begin(0, now);
            }
        } else if (passed >= EPOCH_NANOS) {
            (HELPED[epoch] ? helped : alone)[index()] = passed / returns;
            if (epoch == HELPED.length - 1) {
                decide();
            }
            begin(epoch + 1, now);
        }
    }

    /** Returns the number of earlier epochs of the same kind. */
    private int index() {
        int index = 0;
        for (int before = 0; before < epoch; before++) {
            index += HELPED[before] == HELPED[epoch] ? 1 : 0;
        }
        return index;
    }

    private void decide() {
        boolean now = median(helped) < WORTH * median(alone);
        boolean again = decided && now == better;
        holdNanos =
                again ? Math.min(2 * holdNanos, now ? LONGEST_HELPED_NANOS : LONGEST_ALONE_NANOS) : SHORTEST_HOLD_NANOS;
        holdReturns = again ? Math.min(2 * holdReturns, LONGEST_HOLD_RETURNS) : SHORTEST_HOLD_RETURNS;
        better = now;
        decided = true;
    }

    private void begin(int next, long now) {
        epoch = next;
        called = next == HOLD ? better : HELPED[next];
        restart(now);
    }

    private void restart(long now) {
        settling = true;
        begun = now;
        returns = 0;
    }

    private static long median(long[] values) {
        Arrays.sort(values);
        return values[values.length / 2];
    }
}
