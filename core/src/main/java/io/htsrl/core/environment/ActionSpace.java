package io.htsrl.core.environment;

import java.util.Arrays;

/**
 * The actions that an agent may take. An action travels as a row of {@link #width()} floats: a discrete action is its
 * index (exact in a float up to 2^24), a continuous one its components. Immutable; equal if kind and bounds are equal.
 */
public sealed interface ActionSpace
        permits ActionSpace.Discrete, ActionSpace.Continuous, ActionSpace.MultiDiscrete, ActionSpace.MultiBinary {
    /** Greatest number of discrete actions: a float holds every index below it exactly. */
    int MOST_ACTIONS = 1 << 24;

    /** Returns the number of floats in one action row. */
    int width();

    /** Returns the number of actions of each choice; empty for continuous actions. */
    default int[] choices() {
        return new int[0];
    }

    /** The actions {@code 0 .. count-1}. */
    record Discrete(int count) implements ActionSpace {
        public Discrete {
            checkCount("discrete actions", count);
        }

        /**
         * Returns the index in an action row of one of {@code count} actions.
         *
         * @throws IllegalArgumentException when {@code action} is not one of {@code 0 .. count-1}
         */
        public static int index(float action, int count) {
            int index = (int) action;
            if (index != action || index < 0 || index >= count) {
                throw new IllegalArgumentException("action " + action + " is not in 0 .. " + (count - 1));
            }
            return index;
        }

        @Override
        public int width() {
            return 1;
        }

        @Override
        public int[] choices() {
            return new int[] {count};
        }

        /** Returns text such as {@code discrete 2}. */
        @Override
        public String toString() {
            return "discrete " + count;
        }
    }

    /**
     * A box: component {@code i} lies in {@code [low[i], high[i]]}; either bound may be infinite. In a run, an
     * environment gets only actions inside the box.
     */
    record Continuous(float[] low, float[] high) implements ActionSpace {
        public Continuous {
            if (low.length == 0 || low.length != high.length) {
                throw new IllegalArgumentException(
                        "continuous actions: " + low.length + " lower and " + high.length + " upper bounds");
            }
            low = low.clone();
            high = high.clone();
            for (int i = 0; i < low.length; i++) {
                boolean ordered = low[i] <= high[i]; // false where either is NaN
                if (!ordered || low[i] == Float.POSITIVE_INFINITY || high[i] == Float.NEGATIVE_INFINITY) {
                    throw new IllegalArgumentException(
                            "continuous actions: component " + i + " has the bounds " + low[i] + " and " + high[i]
                                    + ": the lower one must be at most the upper, and neither NaN");
                }
            }
        }

        @Override
        public float[] low() {
            return low.clone();
        }

        @Override
        public float[] high() {
            return high.clone();
        }

        @Override
        public int width() {
            return low.length;
        }

        /** Returns whether every bound is finite. */
        public boolean bounded() {
            boolean bounded = true;
            for (int i = 0; i < low.length; i++) {
                bounded &= Float.isFinite(low[i]) && Float.isFinite(high[i]);
            }
            return bounded;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Continuous box && Arrays.equals(low, box.low) && Arrays.equals(high, box.high);
        }

        @Override
        public int hashCode() {
            return 31 * Arrays.hashCode(low) + Arrays.hashCode(high);
        }

        /** Returns text such as {@code continuous [-2.0] .. [2.0]}. */
        @Override
        public String toString() {
            return "continuous " + Arrays.toString(low) + " .. " + Arrays.toString(high);
        }
    }

    /** Several choices at once: element {@code i} of the row is one of {@code 0 .. counts[i]-1}. */
    record MultiDiscrete(int[] counts) implements ActionSpace {
        public MultiDiscrete {
            if (counts.length == 0) {
                throw new IllegalArgumentException("multi-discrete actions: no choice is named");
            }
            counts = counts.clone();
            for (int count : counts) {
                checkCount("multi-discrete actions", count);
            }
        }

        @Override
        public int[] counts() {
            return counts.clone();
        }

        @Override
        public int width() {
            return counts.length;
        }

        @Override
        public int[] choices() {
            return counts();
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof MultiDiscrete choices && Arrays.equals(counts, choices.counts);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(counts);
        }

        /** Returns text such as {@code multi-discrete [3, 2]}. */
        @Override
        public String toString() {
            return "multi-discrete " + Arrays.toString(counts);
        }
    }

    /** {@code count} switches: each element of the row is 0 or 1. */
    record MultiBinary(int count) implements ActionSpace {
        public MultiBinary {
            checkCount("multi-binary actions", count);
        }

        @Override
        public int width() {
            return count;
        }

        @Override
        public int[] choices() {
            int[] choices = new int[count];
            Arrays.fill(choices, 2);
            return choices;
        }

        /** Returns text such as {@code multi-binary 4}. */
        @Override
        public String toString() {
            return "multi-binary " + count;
        }
    }

    private static void checkCount(String what, int count) {
        if (count < 1 || count > MOST_ACTIONS) {
            throw new IllegalArgumentException(what + ": " + count + " is not in 1 .. 2^24");
        }
    }
}
