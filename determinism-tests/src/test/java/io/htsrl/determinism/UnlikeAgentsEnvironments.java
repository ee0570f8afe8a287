package io.htsrl.determinism;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.Agents;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentProvider;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.StepResult;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Makes {@code UnlikeAgents-v0}: agents of different spaces. Option {@code kind} is choice, choices or boxes. */
public final class UnlikeAgentsEnvironments implements EnvironmentProvider {
    static final String NAME = "UnlikeAgents-v0";

    @Override
    public List<String> names() {
        return List.of(NAME);
    }

    @Override
    public Environment create(String id, Map<String, String> options) {
        return new UnlikeAgents(
                Kind.valueOf(options.getOrDefault("kind", "choice").toUpperCase(Locale.ROOT)));
    }

    /** Kinds of actions. */
    private enum Kind {
        /** One choice each, and the second agent's third action is forbidden in each odd step. */
        CHOICE(new ActionSpace.Discrete(2), new ActionSpace.Discrete(4)),
        CHOICES(new ActionSpace.Discrete(3), new ActionSpace.MultiDiscrete(new int[] {2, 4})),
        BOXES(
                new ActionSpace.Continuous(new float[] {-0.5f, -2}, new float[] {0.5f, 3}),
                new ActionSpace.Continuous(new float[] {-1}, new float[] {0.2f}));

        final ActionSpace first;
        final ActionSpace second;

        Kind(ActionSpace first, ActionSpace second) {
            this.first = first;
            this.second = second;
        }
    }

    /**
     * Two agents of different spaces for an episode of twelve steps; the second leaves in step nine. An action that is
     * none of its agent's ends the run. Rewards follow from the place that all actions so far have moved the agents to.
     */
    private static final class UnlikeAgents implements Environment {

        private static final int LAST = 12;
        private static final int LEAVES = 9;
        private static final int FORBIDDEN = 2;

        private final Agents agents;
        private final float[] places = new float[2];
        private long seed;
        private int step;

        UnlikeAgents(Kind kind) {
            ObservationSpace second = ObservationSpace.floats(5);
            agents = new Agents(
                    List.of("first", "second"),
                    List.of(
                            spec(ObservationSpace.floats(3), kind.first),
                            spec(kind == Kind.CHOICE ? second.withMask(kind.second) : second, kind.second)));
        }

        private static EnvironmentSpec spec(ObservationSpace observations, ActionSpace actions) {
            return new EnvironmentSpec(NAME, observations, actions, 0, Double.NaN);
        }

        @Override
        public EnvironmentSpec spec() {
            return agents.joint();
        }

        @Override
        public Optional<Agents> agents() {
            return Optional.of(agents);
        }

        private static boolean allows(int atStep, int action) {
            return action != FORBIDDEN || atStep % 2 == 0;
        }

        private boolean alive(int agent) {
            return step < (agent == 0 ? LAST : LEAVES);
        }

        @Override
        public void reset(long newSeed, ObservationSlot out) {
            seed = newSeed;
            step = 0;
            places[0] = (newSeed & 0xff) / 256f - 0.5f;
            places[1] = (newSeed >> 8 & 0xff) / 256f - 0.5f;
            write(out);
            agents.status(out, 0, 0, 0, true);
            agents.status(out, 1, 0, 0, true);
        }

        @Override
        public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
            boolean both = alive(1);
            int at = offset;
            for (int agent = 0; agent < (both ? 2 : 1); agent++) {
                ActionSpace own = agents.spec(agent).actionSpace();
                for (int i = 0; i < own.width(); i++) {
                    check(own, i, actions[at + i], agent);
                    places[agent] += 0.2f * (own.choices().length == 0 ? actions[at + i] : actions[at + i] - 1);
                }
                places[agent] *= 0.9f;
                at += own.width();
            }
            step++;
            write(out);
            agents.status(out, 0, -Math.abs(places[0] - places[1]), 0, alive(0));
            boolean left = both && !alive(1);
            agents.status(out, 1, both ? places[0] : 0, left ? Agents.TERMINATED : 0, alive(1));
            result.set(0, step == LAST, false);
        }

        private void check(ActionSpace own, int i, float action, int agent) {
            boolean taken = own instanceof ActionSpace.Continuous box
                    ? action >= box.low()[i] && action <= box.high()[i]
                    : ActionSpace.Discrete.index(action, own.choices()[i]) >= 0;
            boolean masked = agents.spec(agent).observationSpace().mask() > 0;
            if (!taken || masked && !allows(step, (int) action)) {
                throw new IllegalStateException(
                        agents.names().get(agent) + " has " + own + ", and took " + action + " in step " + step);
            }
        }

        private void write(ObservationSlot out) {
            for (int i = 0; i < 3; i++) {
                out.set(i, i == 0 ? places[0] : i * places[1] - step / 10f);
            }
            int at = agents.offset(1);
            for (int i = 0; i < 5; i++) {
                out.set(at + i, i < 2 ? places[i] : (i * step) % 4 / 4f);
            }
            for (int action = 0; action < agents.spec(1).observationSpace().mask(); action++) {
                out.set(at + 5 + action, allows(step, action) ? 1 : 0);
            }
        }

        @Override
        public boolean canSaveState() {
            return true;
        }

        @Override
        public void saveState(DataOutput out) throws IOException {
            out.writeLong(seed);
            out.writeInt(step);
            out.writeFloat(places[0]);
            out.writeFloat(places[1]);
        }

        @Override
        public void restoreState(DataInput in) throws IOException {
            seed = in.readLong();
            step = in.readInt();
            places[0] = in.readFloat();
            places[1] = in.readFloat();
        }
    }
}
