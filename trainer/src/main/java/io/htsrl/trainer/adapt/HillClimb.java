package io.htsrl.trainer.adapt;

import io.htsrl.core.schedule.WaitMode;
import io.htsrl.core.threads.ThreadBounds;
import io.htsrl.core.threads.ThreadSettings;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * Tries one {@link Move} at a time for a window of some tenths of a second. A move that raises steps per second by more
 * than a margin is kept and repeated at once; otherwise it is undone and left alone for twice as long as the last time.
 * While no move wins, trials become rarer: every {@link #REST} to {@link #LONGEST_REST} windows.
 *
 * <p>While the JVM compiles, a run speeds up and new code is slow. So a trial is compared with the windows around it
 * unless its gain is {@link #CLEAR}, and early losses count less. The caller supplies time and steps. One thread.
 */
public final class HillClimb implements ThreadController {
    /**
     * Gain that a trial needs, as a fraction of the rate; less is noise. n trials need a combined gain of √n · MARGIN.
     */
    static final double MARGIN = 0.05;
    /** Ratio of a trial's rate to the median rate at which no second measurement is needed. */
    static final double CLEAR = 1.5;
    /** Ratio of a trial's rate to the median rate below which the trial ends before its window does. */
    static final double HOPELESS = 0.7;

    private static final long WINDOW = 400_000_000;
    /** Nanoseconds after a change that are not measured, while threads wake up and caches fill. */
    private static final long SETTLING = 60_000_000;

    private static final int REST = 1;
    private static final int LONGEST_REST = 32;
    private static final int LONGEST_AVOIDED = 256;
    private static final int KEPT = 3;
    /** Number of first windows in which the JVM still compiles much. */
    private static final int EARLY = 16;

    private static final int AVOIDED = 4;
    private static final int FORGIVEN = 2;

    /** A move's losses in a row, the window until which it is left alone, and its gains that were below the margin. */
    private static final class Lost {
        private int times;
        private long until;
        private long last; // until, after the last loss that was not forgiven
        private boolean forgiven;
        private double gains; // sum of the gains of its last trials, all small, over the kept settings
        private int trials;

        /** Returns whether this gain and those before it together exceed the noise, which grows as √n over n trials. */
        boolean convinces(double gain) {
            return gains + gain > MARGIN * Math.sqrt(trials + 1);
        }

        void add(double gain) {
            if (gain > 0) {
                gains += gain;
                trials++;
            } else {
                forgetGains();
            }
        }

        void forgetGains() {
            gains = 0;
            trials = 0;
        }
    }

    private final ThreadBounds bounds;
    private final Outlook outlook;
    private final Map<Move, Lost> lost = new EnumMap<>(Move.class);
    private final double[] rates = new double[KEPT]; // rates of the last windows with the kept settings
    private int known; // number of rates
    private long windows;
    private long restUntil;
    private int failures; // failures in a row, of any move
    private ThreadSettings kept;
    private Move trial; // null while the kept settings are measured
    private Move won; // seems to have won, until the kept settings have been measured once more; else null
    private ThreadSettings winner;
    private double winning; // rate of the won move
    private double newest; // rate of the kept settings in the last window
    private Move last; // last move that won
    private long start = -1; // start of the window
    private long steps;
    private boolean settling;

    /** @param outlook asked when a trial may begin */
    public HillClimb(ThreadBounds bounds, Outlook outlook) {
        this.bounds = bounds;
        this.outlook = outlook;
        for (Move move : Move.values()) {
            lost.put(move, new Lost());
        }
    }

    @Override
    public ThreadSettings next(ThreadSettings now, long nanos, long newSteps) {
        if (start < 0) { // starts after the first interval, which includes the JVM's start
            kept = now;
            begin(nanos, true);
            return now;
        }
        steps += newSteps;
        long elapsed = nanos - start;
        if (settling && elapsed >= SETTLING) {
            settling = false;
            if (elapsed < WINDOW / 2) { // with long intervals no time is skipped
                begin(nanos, false);
                return now;
            }
        }
        double rate = steps * 1e9 / Math.max(1, elapsed);
        boolean hopeless = trial != null && !settling && elapsed > WINDOW / 4 && rate < HOPELESS * median();
        if (elapsed < WINDOW && !hopeless) {
            return now;
        }
        windows++;
        ThreadSettings next = trial == null ? measured(rate) : tried(now, rate);
        begin(nanos, next != now);
        return next;
    }

    private void begin(long nanos, boolean settles) {
        start = nanos;
        steps = 0;
        settling = settles;
    }

    /** Handles the end of a window with the kept settings, and starts a trial if one is due. */
    private ThreadSettings measured(double rate) {
        double older = newest;
        newest = rate;
        rates[known++ % KEPT] = rate;
        if (won != null) {
            return compared((older + rate) / 2);
        }
        if (windows < restUntil) {
            return kept;
        }
        outlook.look();
        return begin(chosen());
    }

    private ThreadSettings begin(Move move) {
        if (move == null) {
            return kept;
        }
        trial = move;
        return move.from(kept, bounds);
    }

    /** Handles the end of a trial. */
    private ThreadSettings tried(ThreadSettings now, double rate) {
        Move move = trial;
        trial = null;
        if (rate > CLEAR * median()) {
            return take(move, now, rate);
        }
        double gain = rate / newest - 1;
        if (lost.get(move).convinces(gain)) {
            won = move;
            winner = now;
            winning = rate;
        } else {
            lose(move, gain, rate < HOPELESS * median());
        }
        return kept;
    }

    /** Compares the trial with the windows before and after it, and keeps or undoes it. */
    private ThreadSettings compared(double around) {
        Move move = won;
        won = null;
        double gain = winning / around - 1;
        if (lost.get(move).convinces(gain)) {
            return take(move, winner, winning);
        }
        lose(move, gain, false);
        return kept;
    }

    private ThreadSettings take(Move move, ThreadSettings taken, double rate) {
        kept = taken;
        known = 0;
        rates[known++] = rate;
        newest = rate;
        failures = 0;
        lost.get(move).times = 0;
        lost.values().forEach(Lost::forgetGains); // they were measured with other thread settings
        last = move;
        return begin(further(move));
    }

    private void lose(Move move, double gain, boolean badly) {
        Lost of = lost.get(move);
        boolean early = windows < EARLY;
        if (early && badly && !of.forgiven) { // it may have run for the first time
            of.forgiven = true;
            of.until = windows + FORGIVEN;
        } else {
            of.add(gain);
            of.times += early ? 0 : badly ? 2 : 1;
            of.until = windows + Math.min(LONGEST_AVOIDED, (long) AVOIDED << Math.min(of.times, 10));
            of.last = of.until;
        }
        failures++;
        last = null;
        restUntil = windows + Math.min(LONGEST_REST, REST + failures / 2);
    }

    /** Returns the same move again if it still changes the settings. */
    private Move further(Move move) {
        return move.from(kept, bounds).equals(kept) ? null : move;
    }

    /**
     * Returns the first move that changes the settings and is not left alone. Among moves tried before, the one that
     * lost the longest ago comes first.
     */
    private Move chosen() {
        Move best = null;
        for (Move move : Move.values()) {
            Lost of = lost.get(move);
            boolean able = of.until <= windows
                    && outlook.promises(move)
                    && !move.from(kept, bounds).equals(kept)
                    && !undoes(move);
            if (able && (best == null || of.last < lost.get(best).last)) {
                best = move;
            }
        }
        return best;
    }

    /** Returns whether the move would undo the one that has just won. */
    private boolean undoes(Move move) {
        return last != null && last.from(move.from(kept, bounds), bounds).equals(kept) && failures == 0;
    }

    /** Returns the median of the last windows. */
    private double median() {
        double[] sorted = Arrays.copyOf(rates, Math.min(known, KEPT));
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    /** Estimates which moves are worth a trial from how the run's threads have lately spent their time. One thread. */
    public interface Outlook {

        /** Measures the time since the last call. */
        void look();

        /** Returns whether the move may gain anything, by the last measurement. */
        boolean promises(Move move);
    }

    /**
     * One step from thread settings to a neighbour, in the order in which the steps are first tried. Pure functions,
     * any thread.
     */
    public enum Move {
        /** No actors, so that executors serve themselves: the largest gain where actors were too many. */
        NO_ACTORS((now, bounds) -> now.withActors(0)),
        /** All executors: the largest gain where steps block. */
        ALL_EXECUTORS((now, bounds) -> now.withExecutors(bounds.executors())),
        MORE_EXECUTORS((now, bounds) -> now.withExecutors(Math.min(2 * now.executors(), bounds.executors()))),
        ONE_EXECUTOR((now, bounds) -> now.withExecutors(1)),
        FEWER_EXECUTORS((now, bounds) -> now.withExecutors((now.executors() + 1) / 2)),
        /** Phased waiting, whatever was set: it suits shared cores, and more threads than cores. */
        PHASED_WAIT((now, bounds) -> now.withWaitMode(WaitMode.PHASED)),
        BLOCKING_WAIT((now, bounds) -> now.withWaitMode(WaitMode.BLOCKING)),
        LARGER_BATCHES((now, bounds) ->
                now.withBatch(bounds.lockstep() ? now.batch() : Math.min(2 * now.batch(), bounds.batch()))),
        FEWER_ACTORS((now, bounds) -> now.withActors(now.actors() / 2)),
        MORE_ACTORS((now, bounds) -> now.withActors(Math.min(Math.max(1, 2 * now.actors()), bounds.actors()))),
        SMALLER_BATCHES((now, bounds) -> now.withBatch(bounds.lockstep() ? now.batch() : (now.batch() + 1) / 2));

        private final BiFunction<ThreadSettings, ThreadBounds, ThreadSettings> step;

        Move(BiFunction<ThreadSettings, ThreadBounds, ThreadSettings> step) {
            this.step = step;
        }

        /** Returns the neighbour, or {@code now} itself where the step changes nothing. */
        ThreadSettings from(ThreadSettings now, ThreadBounds bounds) {
            return step.apply(now, bounds);
        }
    }
}
