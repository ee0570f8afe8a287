package io.htsrl.core.work;

import java.util.Arrays;
import java.util.function.IntSupplier;
import java.util.function.IntUnaryOperator;

/**
 * Work in units that may run at the same time, in any order, on any thread of a {@link Team}: two units never write the
 * same element, and no unit reads an element that another writes. A unit's result does not depend on its thread.
 */
public final class Phase {

    /** The work of one unit; allocates nothing. */
    @FunctionalInterface
    public interface Unit {
        /** @param lane lane of the calling thread, below {@link Team#lanes()}; one lane runs one unit at a time */
        void run(int unit, int lane);
    }

    /** The work of one unit on elements {@code from} to below {@code to}; allocates nothing. */
    @FunctionalInterface
    public interface Block {
        void run(int from, int to, int lane);
    }

    private final IntSupplier units;
    private final Unit body;
    /** Trial that the team uses. */
    final SharingTrial sharing = new SharingTrial();

    /** @param units number of units, read at each run */
    public Phase(IntSupplier units, Unit body) {
        this.units = units;
        this.body = body;
    }

    /**
     * Creates a phase over blocks of elements, one unit each.
     *
     * @param elements number of elements, read at each run
     * @param size of a block; the last may be smaller
     */
    public static Phase ofBlocks(IntSupplier elements, int size, Block body) {
        return ofBlocks(elements, all -> size, body);
    }

    /**
     * Creates a phase over blocks of elements, one unit each.
     *
     * @param elements number of elements, read at each run
     * @param size of a block by that number; the last may be smaller
     */
    public static Phase ofBlocks(IntSupplier elements, IntUnaryOperator size, Block body) {
        return new Phase(() -> blocks(elements.getAsInt(), size), (unit, lane) -> {
            int all = elements.getAsInt();
            int from = unit * size.applyAsInt(all);
            body.run(from, Math.min(from + size.applyAsInt(all), all), lane);
        });
    }

    private static int blocks(int elements, IntUnaryOperator size) {
        return (elements + size.applyAsInt(elements) - 1) / size.applyAsInt(elements);
    }

    int units() {
        return units.getAsInt();
    }

    void run(int unit, int lane) {
        body.run(unit, lane);
    }

    /**
     * Decides whether a phase is shared, by measuring both ways from time to time. Sharing is slower if the phase is
     * short, or if helpers share their processor with other work. Means without the longest runs decide: the scheduler
     * may interrupt a helper, and helpers that are rollout threads may be busy for most of a trial, but not of the time
     * after it. A phase that was slower when shared is soon tried again, since other work may have caused it, and at
     * once when helpers are called again: else their own trial ({@link HelpTrial}) would measure them without work. One
     * thread; the choice changes no bit.
     */
    static final class SharingTrial {
        /** Runs from one trial to the next, equal to some tenths of a second of an update's phases. */
        private static final int PERIOD = 512;
        /** Runs until the next trial after sharing was slower for the first time; it doubles each time after that. */
        private static final int SHORT_PERIOD = 64;
        /** Unmeasured first shared runs of a trial: helpers may just be waking up. */
        private static final int WARM_UP = 4;

        /**
         * A phase is shared up to this ratio of times, because sharing without a free helper takes a few percent
         * longer.
         */
        private static final double WORTH = 1.05;

        private final long[] shared = new long[11];
        private final long[] alone = new long[7];
        private int position;
        private int period = SHORT_PERIOD;
        private int calls;
        private boolean better;

        /**
         * Returns whether the next run is shared.
         *
         * @param newCalls how often helpers have been called after they were not
         */
        boolean next(int newCalls) {
            if (newCalls != calls) {
                calls = newCalls;
                position = 0;
                period = SHORT_PERIOD;
            }
            return position < WARM_UP + shared.length || position >= trial() && better;
        }

        /** Records the duration of that run. */
        void took(long nanos) {
            if (position >= WARM_UP && position < WARM_UP + shared.length) {
                shared[position - WARM_UP] = nanos;
            } else if (position >= WARM_UP + shared.length && position < trial()) {
                alone[position - WARM_UP - shared.length] = nanos;
            }
            position++;
            if (position == trial()) {
                better = mean(shared, 2) < WORTH * mean(alone, 1);
            } else if (position == (better ? PERIOD : period)) {
                period = better ? SHORT_PERIOD : Math.min(2 * period, PERIOD);
                position = 0;
            }
        }

        private int trial() {
            return WARM_UP + shared.length + alone.length;
        }

        /** Returns the mean of the times without the {@code omitted} longest ones. */
        private static double mean(long[] times, int omitted) {
            Arrays.sort(times);
            int count = times.length - omitted;
            long sum = 0;
            for (int i = 0; i < count; i++) {
                sum += times[i];
            }
            return (double) sum / count;
        }
    }
}
