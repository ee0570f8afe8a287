package io.htsrl.determinism;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentProvider;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.Environments;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.StepResult;
import java.util.List;
import java.util.Map;

/**
 * Broken on purpose: CartPole with chance of its own, from the clock, from the third step of an episode on. Found as a
 * service. The check before a run refuses it, unless that is allowed.
 */
public final class UnseededEnvironments implements EnvironmentProvider {
    static final String OBSERVATION = "UnseededObservation-v0";
    static final String REWARD = "UnseededReward-v0";
    static final String SCORE = "UnseededScore-v0";
    static final String LIFE = "UnseededLife-v0";
    /** The first step with chance, from 0. */
    static final int FIRST_STEP = 2;

    @Override
    public List<String> names() {
        return List.of(OBSERVATION, REWARD, SCORE, LIFE);
    }

    @Override
    public Environment create(String id, Map<String, String> options) {
        return new Unseeded(Environments.create("CartPole-v1", options), id);
    }

    private static final class Unseeded implements Environment {
        private final Environment made;
        private final String id;
        private int steps;

        Unseeded(Environment made, String id) {
            this.made = made;
            this.id = id;
        }

        @Override
        public EnvironmentSpec spec() {
            EnvironmentSpec spec = made.spec();
            return new EnvironmentSpec(
                    spec.id(),
                    spec.observationSpace(),
                    spec.actionSpace(),
                    spec.maxEpisodeSteps(),
                    spec.rewardThreshold(),
                    id.equals(SCORE) || id.equals(LIFE));
        }

        @Override
        public void reset(long seed, ObservationSlot out) {
            made.reset(seed, out);
            steps = 0;
        }

        @Override
        public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
            made.step(actions, offset, out, result);
            long clock = System.nanoTime();
            float noise = steps++ < FIRST_STEP ? 0 : clock % 1000 * 1e-6f;
            switch (id) {
                case REWARD -> result.reward += noise;
                case SCORE -> result.score += noise;
                case LIFE -> result.continues = steps > FIRST_STEP && (clock / 64 & 1) == 1;
                default -> out.set(2, out.get(2) + noise);
            }
        }
    }
}
