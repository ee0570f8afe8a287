package io.htsrl.core.environment;

import io.htsrl.core.random.RandomStream;

/**
 * Steps two replicas side by side, with equal seeds and actions, and compares their results bit by bit: at most
 * {@link #STEPS} steps, and after a tenth of a second none but the first three. The second replica has begun another
 * episode before, so that state which outlives {@code reset} shows. An exception ends the comparison, since the run
 * reports it with its place. One thread; the replicas must not be used afterwards.
 */
public final class EnvironmentComparison {
    /** Maximum number of steps of each replica. */
    public static final int STEPS = 200;

    /** Number of steps that a replica takes however slow it is, in the episode before too. */
    private static final int LEAST_STEPS = 3;

    private static final long NANOS = 100_000_000;
    private static final int EARLIER_STEPS = 8;
    private static final long EARLIER_NANOS = 25_000_000;
    private static final RandomStream CHANCE = RandomStream.root(0x68_74_73_72_6cL);

    private final CheckedRow one;
    private final CheckedRow other;
    private final ActionSpace actions;
    private int steps;
    private String difference = "";

    private EnvironmentComparison(Environment one, Environment other) {
        this.one = new CheckedRow(one, 0);
        this.other = new CheckedRow(other, 0);
        this.actions = one.spec().actionSpace();
    }

    /** Compares two replicas of one environment. */
    public static EnvironmentComparison of(Environment one, Environment other) {
        EnvironmentComparison comparison = new EnvironmentComparison(one, other);
        try {
            comparison.beginAnotherEpisode(System.nanoTime() + EARLIER_NANOS);
            comparison.run(System.nanoTime() + NANOS);
        } catch (OutOfMemoryError e) {
            throw e;
        } catch (RuntimeException | Error e) {
            // the run will report it
        }
        return comparison;
    }

    private void beginAnotherEpisode(long end) {
        other.reset(CHANCE.bits(-1));
        CheckedRow row = other;
        for (int step = 0; step < EARLIER_STEPS && !row.done() && inTime(step, end); step++) {
            row = row.step(action(-1 - step));
        }
    }

    private void run(long end) {
        for (int episode = 0; inTime(end); episode++) {
            long seed = CHANCE.bits(episode);
            one.reset(seed);
            other.reset(seed);
            compare(one, other, "in the first observation of episode " + (episode + 1));
            runEpisode(episode + 1, end);
        }
    }

    private void runEpisode(int episode, long end) {
        CheckedRow left = one;
        CheckedRow right = other;
        for (int step = 1; inTime(end) && !left.done(); step++) {
            float[] action = action(steps);
            left = left.step(action);
            right = right.step(action.clone());
            steps++;
            compare(left, right, "in step " + step + " of episode " + episode);
        }
    }

    private boolean inTime(long end) {
        return difference.isEmpty() && steps < STEPS && inTime(steps, end);
    }

    private static boolean inTime(int steps, long end) {
        return steps < LEAST_STEPS || System.nanoTime() - end < 0;
    }

    private void compare(CheckedRow left, CheckedRow right, String where) {
        String found = left.difference(right);
        if (found != null) {
            difference = "two replicas of it differ " + where + ": " + found;
        }
    }

    private float[] action(int number) {
        float[] action = new float[actions.width()];
        for (int i = 0; i < action.length; i++) {
            action[i] = component(i, CHANCE.uniform(number, i));
        }
        return action;
    }

    /** Returns a component drawn around 0, within its bounds. */
    private float component(int i, double draw) {
        if (actions instanceof ActionSpace.Continuous box) {
            double low = Math.min(Math.max(-1, box.low()[i]), box.high()[i]);
            double high = Math.min(Math.max(1, box.low()[i]), box.high()[i]);
            return (float) (low + draw * (high - low));
        }
        int count = actions instanceof ActionSpace.Discrete discrete
                ? discrete.count()
                : actions instanceof ActionSpace.MultiDiscrete choices ? choices.counts()[i] : 2;
        return (float) Math.floor(draw * count);
    }

    /** Returns the number of steps of each replica that were compared. */
    public int steps() {
        return steps;
    }

    /** Returns the first difference, as a clause with step and field; empty if none exists. */
    public String difference() {
        return difference;
    }
}
