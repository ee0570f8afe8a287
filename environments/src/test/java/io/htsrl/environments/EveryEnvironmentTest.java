package io.htsrl.environments;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.Environments;
import io.htsrl.core.random.RandomStream;
import java.util.Map;
import org.junit.jupiter.api.Nested;

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
    class OfVariableStepTime extends OfCartPole {
        @Override
        Environment create() {
            return new VariableStepTime(
                    super.create(),
                    StepTime.parse("gamma(0.5):2ms"),
                    RandomStream.root(1).spawn("step-time"),
                    new FakeClock());
        }
    }

    @Nested
    class OfWatchedEnvironment extends OfCartPole {
        @Override
        Environment create() {
            return new WatchedEnvironment(super.create());
        }
    }
}
