package io.htsrl.trainer.selfplay;

import io.htsrl.core.environment.Agents;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.policy.ActionHead;
import io.htsrl.core.policy.ActionSelector;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.state.RawArrays;
import io.htsrl.environments.wrapper.EnvironmentWrapper;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * One seat of a game of several {@link Agents}, as an environment of one agent. The seat is drawn per episode;
 * {@link Opponents} play the others inside of {@link #step}, at random until {@link #connect}. A step goes on until the
 * seat has a choice again, so steps that its mask decides, such as those of others, are no steps of the learner. An
 * episode is a function of its seed, the actions and the pool. Thread rule of {@link Environment}; see the package for
 * the pool's.
 */
public final class SeatEnvironment extends EnvironmentWrapper {
    private static final String OPPONENTS = "--opponents";
    private static final int DRAWN = -1;

    private final Environment joint;
    private final Agents agents;
    private final int width; // of an action
    private final LegalActions legal;
    private final float[] rows; // of all agents
    private final ObservationSlot slot = new ObservationSlot();
    private final float[] actions;
    private final StepResult result = new StepResult();
    private Opponents opponents;
    private long seed;
    private int next = DRAWN; // seat of the next episodes
    private int seat;
    private long ply;
    private double episodeReturn;

    private SeatEnvironment(Environment joint, Agents agents) {
        super(joint);
        this.joint = joint;
        this.agents = agents;
        this.width = agents.spec().actionSpace().width();
        this.legal = new LegalActions(agents);
        this.rows = new float[agents.offset(agents.count())];
        this.actions = new float[agents.count() * width];
        slot.at(rows, 0);
        connect(Opponents::random);
    }

    /**
     * Wraps an environment.
     *
     * @throws ConfigurationException when it has not several agents with equal spaces, or cannot save its state
     */
    public static SeatEnvironment of(Environment joint) {
        Agents agents = joint.agents().filter(all -> all.count() > 1).orElse(null);
        if (agents == null || !agents.alike() || !joint.canSaveState()) {
            String id = joint.spec().id();
            joint.close();
            throw new ConfigurationException(
                    OPPONENTS,
                    null,
                    agents == null
                            ? "needs an environment of several agents, and " + id + " has one"
                            : !agents.alike()
                                    ? "needs agents with equal spaces, and those of " + id + " differ"
                                    : "needs an environment that saves its state, and " + id + " does not",
                    "leave it out, or choose ConnectFour-v0, for example");
        }
        return new SeatEnvironment(joint, agents);
    }

    /** Lets these players have the other seats from the next episode on. */
    public void connect(Function<Agents, Opponents> players) {
        opponents = players.apply(agents);
    }

    /** Gives the learner seat {@code number}, modulo their number, in the next episodes; they cannot be saved then. */
    public void sit(int number) {
        next = number % agents.count();
    }

    /**
     * Lets members of {@code pool} have the other seats from the next episode on.
     *
     * @param selectors makes the selector of each agent's actions
     */
    public void connect(OpponentPool pool, Policy policy, ActionHead head, Supplier<ActionSelector> selectors) {
        connect(all -> new PastOpponents(all, pool, policy, head, selectors));
    }

    /** Returns the number of the game's agents. */
    public int agentCount() {
        return agents.count();
    }

    /** Returns the stream of an episode's draws. */
    static RandomStream draws(long seed) {
        return RandomStream.root(seed).spawn("seat");
    }

    /** Returns the learner's seat of an episode. */
    static int seat(RandomStream draws, int agents) {
        return (int) (draws.uniform(0) * agents);
    }

    @Override
    public EnvironmentSpec spec() {
        return agents.spec();
    }

    @Override
    public void reset(long newSeed, ObservationSlot out) {
        begin(newSeed);
        joint.reset(newSeed, slot);
        result.set(0, false, false);
        double before = playUntilChoice();
        if (result.done() || before != 0) {
            throw new IllegalStateException("the game ended, or gave a reward, before "
                    + agents.names().get(seat) + " had a choice: --opponents needs a choice of each agent first");
        }
        copy(out);
    }

    private void begin(long newSeed) {
        RandomStream draws = draws(newSeed);
        seed = newSeed;
        seat = next == DRAWN ? seat(draws, agents.count()) : next;
        ply = 0;
        episodeReturn = 0;
        opponents.begin(seat, draws);
    }

    @Override
    public void step(float[] chosen, int offset, ObservationSlot out, StepResult outcome) {
        System.arraycopy(chosen, offset, actions, seat * width, width);
        double reward = advance();
        if (!result.done()) {
            reward += playUntilChoice();
        }
        outcome.set(reward, result.terminated, result.truncated);
        episodeReturn += reward;
        if (outcome.done()) {
            opponents.end(episodeReturn);
        }
        copy(out);
    }

    /** Plays until the seat has a choice or its episode ends, and returns its rewards. */
    private double playUntilChoice() {
        double reward = 0;
        while (!result.done() && !hasChoice(seat)) {
            force(seat);
            reward += advance();
        }
        return reward;
    }

    /** Steps the game with the seat's action, and returns its reward; {@link #result} has the seat's ending. */
    private double advance() {
        for (int agent = 0; agent < agents.count(); agent++) {
            if (agent == seat) {
                continue;
            }
            if (hasChoice(agent)) {
                opponents.act(agent, rows, agents.offset(agent), ply, actions, agent * width);
            } else {
                force(agent);
            }
        }
        joint.step(actions, 0, slot, result);
        ply++;
        for (int agent = 0; agent < agents.count(); agent++) {
            if (agent != seat && agents.ending(slot, agent) != 0) {
                opponents.beginAgain(agent);
            }
        }
        int ending = agents.ending(slot, seat);
        boolean terminated = ending == Agents.TERMINATED || ending == 0 && result.terminated;
        boolean truncated = !terminated && (ending != 0 || result.truncated);
        result.set(agents.reward(slot, seat), terminated, truncated);
        return result.reward;
    }

    private boolean hasChoice(int agent) {
        return agents.alive(slot, agent) && legal.leaveSeveral(rows, agents.offset(agent));
    }

    /** Sets the only allowed action, or any if the agent is not alive. */
    private void force(int agent) {
        legal.first(rows, agents.offset(agent), actions, agent * width);
    }

    private void copy(ObservationSlot out) {
        System.arraycopy(
                rows,
                agents.offset(seat),
                out.floats(),
                out.offset(),
                agents.spec().observationSpace().size());
    }

    @Override
    public void saveState(DataOutput out) throws IOException {
        out.writeLong(seed);
        out.writeLong(ply);
        out.writeDouble(episodeReturn);
        opponents.save(out);
        RawArrays.write(out, rows);
        super.saveState(out);
    }

    @Override
    public void restoreState(DataInput in) throws IOException {
        begin(in.readLong());
        ply = in.readLong();
        episodeReturn = in.readDouble();
        opponents.restore(in);
        RawArrays.read(in, rows);
        super.restoreState(in);
    }

    @Override
    public Optional<Agents> agents() {
        return Optional.empty();
    }
}
