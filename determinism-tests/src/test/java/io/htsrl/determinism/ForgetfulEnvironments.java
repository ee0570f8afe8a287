package io.htsrl.determinism;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentProvider;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.Environments;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.StepResult;
import java.util.List;
import java.util.Map;

/** Makes {@code Forgetful-v0}: CartPole that cannot save its state. */
public final class ForgetfulEnvironments implements EnvironmentProvider {
    static final String NAME = "Forgetful-v0";

    @Override
    public List<String> names() {
        return List.of(NAME);
    }

    @Override
    public Environment create(String id, Map<String, String> options) {
        return new Forgetful(Environments.create("CartPole-v1", options));
    }

    private static final class Forgetful implements Environment {
        private final Environment inner;

        Forgetful(Environment inner) {
            this.inner = inner;
        }

        @Override
        public EnvironmentSpec spec() {
            EnvironmentSpec spec = inner.spec();
            return new EnvironmentSpec(
                    NAME, spec.observationSpace(), spec.actionSpace(), spec.maxEpisodeSteps(), spec.rewardThreshold());
        }

        @Override
        public void reset(long seed, ObservationSlot out) {
            inner.reset(seed, out);
        }

        @Override
        public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
            inner.step(actions, offset, out, result);
        }
    }
}
