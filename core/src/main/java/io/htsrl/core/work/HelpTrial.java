package io.htsrl.core.work;

import io.htsrl.core.work.Phase.SharingTrial;
import java.util.Arrays;

/**
 * Whether a team's helpers are called at all, by what has lately been faster: the same phases with them, or by the caller
 * alone while they sleep. A helper costs something even where it only waits: it spins on a core that the JIT compiler or
 * another role wants, or on what is the other half of the caller's core. {@link SharingTrial} cannot see that, for helpers spin
 * through its runs of both kinds.
 *
 * <p>Fast is what comes back to the same phase, the mark, soonest. Helpers are called at first, so that no run is without
 * them; then they sleep while the code is compiled, and after that there is one trial after another, ever later as long as
 * the answer stays the same. One thread; the choice reaches no bit.
 */
final class HelpTrial {
    /** The ways of a trial's epochs, balanced: what gets faster meanwhile, as code that is being compiled, favours none. */
    private static final boolean[] HELPED = {false, true, true, false, false, true};
    /** Between two trials. */
    private static final int HOLD = HELPED.length;

    private static final int EPOCH_NANOS = 8_000_000;
    /** Returns of the mark before the first hold. */
    private static final int FIRST_HELPED = 4;
    /** The first hold: the JIT compiler has most to do, and needs the core more than helpers do. */
    private static final long COMPILING_NANOS = 1_500_000_000;

    private static final long SHORTEST_HOLD_NANOS = 500_000_000;
    private static final long LONGEST_HOLD_NANOS = 4_000_000_000L;
    /** So that trials are a small part also of updates that take long. */
    private static final int SHORTEST_HOLD_RETURNS = 4;

    private static final int LONGEST_HOLD_RETURNS = 1024;
    /** By how much less time helpers must be worth the power that they take. */
    private static final double WORTH = 0.97;
    /** Other phases after which a mark that has not come back is given up. */
    private static final int PATIENCE = 1000;

    private final long[] helped = new long[HELPED.length / 2];
    private final long[] alone = new long[HELPED.length / 2];
    private Phase mark;
    private int others;
    private boolean first = true;
    /** Of a trial, or {@link #HOLD}. */
    private int epoch = HOLD;
    /** Whether the epoch is measured from the next return only: helpers must wake or fall asleep. */
    private boolean settling;

    private long begun;
    private int returns;
    private boolean called = true;
    private boolean better;
    private long holdNanos = COMPILING_NANOS;
    private int holdReturns = SHORTEST_HOLD_RETURNS;

    /**
     * Whether the helpers are called for the phase that is about to run.
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

    /** How many epochs of its way came before it. */
    private int index() {
        int index = 0;
        for (int before = 0; before < epoch; before++) {
            index += HELPED[before] == HELPED[epoch] ? 1 : 0;
        }
        return index;
    }

    private void decide() {
        boolean now = median(helped) < WORTH * median(alone);
        holdNanos = now == better ? Math.min(2 * holdNanos, LONGEST_HOLD_NANOS) : SHORTEST_HOLD_NANOS;
        holdReturns = now == better ? Math.min(2 * holdReturns, LONGEST_HOLD_RETURNS) : SHORTEST_HOLD_RETURNS;
        better = now;
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
