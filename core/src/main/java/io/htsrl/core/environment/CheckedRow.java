package io.htsrl.core.environment;

import io.htsrl.core.math.NotFinite;
import java.util.Arrays;
import java.util.List;

/**
 * One observation that an environment wrote into a separate row between canaries, with the step's result. Row and
 * canaries are filled with one of two patterns before the call: an element that still holds the pattern in two rows of
 * equal history and different pattern was never written. One thread.
 */
final class CheckedRow {
    private static final int MARGIN = 64;
    /** Relative difference of a reward from that of its goals, which are floats. */
    private static final double TOLERANCE = 1e-5;

    /** NaNs that arithmetic does not produce. */
    private static final int[] FLOAT_PATTERN = {0x7fc0beef, 0x7fc0cafe};

    private static final byte[] BYTE_PATTERN = {(byte) 0xa5, 0x5a};

    private final Environment environment;
    private final ObservationSpace space;
    private final int pattern;
    private final float[] floats;
    private final byte[] bytes;
    private final ObservationSlot slot = new ObservationSlot();
    private final StepResult result = new StepResult();

    CheckedRow(Environment environment, int pattern) {
        this.environment = environment;
        this.space = environment.spec().observationSpace();
        this.pattern = pattern;
        int length = space.size() + 2 * MARGIN;
        if (space.kind() == ObservationSpace.Kind.FLOAT32) {
            floats = new float[length];
            bytes = null;
            Arrays.fill(floats, Float.intBitsToFloat(FLOAT_PATTERN[pattern]));
            slot.at(floats, MARGIN, space.size());
        } else {
            bytes = new byte[length];
            floats = null;
            Arrays.fill(bytes, BYTE_PATTERN[pattern]);
            slot.at(bytes, MARGIN, space.size());
        }
    }

    void reset(long seed) {
        environment.reset(seed, slot);
    }

    /** Takes one step on the first action, or the one nearest to 0, into a row of the same pattern. */
    CheckedRow step() {
        ActionSpace actions = environment.spec().actionSpace();
        float[] action = new float[actions.width()];
        if (actions instanceof ActionSpace.Continuous box) {
            for (int i = 0; i < action.length; i++) {
                action[i] = Math.min(Math.max(0, box.low()[i]), box.high()[i]);
            }
        }
        return step(action);
    }

    /** Takes the given action, into a row of the same pattern. */
    CheckedRow step(float[] action) {
        CheckedRow next = new CheckedRow(environment, pattern);
        environment.step(allowed(action), 0, next.slot, next.result);
        return next;
    }

    /** Returns the action, with the first allowed one of each choice where the mask of this row forbids it. */
    private float[] allowed(float[] action) {
        float[] allowed = action.clone();
        int[] counts = space.mask() == 0 || !space.leavesChoice(slot)
                ? new int[0]
                : environment.spec().actionSpace().choices();
        int first = 0;
        for (int i = 0; i < counts.length; first += counts[i++]) {
            for (int other = 0; !space.allows(slot, first + (int) allowed[i]); other++) {
                allowed[i] = other;
            }
        }
        return allowed;
    }

    boolean done() {
        return result.done();
    }

    /** Adds the problems of this row; {@code other} is a row of the other pattern and equal history, or null. */
    void problems(CheckedRow other, String call, List<EnvironmentCheck.Problem> problems) {
        int size = space.size();
        int outside = firstOutside();
        if (outside != Integer.MIN_VALUE) {
            add(
                    problems,
                    "must write the " + size + " elements of its observation space (" + space + ") in " + call
                            + " and nothing else, and writes element " + outside);
        }
        int unwritten = other == null ? -1 : firstUnwritten(other);
        if (unwritten >= 0) {
            add(
                    problems,
                    "must write every element of its observation space (" + space + ") in " + call
                            + ", and never writes element " + unwritten);
        } else if (floats != null && NotFinite.first(floats, MARGIN, size) >= 0) {
            int element = NotFinite.first(floats, MARGIN, size);
            add(
                    problems,
                    "must give finite observations, and gives " + slot.get(element) + " as element " + element + " in "
                            + call);
        }
        if (!result.terminated && !space.leavesChoice(slot)) {
            add(problems, "must allow at least one action of each choice, and its mask allows none in " + call);
        }
        if (!Float.isFinite((float) result.reward)) {
            add(problems, "must give finite rewards, and gives " + result.reward);
        } else if (!Double.isFinite(result.score)) {
            add(problems, "must give finite raw rewards (score), and gives " + result.score);
        }
        if (call.equals("step")) {
            space.goals().ifPresent(goals -> checkGoals(goals, problems));
        }
    }

    private void checkGoals(GoalReward.Goals goals, List<EnvironmentCheck.Problem> problems) {
        double expected = goals.reward(slot);
        if (Math.abs(result.reward - expected) > TOLERANCE * Math.max(1, Math.abs(expected))) {
            add(
                    problems,
                    "must give the rewards that its GoalReward gives for its goals, and gives " + result.reward
                            + " in place of " + expected);
        }
    }

    private static void add(List<EnvironmentCheck.Problem> problems, String rule) {
        problems.add(new EnvironmentCheck.Problem(rule, "fix the environment, or its spec()"));
    }

    /** Returns the first written element outside of the row, counted from the row's beginning. */
    private int firstOutside() {
        for (int i = -MARGIN; i < space.size() + MARGIN; i++) {
            if ((i < 0 || i >= space.size()) && !untouched(i)) {
                return i;
            }
        }
        return Integer.MIN_VALUE;
    }

    private int firstUnwritten(CheckedRow other) {
        for (int i = 0; i < space.size(); i++) {
            if (untouched(i) && other.untouched(i)) {
                return i;
            }
        }
        return -1;
    }

    private boolean untouched(int element) {
        return floats != null
                ? Float.floatToRawIntBits(floats[MARGIN + element]) == FLOAT_PATTERN[pattern]
                : bytes[MARGIN + element] == BYTE_PATTERN[pattern];
    }

    /** Returns the first difference to another row of equal history, in words; null when none exists. */
    String difference(CheckedRow other) {
        for (int i = 0; i < space.size(); i++) {
            if (bits(i) != other.bits(i) && !(untouched(i) && other.untouched(i))) {
                return "element " + i + " of the observation is " + text(i) + ", then " + other.text(i);
            }
        }
        if (Double.doubleToRawLongBits(result.reward) != Double.doubleToRawLongBits(other.result.reward)) {
            return "the reward is " + result.reward + ", then " + other.result.reward;
        }
        if (Double.doubleToRawLongBits(result.score) != Double.doubleToRawLongBits(other.result.score)) {
            return "the raw reward is " + result.score + ", then " + other.result.score;
        }
        return result.terminated == other.result.terminated
                        && result.truncated == other.result.truncated
                        && result.continues == other.result.continues
                ? null
                : "the episode ends one time and continues the other";
    }

    private int bits(int element) {
        return floats != null ? Float.floatToRawIntBits(floats[MARGIN + element]) : bytes[MARGIN + element];
    }

    private String text(int element) {
        return floats != null
                ? Float.toString(floats[MARGIN + element])
                : Integer.toString(bytes[MARGIN + element] & 0xff);
    }
}
