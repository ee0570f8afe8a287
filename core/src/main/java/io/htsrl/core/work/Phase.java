package io.htsrl.core.work;

import java.util.Arrays;
import java.util.function.IntSupplier;

/**
 * Work in units that may run at the same time, in any order, on any thread of a {@link Team}: no two write the same
 * place, and none reads what another writes. What a unit computes does not depend on who runs it.
 */
public final class Phase {

    /** What one unit does; allocates nothing. */
    @FunctionalInterface
    public interface Unit {
        /** @param lane of the calling thread, below {@link Team#lanes()}: no two units of one lane run at the same time */
        void run(int unit, int lane);
    }

    /** What one unit does to elements {@code from} to below {@code to}; allocates nothing. */
    @FunctionalInterface
    public interface Block {
        void run(int from, int to, int lane);
    }

    private final IntSupplier units;
    private final Unit body;
    /** The team's. */
    final SharingTrial sharing = new SharingTrial();

    /** @param units asked at each run */
    public Phase(IntSupplier units, Unit body) {
        this.units = units;
        this.body = body;
    }

    /**
     * Elements in blocks, a unit each.
     *
     * @param elements asked at each run
     * @param size     of a block; the last may be smaller
     */
    public static Phase ofBlocks(IntSupplier elements, int size, Block body) {
        return new Phase(
                () -> (elements.getAsInt() + size - 1) / size,
                (unit, lane) -> body.run(unit * size, Math.min((unit + 1) * size, elements.getAsInt()), lane));
    }

    int units() {
        return units.getAsInt();
    }

    void run(int unit, int lane) {
        body.run(unit, lane);
    }

    /**
     * Whether a phase is shared, by what has lately taken less time: it is tried both ways now and again. Sharing loses where
     * the phase is short, and where helpers share their processor with others. Medians decide, for a helper that the
     * scheduler takes away once spoils a sum; and a phase that has lost is soon tried again, for it may have been others'
     * work that it lost to. One thread; the choice reaches no bit.
     */
    static final class SharingTrial {
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

        /** Returns whether the next run is shared. */
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
}
