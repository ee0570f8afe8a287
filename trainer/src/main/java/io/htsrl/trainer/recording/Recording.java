package io.htsrl.trainer.recording;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationArray;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.policy.ActionHead;
import io.htsrl.learners.statistics.RunningMoments;
import io.htsrl.replay.ReplayMemory;
import io.htsrl.storage.BitHasher;
import java.util.Arrays;

/**
 * Recorded steps of one environment, episode after episode. Actions are in the environment's form. An episode of T
 * steps has T + 1 observations; its last step may have no ending, where the recording was cut. Immutable, any thread.
 */
public final class Recording {
    static final byte TERMINATED = 1;
    static final byte TRUNCATED = 2;

    private final ObservationSpace observationSpace;
    private final ActionSpace actionSpace;
    private final ObservationArray observations;
    private final float[] actions;
    private final float[] rewards;
    private final byte[] endings;
    private final int[] lengths;
    private final String digest;

    private Recording(Builder from) {
        int size = from.observationSpace.size();
        int rows = (from.steps + from.episodes) * size;
        observationSpace = from.observationSpace;
        actionSpace = from.actionSpace;
        observations = new ObservationArray(
                from.floats == null ? null : Arrays.copyOf(from.floats, rows),
                from.bytes == null ? null : Arrays.copyOf(from.bytes, rows),
                size);
        actions = Arrays.copyOf(from.actions, from.steps * actionSpace.width());
        rewards = Arrays.copyOf(from.rewards, from.steps);
        endings = Arrays.copyOf(from.endings, from.steps);
        lengths = Arrays.copyOf(from.lengths, from.episodes);
        digest = hash();
    }

    private String hash() {
        BitHasher hasher = new BitHasher();
        hasher.ints(lengths, 0, lengths.length);
        if (observations.floats() != null) {
            hasher.floats(observations.floats(), 0, observations.floats().length);
        } else {
            hasher.bytes(observations.bytes(), 0, observations.bytes().length);
        }
        hasher.floats(actions, 0, actions.length);
        hasher.floats(rewards, 0, rewards.length);
        hasher.bytes(endings, 0, endings.length);
        return hasher.hex();
    }

    /** Returns the digest of everything recorded, 32 hexadecimal digits. */
    public String digest() {
        return digest;
    }

    public ObservationSpace observationSpace() {
        return observationSpace;
    }

    public ActionSpace actionSpace() {
        return actionSpace;
    }

    /** Returns the number of steps. */
    public int steps() {
        return rewards.length;
    }

    /** Returns the number of steps of each episode, a copy. */
    public int[] lengths() {
        return lengths.clone();
    }

    /** Points {@code slot} at an observation of an episode; the last one has the number of its steps. */
    public ObservationSlot observation(int firstStep, int episode, int number, ObservationSlot slot) {
        return observations.at(firstStep + episode + number, slot);
    }

    /** Returns component {@code i} of the action of a step, counted over all episodes. */
    public float action(int step, int i) {
        return actions[step * actionSpace.width() + i];
    }

    public float reward(int step) {
        return rewards[step];
    }

    public boolean terminated(int step) {
        return endings[step] == TERMINATED;
    }

    public boolean truncated(int step) {
        return endings[step] == TRUNCATED;
    }

    /** Returns the places that the steps and final observations take in a replay memory of one environment. */
    int places() {
        return steps() + lengths.length;
    }

    /** Returns mean and variance of all observations acted on, which are floats. */
    RunningMoments moments(int features) {
        RunningMoments moments = new RunningMoments(features);
        int row = 0;
        for (int length : lengths) {
            for (int number = 0; number < length; number++) {
                moments.add(observations.floats(), row++ * features);
            }
            row++; // of the observation after the last step
        }
        return moments;
    }

    /** Appends all steps to a memory, as those of environment 0, with the actions of {@code head}. */
    void appendTo(ReplayMemory memory, ActionHead head) {
        ObservationSlot slot = new ObservationSlot();
        ObservationSlot last = new ObservationSlot();
        float[] action = new float[actionSpace.width()];
        int step = 0;
        for (int episode = 0; episode < lengths.length; episode++) {
            int first = step;
            for (int number = 0; number < lengths[episode]; number++, step++) {
                boolean end = number == lengths[episode] - 1;
                head.fromEnvironment(actions, step * action.length, action, 0);
                memory.append(
                        0,
                        observation(first, episode, number, slot),
                        action,
                        0,
                        rewards[step],
                        terminated(step),
                        end && !terminated(step),
                        end ? observation(first, episode, number + 1, last) : null,
                        ReplayMemory.GREATEST_SO_FAR);
            }
        }
        memory.complete();
    }

    /** Collects steps in their order, and refuses what does not fit the environment. One thread. */
    public static final class Builder {
        private static final int FIRST_ROWS = 256;
        /** Share of its bound by which a component of an action may lie outside, for rounding. */
        private static final double ROUNDING = 1e-4;

