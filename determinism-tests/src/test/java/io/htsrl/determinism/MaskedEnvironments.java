package io.htsrl.determinism;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentProvider;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationPart;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.random.RandomStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Makes {@code Masked-v0}, which throws for an action that its mask forbids. Masks are drawn anew for each observation.
 * Option {@code counts} names the actions of each choice, {@code kind} is float, byte, one-hot or parts (an image of
 * one pixel, its place, and a choice), and {@code hole} is a step of each episode after which nothing is allowed.
 * Episodes end after some steps, truncated or terminated.
 */
public final class MaskedEnvironments implements EnvironmentProvider {
    static final String NAME = "Masked-v0";

    @Override
    public List<String> names() {
        return List.of(NAME);
    }

    @Override
    public Environment create(String id, Map<String, String> options) {
        int[] counts = Arrays.stream(options.getOrDefault("counts", "5").split(";"))
                .mapToInt(Integer::parseInt)
                .toArray();
        return new Masked(
                counts, options.getOrDefault("kind", "float"), Integer.parseInt(options.getOrDefault("hole", "-1")));
    }

    private static final class Masked implements Environment {
        private static final int STATES = 4;
        private static final int SHORTEST = 5;

        private final EnvironmentSpec spec;
        private final ObservationSpace space;
        private final int[] counts;
        private final int hole;
        private RandomStream chance;
        private int steps;
        private int state;
        private boolean[] allowed;

        Masked(int[] counts, String kind, int hole) {
            ActionSpace actions =
                    counts.length == 1 ? new ActionSpace.Discrete(counts[0]) : new ActionSpace.MultiDiscrete(counts);
            ObservationSpace seen = switch (kind) {
                case "byte" -> ObservationSpace.bytes(STATES);
                case "one-hot" -> ObservationSpace.oneHot(STATES);
                case "parts" ->
                    ObservationSpace.of(List.of(
                            ObservationPart.image("camera", 1, 1),
                            ObservationPart.vector("place", STATES - 3),
                            ObservationPart.oneHot("rule", 2)));
                default -> ObservationSpace.floats(STATES);
            };
            this.space = seen.withMask(actions);
            this.spec = new EnvironmentSpec(NAME, space, actions, 0, Double.NaN);
            this.counts = counts;
            this.hole = hole;
        }

        @Override
        public EnvironmentSpec spec() {
            return spec;
        }

        @Override
        public boolean replayable() {
            return true;
        }

        @Override
        public void reset(long seed, ObservationSlot out) {
            chance = RandomStream.root(seed);
            steps = 0;
            give(out, false);
        }

        @Override
        public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
            int first = 0;
            for (int i = 0; i < counts.length; i++) {
                int action = first + (int) actions[offset + i];
                if (!allowed[action]) {
                    throw new IllegalStateException("action " + action + " is not one of " + Arrays.toString(allowed));
                }
                first += counts[i];
            }
            double reward = actions[offset] % STATES == state ? 1 : 0;
            steps++;
            boolean over = steps > SHORTEST && chance.uniform(steps, -1) < 0.2;
            boolean terminated = over && chance.uniform(steps, -2) < 0.5;
            result.set(reward, terminated, over && !terminated);
            give(out, terminated);
        }

        /** Writes the state and its mask; after the end nothing is allowed. */
        private void give(ObservationSlot out, boolean terminated) {
            state = (int) (chance.uniform(steps, 0) * STATES);
            for (int i = 0; i < STATES; i++) {
                if (out.floats() != null) {
                    out.set(i, i == state ? 1 : 0);
                } else {
                    out.bytes()[out.offset() + i] = (byte) (i == state ? 255 : 0);
                }
            }
            allowed = new boolean[space.mask()];
            int first = 0;
            for (int count : counts) {
                int one = (int) (chance.uniform(steps, 1 + first) * count); // always allowed
                for (int i = 0; i < count; i++) {
                    allowed[first + i] = i == one || chance.uniform(steps, 100 + first + i) < 0.3;
                }
                first += count;
            }
            for (int action = 0; action < allowed.length; action++) {
                space.allow(out, action, allowed[action] && !terminated && steps != hole);
            }
        }
    }
}
