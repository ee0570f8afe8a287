package io.htsrl.cluster;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentProvider;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.StepResult;
import java.io.DataInput;
import java.io.DataOutput;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** An environment whose steps depend on what others in its process have done: what no run may rely on. */
public final class DiceProvider implements EnvironmentProvider {
    public static final String NAME = "Dice-v0";

    private static final class Dice implements Environment {
        private static final AtomicLong THROWN = new AtomicLong();
        private static final EnvironmentSpec SPEC =
                new EnvironmentSpec(NAME, ObservationSpace.floats(1), new ActionSpace.Discrete(2), 0, 1);

        @Override
        public EnvironmentSpec spec() {
            return SPEC;
        }

        @Override
        public void reset(long seed, ObservationSlot out) {
            out.set(0, 0);
        }

        @Override
        public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
            out.set(0, THROWN.incrementAndGet() / 1e6f);
            result.set(0, false, false);
        }

        @Override
        public boolean canSaveState() {
            return true;
        }

        @Override
        public void saveState(DataOutput out) {
            // that is what is wrong with it
        }

        @Override
        public void restoreState(DataInput in) {
            // the same
        }
    }

    @Override
    public List<String> names() {
        return List.of(NAME);
    }

    @Override
    public Environment create(String id, Map<String, String> options) {
        return new Dice();
    }
}
