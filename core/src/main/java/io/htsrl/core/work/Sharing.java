package io.htsrl.core.work;

/**
 * Whether a phase is shared, by what has lately taken less time: it is tried both ways now and again. Sharing loses where
 * the phase is short, and where helpers share their processor with others. One thread; the choice reaches no bit.
 */
final class Sharing {
    /** Runs from one trial to the next: some tenths of a second of an update's phases. */
    private static final int PERIOD = 512;

    private static final int SHARED_RUNS = 16;
    private static final int ALONE_RUNS = 8;
    /** The first shared runs of a trial: helpers may just be waking up. */
    private static final int WARM_UP = 4;

    private int position;
    private long sharedNanos;
    private long aloneNanos;
    private boolean better;

    /** Whether the next run is shared. */
    boolean next() {
        return position < SHARED_RUNS || position >= SHARED_RUNS + ALONE_RUNS && better;
    }

    /** What that run took. */
    void took(long nanos) {
        if (position < SHARED_RUNS) {
            sharedNanos += position < WARM_UP ? 0 : nanos;
        } else if (position < SHARED_RUNS + ALONE_RUNS) {
            aloneNanos += nanos;
        }
        position++;
        if (position == SHARED_RUNS + ALONE_RUNS) {
            better = sharedNanos * ALONE_RUNS < aloneNanos * (SHARED_RUNS - WARM_UP);
            sharedNanos = 0;
            aloneNanos = 0;
        } else if (position == PERIOD) {
            position = 0;
        }
    }
}
