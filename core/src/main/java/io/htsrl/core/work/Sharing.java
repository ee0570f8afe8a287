package io.htsrl.core.work;

import java.util.Arrays;

/**
 * Whether a phase is shared, by what has lately taken less time: it is tried both ways now and again. Sharing loses where
 * the phase is short, and where helpers share their processor with others. Medians decide, for a helper that the
 * scheduler takes away once spoils a sum; and a phase that has lost is soon tried again, for it may have been others'
 * work that it lost to. One thread; the choice reaches no bit.
 */
final class Sharing {
    /** Runs from one trial to the next: some tenths of a second of an update's phases. */
    private static final int PERIOD = 512;
    /** The same after sharing has lost for the first time; twice as many at each loss after that. */
    private static final int SHORT_PERIOD = 64;
    /** The first shared runs of a trial: helpers may just be waking up. */
    private static final int WARM_UP = 4;

    private final long[] shared = new long[11];
    private final long[] alone = new long[7];
    private int position;
    private int period = SHORT_PERIOD;
    private boolean better;

    /** Whether the next run is shared. */
    boolean next() {
        return position < WARM_UP + shared.length || position >= trial() && better;
    }

    /** What that run took. */
    void took(long nanos) {
        if (position >= WARM_UP && position < WARM_UP + shared.length) {
            shared[position - WARM_UP] = nanos;
        } else if (position >= WARM_UP + shared.length && position < trial()) {
            alone[position - WARM_UP - shared.length] = nanos;
        }
        position++;
        if (position == trial()) {
            better = median(shared) < median(alone);
        } else if (position == (better ? PERIOD : period)) {
            period = better ? SHORT_PERIOD : Math.min(2 * period, PERIOD);
            position = 0;
        }
    }

    private int trial() {
        return WARM_UP + shared.length + alone.length;
    }

    private static long median(long[] values) {
        Arrays.sort(values);
        return values[values.length / 2];
    }
}
