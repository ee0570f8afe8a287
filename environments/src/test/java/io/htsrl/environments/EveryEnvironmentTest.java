package io.htsrl.environments;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.Environments;
import io.htsrl.core.random.RandomStream;
import io.htsrl.environments.wrapper.CallWatch;
import io.htsrl.environments.wrapper.FakeClock;
import io.htsrl.environments.wrapper.StepTime;
import io.htsrl.environments.wrapper.WatchedEnvironment;
import java.util.Collections;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Runs the {@link EnvironmentContract} over every environment of this module, found as users find them. */
class EveryEnvironmentTest {

    /** An environment of the provider, with what the contract needs to know about it. */
    abstract static class Provided extends EnvironmentContract {
        private final String id;
        private final int limit;
        private final double[][] initialRange;

        Provided(String id, int limit, double[]... initialRange) {
            this.id = id;
            this.limit = limit;
            this.initialRange = initialRange;
        }

        @Override
        Environment create() {
            return Environments.create(id, Map.of());
        }

        @Override
        String id() {
            return id;
        }

        @Override
        int limit() {
            return limit;
        }

        @Override
        double[][] initialRange() {
            return initialRange;
        }

        @Override
        float survivingAction(float[] observation) {
            return 1;
        }
    }

    private static double[] range(double low, double high) {
        return new double[] {low, high};
    }

    @Nested
    class OfCartPole extends Provided {
        OfCartPole() {
            super("CartPole-v1", 500, range(-0.05, 0.05), range(-0.05, 0.05), range(-0.05, 0.05), range(-0.05, 0.05));
        }

        @Override
        float survivingAction(float[] s) {
            return 0.05 * s[0] + 0.2 * s[1] + 3 * s[2] + s[3] > 0 ? 1 : 0;
        }
    }

    @Nested
    class OfAcrobot extends Provided {
        OfAcrobot() {
            super(
                    "Acrobot-v1",
                    500,
                    range(StrictMath.cos(0.1), 1),
                    range(-StrictMath.sin(0.1), StrictMath.sin(0.1)),
                    range(StrictMath.cos(0.1), 1),
                    range(-StrictMath.sin(0.1), StrictMath.sin(0.1)),
                    range(-0.1, 0.1),
                    range(-0.1, 0.1));
        }
    }

    @Nested
    class OfMountainCar extends Provided {
        OfMountainCar() {
            super("MountainCar-v0", 200, range(-0.6, -0.4), range(0, 0));
        }
    }

    @Nested
    class OfMountainCarContinuous extends Provided {
        OfMountainCarContinuous() {
            super("MountainCarContinuous-v0", 999, range(-0.6, -0.4), range(0, 0));
        }

        @Override
        float survivingAction(float[] observation) {
            return 0;
        }
    }

    @Nested
    class OfPendulum extends Provided {
        OfPendulum() {
            super("Pendulum-v1", 200, range(-1, 1), range(-1, 1), range(-1, 1));
        }
    }

    @Nested
    class OfOracleChain extends Provided {
        OfOracleChain() {
            super("OracleChain-v0", 8, range(0, 1), range(0, 1), range(0, 1), range(0, 1), range(0, 1));
        }

        @Override
        float survivingAction(float[] observation) {
            return observation[0] + observation[1] > 0 ? 1 : 0;
        }
    }

    @Nested
    class OfBlackjack extends Provided {
        OfBlackjack() {
            super("Blackjack-v1", 0, hands());
        }

        private static double[][] hands() {
            double[][] ranges = new double[45][];
            for (int i = 0; i < ranges.length; i++) {
                boolean first = i >= 4 && i <= 21 || i > 32; // sums of two cards, cards, with an ace or without
                ranges[i] = range(0, first ? 1 : 0);
            }
            return ranges;
        }

        /** It has no limit: a hand ends by itself. */
        @Test
        @Override
        void shouldTruncateExactlyAtTheLimit() {
            Rollout rollout = new Rollout(create(), 11);
            for (int episode = 0; episode < 500; episode++) {
                rollout.reset();
                int hits = 0;
                do {
                    rollout.take(1);
                    hits++;
                    assertFalse(rollout.result.truncated);
                } while (!rollout.result.terminated);
                assertTrue(hits <= 18, hits + " hits");
            }
        }
    }

    @Nested
    class OfBitFlip extends Provided {
        OfBitFlip() {
            super("BitFlip-v0", 15, Collections.nCopies(45, range(0, 1)).toArray(double[][]::new));
        }
    }

    @Nested
    class OfVariableStepTime extends OfCartPole {
        @Override
        Environment create() {
            return FakeClock.slowed(
                    super.create(),
                    StepTime.parse("gamma(0.5):2ms"),
                    RandomStream.root(1).spawn("step-time"));
        }
    }

    @Nested
    class OfWatchedEnvironment extends OfCartPole {
        @Override
        Environment create() {
            return new WatchedEnvironment(super.create(), new CallWatch());
        }
    }
}
