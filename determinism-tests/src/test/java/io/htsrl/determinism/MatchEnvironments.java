package io.htsrl.determinism;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentProvider;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationPart;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.random.CountedStream;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Makes environments of every kind of action, in each of which the action has to match what is seen:
 * {@code MatchBox-v0} with unequal bounds, {@code MatchOpenBox-v0} with an infinite one, {@code MatchChoices-v0} and
 * {@code MatchSwitches-v0}. Each refuses actions outside of its space. {@code MatchImage-v0} and {@code MatchParts-v0}
 * are {@code MatchBox-v0} seen as a bright pixel, and as a pixel and a number.
 */
public final class MatchEnvironments implements EnvironmentProvider {
    private static final int SIDE = 4;
    private static final ActionSpace BOX = new ActionSpace.Continuous(new float[] {-1, 2}, new float[] {1, 12});
    private static final Map<String, ObservationSpace> SEEN = Map.of(
            "MatchImage-v0", ObservationSpace.bytes(SIDE, SIDE, 1),
            "MatchParts-v0",
                    ObservationSpace.of(List.of(
                            ObservationPart.image("column", SIDE, SIDE, 1), ObservationPart.vector("second", 1))));
    private static final Map<String, ActionSpace> SPACES = Map.of(
            "MatchBox-v0",
            BOX,
            "MatchImage-v0",
            BOX,
            "MatchParts-v0",
            BOX,
            "MatchOpenBox-v0",
            new ActionSpace.Continuous(new float[] {0}, new float[] {Float.POSITIVE_INFINITY}),
            "MatchChoices-v0",
            new ActionSpace.MultiDiscrete(new int[] {3, 2, 4}),
            "MatchSwitches-v0",
            new ActionSpace.MultiBinary(3));

    @Override
    public List<String> names() {
        return SPACES.keySet().stream().sorted().toList();
    }

    @Override
    public Environment create(String id, Map<String, String> options) {
        return new Match(id, SPACES.get(id));
    }

    /** Truncates after 9 steps; one step in 16 terminates. What is seen is drawn anew at each step. */
    private static final class Match implements Environment {
        private static final int LIMIT = 9;
        private final String id;
        private final ActionSpace space;
        private final ObservationSpace seen;
        private final float[] target;
        private final CountedStream draws = new CountedStream();
        private int steps;

        Match(String id, ActionSpace space) {
            this.id = id;
            this.space = space;
            this.seen = SEEN.getOrDefault(id, ObservationSpace.floats(space.width()));
            this.target = new float[space.width()];
        }

        @Override
        public EnvironmentSpec spec() {
            return new EnvironmentSpec(id, seen, space, LIMIT, Double.NaN);
        }

        @Override
        public void reset(long seed, ObservationSlot out) {
            draws.restart(seed);
            steps = 0;
            show(out);
        }

        private void show(ObservationSlot out) {
            for (int i = 0; i < target.length; i++) {
                target[i] = (float) draws.nextDouble();
            }
            if (seen.kind() == ObservationSpace.Kind.UINT8) {
                Arrays.fill(out.bytes(), out.offset(), out.offset() + SIDE * SIDE, (byte) 0);
                out.bytes()[out.offset() + pixel(1) * SIDE + pixel(0)] = (byte) 255;
            } else if (!seen.parts().isEmpty()) {
                for (int i = 0; i < SIDE * SIDE; i++) {
                    out.set(i, i == pixel(0) ? 1 : 0);
                }
                out.set(SIDE * SIDE, target[1]);
            } else {
                for (int i = 0; i < target.length; i++) {
                    out.set(i, target[i]);
                }
            }
        }

        private int pixel(int i) {
            return (int) (target[i] * SIDE);
        }

        @Override
        public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
            double error = 0;
            for (int i = 0; i < target.length; i++) {
                double difference = place(i, actions[offset + i]) - target[i];
                error += difference * difference;
            }
            show(out);
            boolean terminates = draws.nextDouble() < 1 / 16.0;
            result.set(-error / target.length, terminates, !terminates && ++steps == LIMIT);
        }

        /** Where in its range, from 0 to 1, a component is. */
        private double place(int i, float action) {
            if (space instanceof ActionSpace.Continuous box) {
                double low = box.low()[i];
                double high = box.high()[i];
                double extent = Double.isInfinite(high) ? 1 : high - low;
                return checked(action, low, high, (action - low) / extent);
            }
            int count = space instanceof ActionSpace.MultiDiscrete choices ? choices.counts()[i] : 2;
            return checked(action, 0, count - 1, action == Math.rint(action) ? action / (count - 1) : Double.NaN);
        }

        private double checked(float action, double low, double high, double place) {
            if (!(action >= low && action <= high) || Double.isNaN(place)) {
                throw new IllegalArgumentException(action + " is none of " + space);
            }
            return place;
        }

        @Override
        public boolean canSaveState() {
            return true;
        }

        @Override
        public void saveState(DataOutput out) throws IOException {
            out.writeInt(steps);
            for (float component : target) {
                out.writeFloat(component);
            }
            draws.save(out);
        }

        @Override
        public void restoreState(DataInput in) throws IOException {
            steps = in.readInt();
            for (int i = 0; i < target.length; i++) {
                target[i] = in.readFloat();
            }
            draws.restore(in);
        }
    }
}
