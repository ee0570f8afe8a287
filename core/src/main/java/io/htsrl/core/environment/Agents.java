package io.htsrl.core.environment;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The agents of an environment that steps several of them together. Such an environment is an ordinary one whose rows
 * have all agents, one after the other: an action row each, and an observation of floats {@code [agents][observation,
 * reward, ending, alive]}. {@link AgentEnvironment} makes an environment of each agent of it. Immutable, any thread.
 *
 * <p>Contract of such an environment:
 *
 * <ol>
 *   <li>{@code alive} is 1 for an agent that acts on this observation, otherwise 0: it has left, or has not come yet.
 *       The action of an agent that is not alive means nothing.
 *   <li>{@code ending} is 1 if the step ended this agent's episode in a terminal state, 2 if a limit did. Such an agent
 *       may be alive again in the same row, in a new episode, unless a limit ended the old one.
 *   <li>The step's own {@link StepResult#terminated} or {@link StepResult#truncated} ends the episode of all agents.
 *       Its own reward is ignored.
 *   <li>After a reset some agent is alive; rewards and endings are 0 then, and always for agents that were not alive.
 * </ol>
 */
public final class Agents {
    /** Number of elements that follow an agent's observation. */
    public static final int STATUS = 3;

    /** Offsets of these elements after the observation. */
    private static final int REWARD = 0;

    private static final int ENDING = 1;
    private static final int ALIVE = 2;

    /** Values of an ending. */
    public static final int TERMINATED = 1;

    public static final int TRUNCATED = 2;

    private final List<String> names;
    private final List<EnvironmentSpec> specs;
    private final EnvironmentSpec spec;
    private final int[] offsets;

    /**
     * Creates agents with equal spaces.
     *
     * @param names names of the agents, in the order of the rows
     * @param spec spaces of each agent
     */
    public Agents(List<String> names, EnvironmentSpec spec) {
        this(names, Collections.nCopies(names.size(), spec));
    }

    /**
     * @param names names of the agents, in the order of the rows
     * @param specs spaces of each agent; all else is equal
     * @throws IllegalArgumentException when it has no agents, their observations are bytes, or some have discrete and
     *     others continuous actions
     */
    public Agents(List<String> names, List<EnvironmentSpec> specs) {
        this.names = List.copyOf(names);
        this.specs = List.copyOf(specs);
        if (names.isEmpty() || names.size() != specs.size()) {
            throw new IllegalArgumentException(names.size() + " agents with the spaces of " + specs.size());
        }
        offsets = new int[names.size() + 1];
        for (int agent = 0; agent < names.size(); agent++) {
            ObservationSpace own = specs.get(agent).observationSpace();
            if (own.kind() != ObservationSpace.Kind.FLOAT32) {
                throw new IllegalArgumentException(
                        specs.get(agent).id() + ": observations of agents must be floats, and these are " + own);
            }
            offsets[agent + 1] = Math.addExact(offsets[agent], own.size() + STATUS);
        }
        EnvironmentSpec first = specs.get(0);
        List<Spaces> spaces = specs.stream().map(Spaces::of).toList();
        Spaces widest = Spaces.widest(spaces);
        spec = spaces.stream().distinct().count() == 1 ? first : first.with(widest.observations(), widest.actions());
    }

    /** Returns the names of the agents, in the order of the rows. */
    public List<String> names() {
        return names;
    }

    /** Returns the spaces of an agent. */
    public EnvironmentSpec spec(int agent) {
        return specs.get(agent);
    }

    /** Returns the spaces of all agents; where they differ, the smallest that have room for each. */
    public EnvironmentSpec spec() {
        return spec;
    }

    /** Returns whether all agents have the same spaces. */
    public boolean alike() {
        return specs.stream().map(Spaces::of).distinct().count() == 1;
    }

    public int count() {
        return names.size();
    }

    /**
     * Returns the index of each agent's policy.
     *
     * @param policies {@code shared}, {@code separate} or a list of {@code AGENT=POLICY}, checked
     */
    public List<Integer> policies(String policies) {
        return PolicyMap.of(policies, names).ofAgent();
    }

    /**
     * Returns where the elements of an agent begin in the observation: its observation and {@link #STATUS}. Those of
     * agent {@link #count()} would begin behind the last.
     */
    public int offset(int agent) {
        return offsets[agent];
    }

    /** Returns the specification of the environment itself. */
    public EnvironmentSpec joint() {
        return new EnvironmentSpec(
                spec.id(),
                ObservationSpace.floats(offsets[count()]),
                jointActions(),
                spec.maxEpisodeSteps(),
                spec.rewardThreshold());
    }

    private ActionSpace jointActions() {
        List<ActionSpace> all = specs.stream().map(EnvironmentSpec::actionSpace).toList();
        if (spec.actionSpace() instanceof ActionSpace.Continuous) {
            return new ActionSpace.Continuous(bounds(all, true), bounds(all, false));
        }
        int[] choices =
                all.stream().flatMapToInt(each -> Arrays.stream(each.choices())).toArray();
        return all.stream().allMatch(ActionSpace.MultiBinary.class::isInstance)
                ? new ActionSpace.MultiBinary(choices.length)
                : new ActionSpace.MultiDiscrete(choices);
    }

    private static float[] bounds(List<ActionSpace> boxes, boolean low) {
        float[] all = new float[boxes.stream().mapToInt(ActionSpace::width).sum()];
        int at = 0;
        for (ActionSpace each : boxes) {
            ActionSpace.Continuous box = (ActionSpace.Continuous) each;
            System.arraycopy(low ? box.low() : box.high(), 0, all, at, box.width());
            at += box.width();
        }
        return all;
    }

