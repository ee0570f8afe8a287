package consumer;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.StepResult;
import io.htsrl.trainer.Agent;
import io.htsrl.trainer.Training;

/** Trains a little in an environment of its own, prints the digest, and ends by itself. */
public final class Main {
    private Main() {
    }

    /** A coin that shows what to say next. */
    private static final class Coin implements Environment {
        private long seed;
        private int steps;

        @Override
        public EnvironmentSpec spec() {
            return new EnvironmentSpec("Coin", ObservationSpace.floats(1), new ActionSpace.Discrete(2), 10, 9);
        }

        @Override
        public void reset(long newSeed, ObservationSlot out) {
            seed = newSeed;
            steps = 0;
            out.set(0, side());
        }

        @Override
        public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
            double reward = actions[offset] == side() ? 1 : 0;
            steps++;
            out.set(0, side());
            result.set(reward, false, steps == 10);
        }

        private float side() {
            return (seed >>> steps) & 1;
        }
    }

    public static void main(String[] args) throws Exception {
        Agent agent = Training.of("dqn", Coin::new).set("num-envs", 2).set("learning-starts", 64).seed(7)
                .timesteps(160).run();
        System.out.println("trained " + agent.result().orElseThrow().timesteps() + " steps, digest "
                + agent.result().orElseThrow().digest() + ", says " + agent.act(1)[0]);
    }
}
