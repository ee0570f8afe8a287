package io.htsrl.determinism;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentProvider;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.Environments;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.StepResult;
import java.util.List;
import java.util.Map;

/**
 * Makes {@code Frames-v0}: CartPole whose observations are frames of four bytes, truncated after 9 steps. With option
 * {@code stack=S} it gives stacks of S frames itself, as a wrapper of vectorized environments does.
 */
public final class FrameEnvironments implements EnvironmentProvider {
    static final String NAME = "Frames-v0";
    private static final int FRAME = 4;

    @Override
    public List<String> names() {
        return List.of(NAME);
    }

    @Override
    public Environment create(String id, Map<String, String> options) {
        return new Frames(
                Environments.create("CartPole-v1", Map.of()), Integer.parseInt(options.getOrDefault("stack", "1")));
    }

    private static final class Frames implements Environment {
        private static final int LIMIT = 9;
        private final Environment inner;
        private final byte[] stack;
        private final float[] state = new float[FRAME];
        private final ObservationSlot slot = new ObservationSlot().at(state, 0, FRAME);
        private int steps;

        Frames(Environment inner, int frames) {
            this.inner = inner;
            this.stack = new byte[frames * FRAME];
        }

        @Override
        public EnvironmentSpec spec() {
            return new EnvironmentSpec(
                    NAME, ObservationSpace.bytes(stack.length), inner.spec().actionSpace(), LIMIT, Double.NaN);
        }

        @Override
        public void reset(long seed, ObservationSlot out) {
            inner.reset(seed, slot);
            steps = 0;
            for (int frame = 0; frame < stack.length / FRAME; frame++) {
                push();
            }
            give(out);
        }

        @Override
        public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
            inner.step(actions, offset, slot, result);
            result.truncated = ++steps == LIMIT;
            push();
            give(out);
        }

        private void push() {
            System.arraycopy(stack, FRAME, stack, 0, stack.length - FRAME);
            for (int i = 0; i < FRAME; i++) {
                stack[stack.length - FRAME + i] = (byte) (128 + 100 * state[i]);
            }
        }

        private void give(ObservationSlot out) {
            System.arraycopy(stack, 0, out.bytes(), out.offset(), stack.length);
        }
    }
}
