package io.htsrl.core.environment;

/**
 * What an agent may do. An action travels as a row of {@link #width()} floats: a discrete action is its index (exact
 * in a float up to 2^24), a continuous one its components.
 */
public sealed interface ActionSpace permits ActionSpace.Discrete, ActionSpace.Continuous {

    /** Floats in one action row. */
    int width();

    /** The actions {@code 0 .. count-1}. */
    record Discrete(int count) implements ActionSpace {
        public Discrete {
            if (count < 1 || count > 1 << 24) {
                throw new IllegalArgumentException("discrete actions: " + count + " is not in 1 .. 2^24");
            }
        }

        @Override
        public int width() {
            return 1;
        }
    }

    /** A box: component {@code i} lies in {@code [low[i], high[i]]}; environments clip what lies outside. */
    record Continuous(float[] low, float[] high) implements ActionSpace {
        public Continuous {
            if (low.length == 0 || low.length != high.length) {
                throw new IllegalArgumentException(
                        "continuous actions: " + low.length + " lower and " + high.length + " upper bounds");
            }
            low = low.clone();
            high = high.clone();
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
    }
}