    /** Writes the status of an agent into an observation of the environment. */
    public void status(ObservationSlot row, int agent, double reward, int ending, boolean alive) {
        int at = offsets[agent + 1] - STATUS;
        row.set(at + REWARD, (float) reward);
        row.set(at + ENDING, ending);
        alive(row, agent, alive);
    }

    /** Writes whether an agent acts on this observation of the environment. */
    public void alive(ObservationSlot row, int agent, boolean alive) {
        row.set(offsets[agent + 1] - STATUS + ALIVE, alive ? 1 : 0);
    }

    /** Returns the reward of an agent in an observation of the environment. */
    public float reward(ObservationSlot row, int agent) {
        return row.get(offsets[agent + 1] - STATUS + REWARD);
    }

    /** Returns the ending of an agent's episode: 0, {@link #TERMINATED} or {@link #TRUNCATED}. */
    public int ending(ObservationSlot row, int agent) {
        return (int) row.get(offsets[agent + 1] - STATUS + ENDING);
    }

    /** Returns whether an agent acts on this observation. */
    public boolean alive(ObservationSlot row, int agent) {
        return row.get(offsets[agent + 1] - STATUS + ALIVE) != 0;
    }

    /**
     * The spaces of an agent, in rows that have room for the spaces of others too. Its observation is at the front of a
     * row, and zeros follow. Its actions are the first of each choice, or the first components. Immutable.
     *
     * @param observations with its mask, if any
     */
    public record Spaces(ObservationSpace observations, ActionSpace actions) {

        /** Returns the spaces of an environment. */
        public static Spaces of(EnvironmentSpec spec) {
            return new Spaces(spec.observationSpace(), spec.actionSpace());
        }

        /** Compares what the observations mean, too: their parts and one-hot vectors. */
        @Override
        public boolean equals(Object other) {
            return other instanceof Spaces that
                    && observations.equals(that.observations)
                    && observations.parts().equals(that.observations.parts())
                    && Arrays.equals(observations.choices(), that.observations.choices())
                    && actions.equals(that.actions);
        }

        @Override
        public int hashCode() {
            return 31 * observations.hashCode() + actions.hashCode();
        }

        /** Returns text such as {@code float32[3], discrete 5}. */
        @Override
        public String toString() {
            return observations + ", " + actions;
        }

        /**
         * Returns the smallest spaces with room for all of these.
         *
         * @throws IllegalArgumentException when some have discrete and others continuous actions
         */
        public static Spaces widest(List<Spaces> all) {
            int read = 0;
            boolean masked = false;
            for (Spaces each : all) {
                read = Math.max(read, each.observations.size() - each.observations.unread());
                masked |= each.observations.mask() > 0;
            }
            ActionSpace actions =
                    widestActions(all.stream().map(Spaces::actions).toList());
            ObservationSpace observations = ObservationSpace.floats(read);
            return new Spaces(masked ? observations.withMask(actions) : observations, actions);
        }

        private static ActionSpace widestActions(List<ActionSpace> all) {
            long boxes = all.stream()
                    .filter(ActionSpace.Continuous.class::isInstance)
                    .count();
            if (boxes > 0 && boxes < all.size()) {
                throw new IllegalArgumentException(
                        "actions of agents must be all discrete or all continuous, and these are "
                                + all.stream().distinct().toList());
            }
            int width = all.stream().mapToInt(ActionSpace::width).max().orElseThrow();
            if (boxes > 0) {
                return box(all, width);
            }
            int[] counts = new int[width];
            for (ActionSpace each : all) {
                for (int i = 0; i < each.width(); i++) {
                    counts[i] = Math.max(counts[i], each.choices()[i]);
                }
            }
            return all.stream().allMatch(ActionSpace.Discrete.class::isInstance)
                    ? new ActionSpace.Discrete(counts[0])
                    : new ActionSpace.MultiDiscrete(counts);
        }

        private static ActionSpace box(List<ActionSpace> all, int width) {
            float[] low = new float[width];
            float[] high = new float[width];
            Arrays.fill(low, Float.MAX_VALUE);
            Arrays.fill(high, -Float.MAX_VALUE);
            for (ActionSpace each : all) {
                ActionSpace.Continuous box = (ActionSpace.Continuous) each;
                for (int i = 0; i < box.width(); i++) {
                    low[i] = Math.min(low[i], box.low()[i]);
                    high[i] = Math.max(high[i], box.high()[i]);
                }
            }
            return new ActionSpace.Continuous(low, high);
        }

        /** Returns the index of each action of these choices, or of each component, among those of wider spaces. */
        public int[] places(ActionSpace wide) {
            if (actions instanceof ActionSpace.Continuous) {
                return IntStream.range(0, actions.width()).toArray();
            }
            IntStream.Builder places = IntStream.builder();
            int begin = 0;
            for (int choice = 0; choice < actions.width(); choice++) {
                for (int action = 0; action < actions.choices()[choice]; action++) {
                    places.add(begin + action);
                }
                begin += wide.choices()[choice];
            }
            return places.build().toArray();
        }

        /** Returns the index of the first action of each choice that these spaces have not: the one that is taken. */
        public int[] idle(ActionSpace wide) {
            int[] choices = wide.choices();
            return IntStream.range(actions.width(), choices.length)
                    .map(choice -> Arrays.stream(choices, 0, choice).sum())
                    .toArray();
        }
    }
}
