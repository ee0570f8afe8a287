package io.htsrl.core.environment;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The agents of an environment that steps several of them together. Such an environment is an ordinary one whose rows
 * have all agents, one after the other: an action row each, and an observation of floats {@code [agents][observation,
 * reward, ending, alive]}. {@link AgentEnvironment} makes an environment of each agent of it. Immutable.
 *
 * <p>Contract of such an environment:
 * <ol>
 *   <li>{@code alive} is 1 for an agent that acts on this observation, otherwise 0: it has left, or has not come yet. The
 *       action of an agent that is not alive means nothing.</li>
 *   <li>{@code ending} is 1 if the step ended this agent's episode in a terminal state, 2 if a limit did. Such an agent
 *       may be alive again in the same row, in a new episode, unless a limit ended the old one.</li>
 *   <li>The step's own {@link StepResult#terminated} or {@link StepResult#truncated} ends the episode of all agents. Its
 *       own reward is ignored.</li>
 *   <li>After a reset some agent is alive; rewards and endings are 0 then, and always for agents that were not alive.</li>
 * </ol>
 *
 * @param names names of the agents, in the order of the rows
 * @param spec  spaces of each agent
 */
public record Agents(List<String> names, EnvironmentSpec spec) {
    /** Number of elements that follow an agent's observation. */
    public static final int STATUS = 3;

    /** Offsets of these elements after the observation. */
    private static final int REWARD = 0;

    private static final int ENDING = 1;
    private static final int ALIVE = 2;

    /** Values of an ending. */
    public static final int TERMINATED = 1;

    public static final int TRUNCATED = 2;

    /** @throws IllegalArgumentException when there are no agents, or their observations are bytes */
    public Agents {
        names = List.copyOf(names);
        if (names.isEmpty()) {
            throw new IllegalArgumentException(spec.id() + " has no agents");
        }
        if (spec.observationSpace().kind() != ObservationSpace.Kind.FLOAT32) {
            throw new IllegalArgumentException(
                    spec.id() + ": observations of agents must be floats, and these are " + spec.observationSpace());
        }
    }

    public int count() {
        return names.size();
    }

    /** Returns the elements of an agent in the observation: its observation and {@link #STATUS}. */
    public int stride() {
        return spec.observationSpace().size() + STATUS;
    }

    /** Returns the specification of the environment itself. */
    public EnvironmentSpec joint() {
        return new EnvironmentSpec(
                spec.id(),
                ObservationSpace.floats(Math.multiplyExact(count(), stride())),
                jointActions(),
                spec.maxEpisodeSteps(),
                spec.rewardThreshold());
    }

    private ActionSpace jointActions() {
        ActionSpace each = spec.actionSpace();
        if (each instanceof ActionSpace.Continuous box) {
            return new ActionSpace.Continuous(repeated(box.low()), repeated(box.high()));
        }
        return each instanceof ActionSpace.MultiBinary
                ? new ActionSpace.MultiBinary(count() * each.width())
                : new ActionSpace.MultiDiscrete(IntStream.range(0, count())
                        .flatMap(agent -> Arrays.stream(each.choices()))
                        .toArray());
    }

    private float[] repeated(float[] bounds) {
        float[] all = new float[count() * bounds.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = bounds[i % bounds.length];
        }
        return all;
    }

    /** Writes the status of an agent into an observation of the environment. */
    public void status(ObservationSlot row, int agent, double reward, int ending, boolean alive) {
        int at = (agent + 1) * stride() - STATUS;
        row.set(at + REWARD, (float) reward);
        row.set(at + ENDING, ending);
        alive(row, agent, alive);
    }

    /** Writes whether an agent acts on this observation of the environment. */
    public void alive(ObservationSlot row, int agent, boolean alive) {
        row.set((agent + 1) * stride() - STATUS + ALIVE, alive ? 1 : 0);
    }

    /** Returns the reward of an agent in an observation of the environment. */
    public float reward(ObservationSlot row, int agent) {
        return row.get((agent + 1) * stride() - STATUS + REWARD);
    }

    /** Returns the ending of an agent's episode: 0, {@link #TERMINATED} or {@link #TRUNCATED}. */
    public int ending(ObservationSlot row, int agent) {
        return (int) row.get((agent + 1) * stride() - STATUS + ENDING);
    }

    /** Returns whether an agent acts on this observation. */
    public boolean alive(ObservationSlot row, int agent) {
        return row.get((agent + 1) * stride() - STATUS + ALIVE) != 0;
    }
}
