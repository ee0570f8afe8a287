package io.htsrl.benchmarks.soak;

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
 * Makes {@code Soak-v0}, whose observations are random: {@code seen} is one of {@link #KINDS}. Option {@code counts}
 * names the actions of each choice. With {@code masks=true} some actions are forbidden, and a forbidden one throws.
 * Episodes end after some steps, truncated or terminated; a replay of its actions restores one. Stateless, any thread.
 */
public final class SoakEnvironments implements EnvironmentProvider {
    static final String NAME = "Soak-v0";
    /** Kinds of observations; the last two have named parts. */
    static final List<String> KINDS = List.of("floats", "bytes", "one-hot", "images", "parts");

    @Override
    public List<String> names() {
        return List.of(NAME);
    }

    @Override
    public Environment create(String id, Map<String, String> options) {
        int[] counts = Arrays.stream(options.getOrDefault("counts", "3").split(";"))
                .mapToInt(Integer::parseInt)
                .toArray();
        boolean masks = Boolean.parseBoolean(options.getOrDefault("masks", "false"));
        return new RandomEpisodes(options.getOrDefault("seen", "floats"), counts, masks);
    }

    private static ObservationSpace space(String kind) {
        ObservationPart camera = ObservationPart.image("camera", 4, 5, 1);
        return switch (kind) {
            case "floats" -> ObservationSpace.floats(5);
            case "bytes" -> ObservationSpace.bytes(5, 4);
            case "one-hot" -> ObservationSpace.oneHot(3, 2);
            case "images" ->
                ObservationSpace.of(
                        ObservationSpace.Kind.UINT8, List.of(camera, ObservationPart.image("map", 2, 3, 2)));
            case "parts" ->
                ObservationSpace.of(
                        List.of(ObservationPart.vector("place", 3), camera, ObservationPart.oneHot("rule", 3)));
            default -> throw new IllegalArgumentException(kind);
        };
    }

    private static final class RandomEpisodes implements Environment {
        private static final int SHORTEST = 3;
        private static final double FORBIDDEN = 0.6;

        private final ObservationSpace space;
        private final EnvironmentSpec spec;
        private final int[] counts;
        private RandomStream chance;
        private int steps;
        private float[] elements;
        private boolean[] allowed;

        RandomEpisodes(String kind, int[] counts, boolean masks) {
            ActionSpace actions =
                    counts.length == 1 ? new ActionSpace.Discrete(counts[0]) : new ActionSpace.MultiDiscrete(counts);
            this.space = masks ? space(kind).withMask(actions) : space(kind);
            this.spec = new EnvironmentSpec(NAME, space, actions, 0, Double.NaN);
            this.counts = counts;
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
            observe(out, false);
        }

        @Override
        public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
            int first = 0;
            double reward = 0;
            for (int i = 0; i < counts.length; i++) {
                int action = (int) actions[offset + i];
                if (space.mask() > 0 && !allowed[first + action]) {
                    throw new IllegalStateException(
                            "action " + action + " of choice " + i + " is forbidden by " + Arrays.toString(allowed));
                }
                reward += elements[i] > 0.5f == (action % 2 == 0) ? 1 : 0;
                first += counts[i];
            }
            steps++;
            boolean ends = steps >= SHORTEST && chance.uniform(steps, 0) < 0.2;
            boolean terminated = ends && chance.uniform(steps, 1) < 0.5;
            result.set(reward, terminated, ends && !terminated);
            observe(out, terminated);
        }

        private void observe(ObservationSlot out, boolean terminated) {
            elements = new float[space.size() - space.mask()];
            for (int i = 0; i < elements.length; i++) {
                elements[i] = (int) (chance.uniform(steps, 2 + i) * 256) / 255f; // as a byte's fraction
            }
            int[] hot = space.choices();
            for (int choice = 0, at = 0; choice < hot.length; at += hot[choice++]) {
                choose(at, hot[choice]);
            }
            for (ObservationPart part : space.parts()) {
                if (part.kind() == ObservationPart.Kind.ONE_HOT) {
                    choose(part.offset(), part.size());
                }
            }
            for (int i = 0; i < elements.length; i++) {
                if (out.floats() != null) {
                    out.set(i, elements[i]);
                } else {
                    out.bytes()[out.offset() + i] = (byte) Math.round(elements[i] * 255);
                }
            }
            mask(out, terminated);
        }

        /** Leaves 1 at a random one of these elements and 0 at the others. */
        private void choose(int from, int count) {
            int one = Math.min((int) (elements[from] * count), count - 1);
            for (int i = 0; i < count; i++) {
                elements[from + i] = i == one ? 1 : 0;
            }
        }

        /** Allows one action of each choice, and others by chance; nothing after the end. */
        private void mask(ObservationSlot out, boolean terminated) {
            if (space.mask() == 0) {
                return;
            }
            allowed = new boolean[space.mask()];
            int first = 0;
            for (int count : counts) {
                int one = (int) (chance.uniform(steps, -1 - first) * count);
                for (int i = 0; i < count; i++) {
                    allowed[first + i] = i == one || chance.uniform(steps, -100 - first - i) > FORBIDDEN;
                    space.allow(out, first + i, allowed[first + i] && !terminated);
                }
                first += count;
            }
        }
    }
}
