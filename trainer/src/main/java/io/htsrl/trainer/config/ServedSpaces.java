package io.htsrl.trainer.config;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.StepResult;
import java.util.function.Supplier;

/**
 * Makes environments that describe spaces, and can do nothing else. The network sees the spaces as they are: elements
 * are selected and seats are taken already. Immutable, any thread.
 */
public record ServedSpaces(EnvironmentSpec spec) implements Supplier<Environment> {
    @Override
    public Environment get() {
        return new Described(spec);
    }

    private record Described(EnvironmentSpec spec) implements Environment {
        @Override
        public void reset(long seed, ObservationSlot out) {
            throw new UnsupportedOperationException("these are the recorded spaces of " + spec.id() + " alone");
        }

        @Override
        public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
            throw new UnsupportedOperationException("these are the recorded spaces of " + spec.id() + " alone");
        }

        /** Returns true: the real environment was checked when the run began. */
        @Override
        public boolean canSaveState() {
            return true;
        }
    }
}
