package io.htsrl.trainer.adapt;

import io.htsrl.core.threads.ThreadBounds;
import io.htsrl.core.threads.ThreadSettings;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/**
 * Tries one {@link Move} at a time, for a window of some tenths of a second, and keeps it if steps per second have grown by
 * more than a margin; else it goes back, and leaves that move alone for twice as long as the last time. What has won is
 * tried again at once, further in the same direction. While nothing wins, trials become rare: {@link #REST} windows lie
 * between two of them at first, {@link #LONGEST_REST} in the end.
 *
 * <p>A run becomes faster by itself while the JVM compiles it. So a trial is held against the windows before and after it,
 * unless it has gained very much; and what is new is slow before it is compiled, so that losing early means little. Time and
 * steps are the caller's: this class looks at no
 * clock and no thread. One thread.
 */
public final class HillClimb implements Pilot {
    /** What a trial must gain, by parts of the rate: less is noise. Of several trials the root of their number times as much. */
    static final double MARGIN = 0.05;
    /** What needs no second look. */
    static final double CLEAR = 1.5;
    /** A trial that does so badly is over before its window is. */
    static final double HOPELESS = 0.7;

    private static final long WINDOW = 400_000_000;
    /** After a change threads wake up and caches fill, which says nothing of what is to come. */
    private static final long SETTLING = 60_000_000;

    private static final int REST = 1;
    private static final int LONGEST_REST = 32;
    private static final int LONGEST_AVOIDED = 256;
    private static final int KEPT = 3;
    /** Windows in which the JVM still compiles much. */
    private static final int EARLY = 16;

    private static final int AVOIDED = 4;
    private static final int FORGIVEN = 2;

    /** How often a move has lost in a row, until which window it is left alone, and what it gained that was not enough. */
    private static final class Lost {
        private int times;
        private long until;
        private long last; // the same, but of what was forgiven
        private boolean forgiven;
        private double gains; // of its last trials beside what is kept, which have all gained a little
        private int trials;

        /** Whether this gain is one, with those before: noise of several is smaller by the root of their number. */
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
    private final double[] rates = new double[KEPT]; // of the last windows of what is kept
    private int known; // of them
    private long windows;
    private long restUntil;
    private int failures; // in a row, of any move
    private ThreadSettings kept;
    private Move trial; // null where what is kept is being measured
    private Move won; // by the looks of it, until what was kept has been measured once more; else null
    private ThreadSettings winner;
    private double winning; // its rate
    private double newest; // rate of what is kept, in its last window
    private Move last; // that won
    private long start = -1; // of the window
    private long steps;
    private boolean settling;

    /** @param outlook looked at when a trial may begin */
    public HillClimb(ThreadBounds bounds, Outlook outlook) {
        this.bounds = bounds;
        this.outlook = outlook;
        for (Move move : Move.values()) {
            lost.put(move, new Lost());
        }
    }

    @Override
    public ThreadSettings next(ThreadSettings now, long nanos, long newSteps) {
        if (start < 0) { // begins behind the first interval, which has the JVM's own beginning in it
            kept = now;
            begin(nanos, true);
            return now;
        }
        steps += newSteps;
        long elapsed = nanos - start;
        if (settling && elapsed >= SETTLING) {
            settling = false;
            if (elapsed < WINDOW / 2) { // of long intervals none is given away
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

    /** A window of what is kept is over: is it time for a trial? */
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

    /** The trial is over. */
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

    /** Whether the trial was better than what there was before and behind it. */
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
        lost.values().forEach(Lost::forgetGains); // they were measured beside other thread settings
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

    /** The same again, where that leads on. */
    private Move further(Move move) {
        return move.from(kept, bounds).equals(kept) ? null : move;
    }

    /** The first in their order that leads anywhere and is not left alone; of those tried before, who lost the longest ago. */
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

    /** Whether it would only take back what has just won. */
    private boolean undoes(Move move) {
        return last != null && last.from(move.from(kept, bounds), bounds).equals(kept) && failures == 0;
    }

    /** The median of the last windows. */
    private double median() {
        double[] sorted = Arrays.copyOf(rates, Math.min(known, KEPT));
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    /** Which moves are worth a trial, by what a run has lately done with its time. One thread. */
    public interface Outlook {

        /** Looks at the time since the last look. */
        void look();

        /** Whether the move may gain anything, as it looked. */
        boolean promises(Move move);
    }
}