        private final String setting;
        private final Object source;
        private final ObservationSpace observationSpace;
        private final ActionSpace actionSpace;
        private final int size;
        private final int width;
        private final int[] choices;
        private final float[] low; // null for choices, as the next is
        private final float[] high;
        private float[] floats; // null for bytes
        private byte[] bytes; // null for floats
        private float[] actions;
        private float[] rewards = new float[FIRST_ROWS];
        private byte[] endings = new byte[FIRST_ROWS];
        private int[] lengths = new int[FIRST_ROWS];
        private int steps;
        private int episodes;
        private boolean open;

        /**
         * @param setting name of the setting in messages
         * @param source its value in messages
         */
        public Builder(EnvironmentSpec spec, String setting, Object source) {
            this.setting = setting;
            this.source = source;
            this.observationSpace = spec.observationSpace();
            this.actionSpace = spec.actionSpace();
            this.size = observationSpace.size();
            boolean isFloat = observationSpace.kind() == ObservationSpace.Kind.FLOAT32;
            this.floats = isFloat ? new float[0] : null;
            this.bytes = isFloat ? null : new byte[0];
            this.width = actionSpace.width();
            this.choices = actionSpace.choices();
            boolean isBox = actionSpace instanceof ActionSpace.Continuous;
            this.low = isBox ? ((ActionSpace.Continuous) actionSpace).low() : null;
            this.high = isBox ? ((ActionSpace.Continuous) actionSpace).high() : null;
            this.actions = new float[FIRST_ROWS * width];
        }

        /** Returns the number of steps so far. */
        public int steps() {
            return steps;
        }

        /** Begins an episode with its first observation; ends the one before. */
        public void begin(ObservationSlot first) {
            end();
            if (episodes == lengths.length) {
                lengths = Arrays.copyOf(lengths, 2 * episodes);
            }
            lengths[episodes++] = 0;
            open = true;
            write(first);
        }

        /** Adds a step and the observation after it. */
        public void step(
                float[] action,
                int offset,
                double reward,
                boolean terminated,
                boolean truncated,
                ObservationSlot next) {
            if (steps == rewards.length) {
                if (steps > Integer.MAX_VALUE / 4 / width) {
                    throw refused("must have at most " + steps + " steps");
                }
                actions = Arrays.copyOf(actions, 2 * steps * width);
                rewards = Arrays.copyOf(rewards, 2 * steps);
                endings = Arrays.copyOf(endings, 2 * steps);
            }
            for (int i = 0; i < width; i++) {
                actions[steps * width + i] = checked(action[offset + i], i);
            }
            rewards[steps] = (float) reward;
            if (!Float.isFinite(rewards[steps])) {
                throw refused("must have finite rewards, and step " + steps + " has " + reward);
            }
            endings[steps] = terminated ? TERMINATED : truncated ? TRUNCATED : 0;
            steps++;
            lengths[episodes - 1]++;
            write(next);
        }

        /** Ends an episode; one without steps is dropped. */
        public void end() {
            if (open && lengths[episodes - 1] == 0) {
                episodes--;
            }
            open = false;
        }

        /** @throws ConfigurationException when it has no step */
        public Recording build() {
            end();
            if (steps == 0) {
                throw refused("must hold at least one step");
            }
            return new Recording(this);
        }

        private void write(ObservationSlot from) {
            int row = steps + episodes - 1;
            if ((row + 1L) * size > Integer.MAX_VALUE / 2) {
                throw refused("must have at most " + Integer.MAX_VALUE / 2 / size + " observations");
            }
            int at = row * size;
            if (bytes != null) {
                bytes = at + size > bytes.length ? Arrays.copyOf(bytes, room(at)) : bytes;
                System.arraycopy(from.bytes(), from.offset(), bytes, at, size);
                return;
            }
            floats = at + size > floats.length ? Arrays.copyOf(floats, room(at)) : floats;
            System.arraycopy(from.floats(), from.offset(), floats, at, size);
            for (int i = at; i < at + size; i++) {
                if (!Float.isFinite(floats[i])) {
                    throw refused("must have finite observations, and step " + steps + " has " + floats[i]);
                }
            }
        }

        private int room(int at) {
            return (int) Math.min(Integer.MAX_VALUE / 2, Math.max((long) FIRST_ROWS * size, 2L * at));
        }

        private float checked(float component, int i) {
            boolean whole = low == null;
            double least = whole ? 0 : low[i];
            double most = whole ? choices[i] - 1 : high[i];
            double slack = whole ? 0 : ROUNDING * Math.max(1, Math.min(Math.abs(least), Math.abs(most)));
            boolean fits = Float.isFinite(component) && component >= least - slack && component <= most + slack;
            if (!fits || whole && component != (int) component) {
                throw refused("must have actions of " + actionSpace + ", and step " + steps + " has " + component);
            }
            return (float) Math.min(Math.max(component, least), most);
        }

        private ConfigurationException refused(String rule) {
            return new ConfigurationException(setting, source, rule, "give a recording of this environment");
        }
    }
}
