package io.htsrl.core.environment;

import io.htsrl.core.state.RawArrays;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One agent of an environment with several {@link Agents}. A step has a beginning and a completion: the environment is
 * stepped when all its agents have begun one. An agent whose episode has ended, while those of others go on, begins the
 * next with whatever the environment shows it, and is {@link #absent} while it is not alive: no policy needs to act for
 * it, and its steps are {@linkplain StepResult#setAbsent absent}. When the episodes of all have ended, all must reset:
 * the seed given to the first agent is the environment's. Thread rule of {@link RemoteEnvironment}, for all agents of
 * one environment together; allocates nothing per step, unless the environment is replayed from a log.
 */
public final class AgentEnvironment implements RemoteEnvironment {
    private final Group group;
    private final int agent;
    private final int width; // of its actions
    private final int actionsAt; // in those of all agents
    private final int read; // elements of its observation before the mask
    private final boolean masked;
    private final int[] places; // of its actions in a mask for all agents
    private final int[] idle;
    private final float[] low; // bounds of its actions; null where those of all agents are its own
    private final float[] high;
    private boolean absent;
    private boolean ended = true;
    private boolean flying; // has a request that the environment has received
    private boolean observing; // its reset shows the present state

    private AgentEnvironment(Group group, int agent, int actionsAt) {
        this.group = group;
        this.agent = agent;
        this.actionsAt = actionsAt;
        Agents.Spaces own = Agents.Spaces.of(group.agents.spec(agent));
        this.width = own.actions().width();
        this.read = own.observations().size() - own.observations().unread();
        this.masked = own.observations().mask() > 0;
        this.places = own.places(group.spec.actionSpace());
        this.idle = own.idle(group.spec.actionSpace());
        ActionSpace.Continuous box =
                !group.agents.alike() && own.actions() instanceof ActionSpace.Continuous bounds ? bounds : null;
        this.low = box == null ? null : box.low();
        this.high = box == null ? null : box.high();
    }

    /**
     * Returns the agents of an environment, in their order; closing the first closes {@code joint}.
     *
     * @throws io.htsrl.core.error.ConfigurationException as {@link PolicyMap#of}
     */
    static List<AgentEnvironment> all(Environment joint, String policies) {
        Agents agents = joint.agents().orElseThrow();
        return new Group(joint, agents, agents.count(), policies).members;
    }

    /**
     * Returns the first agent of an environment in which all others take action zero, or the nearest to it: for checks
     * and questions.
     */
    static AgentEnvironment alone(Environment joint, String policies) {
        return new Group(joint, joint.agents().orElseThrow(), 1, policies).members.get(0);
    }

    /** State that the agents of one environment share. */
    private static final class Group {
        private final Environment joint;
        private final RemoteEnvironment remote; // null if this thread computes it
        private final Agents agents;
        private final PolicyMap policies;
        private final EnvironmentSpec spec; // of all agents
        private final List<AgentEnvironment> members = new ArrayList<>();
        private final float[] row;
        private final ObservationSlot slot = new ObservationSlot();
        private final StepResult result = new StepResult();
        private final float[] actions;
        private final EpisodeLog log; // null if the environment saves its state itself, or cannot be replayed
        private int begun;
        private long seed;
        private boolean resetting;
        private boolean complete; // the last request
        private boolean over;

        Group(Environment joint, Agents agents, int members, String policies) {
            this.joint = joint;
            this.policies = PolicyMap.of(policies, agents.names());
            this.spec = this.policies.apply(agents);
            this.remote = joint instanceof RemoteEnvironment elsewhere ? elsewhere : null;
            this.agents = agents;
            this.row = new float[agents.offset(agents.count())];
            this.actions = new float[agents.joint().actionSpace().width()];
            this.log = joint.canSaveState() || !joint.replayable() ? null : new EpisodeLog(actions.length);
            slot.at(row, 0);
            for (int agent = 0, at = 0; agent < members; agent++) {
                this.members.add(new AgentEnvironment(this, agent, at));
                at += agents.spec(agent).actionSpace().width();
            }
            rest();
        }

        /** Sets the actions of agents that nobody plays. */
        private void rest() {
            if (agents.joint().actionSpace() instanceof ActionSpace.Continuous box) {
                clip(box.low(), box.high(), 0);
            }
        }

        /** Puts the actions from {@code at} on into a box. */
        void clip(float[] low, float[] high, int at) {
            for (int i = 0; i < low.length; i++) {
                actions[at + i] = Math.max(low[i], Math.min(high[i], actions[at + i]));
            }
        }

        void begun() {
            if (++begun < members.size()) {
                return;
            }
            begun = 0;
            complete = false;
            members.forEach(member -> member.flying = true);
            if (log != null && resetting) {
                log.reset(seed, false);
            } else if (log != null) {
                log.step(actions, 0);
            }
            if (remote == null) {
                return; // the first completion calls it
            }
            if (resetting) {
                remote.beginReset(seed);
            } else {
                remote.beginStep(actions, 0);
            }
        }

        /** Makes all agents reset the environment, since one of them resets in the middle of its episode. */
        void startOver() {
            over = true;
            for (AgentEnvironment member : members) {
                if (member.observing) {
                    member.observing = false;
                    member.begin(true);
                }
            }
        }

        boolean ready() {
            return complete || remote == null || remote.ready();
        }

        /** Completes the request of all, for the first that asks. */
        void complete() {
            if (complete) {
                return;
            }
            complete = true;
            if (resetting) {
                over = false;
                if (remote == null) {
                    joint.reset(seed, slot);
                } else {
                    remote.completeReset(slot);
                }
            } else {
                if (remote == null) {
                    joint.step(actions, 0, slot, result);
                } else {
                    remote.completeStep(slot, result);
                }
                over = result.done();
            }
        }

        void save(DataOutput out) throws IOException {
            for (AgentEnvironment member : members) {
                out.writeBoolean(member.absent);
                out.writeBoolean(member.ended);
            }
            if (log == null) {
                joint.saveState(out);
            } else {
                saveLog(out);
            }
        }

        void restore(DataInput in) throws IOException {
            for (AgentEnvironment member : members) {
                member.absent = in.readBoolean();
                member.ended = in.readBoolean();
            }
            over = false;
            if (log == null) {
                joint.restoreState(in);
            } else {
                replay(in);
            }
        }

        private void saveLog(DataOutput out) throws IOException {
            log.saveHead(out);
            log.saveActions(out);
            RawArrays.write(out, row);
        }

        /** Replays the episode that {@code in} holds, and checks that it ends with the same observation. */
        private void replay(DataInput in) throws IOException {
            log.restore(in);
            if (log.resets() == 0) {
                throw new IOException("the episode of " + joint.spec().id() + " was too long to be kept for a replay");
            }
            float[] expected = new float[row.length];
            RawArrays.read(in, expected);
            joint.reset(log.seed(0), slot);
            for (int at = 0; at < log.steps() * log.width(); at += log.width()) {
                log.action(at, actions);
                joint.step(actions, 0, slot, result);
            }
            if (!Arrays.equals(row, expected)) {
                throw new IOException(joint.spec().id() + " did not come back to where it was, replayed in "
                        + log.steps() + " steps; its episodes must follow from seed and actions alone, in the version "
                        + "that the run began with");
            }
        }
    }

    @Override
    public EnvironmentSpec spec() {
        return group.spec;
    }

    @Override
    public Optional<Agents> agents() {
        return Optional.of(group.agents);
    }

    /** Returns whether no policy acts on the last observation, which is zeros. */
    @Override
    public boolean absent() {
        return absent;
    }

    @Override
    public void beginReset(long seed) {
        boolean goesOn = group.complete && !group.over && group.members.size() > 1;
        if (goesOn && ended) {
            observing = true;
            return;
        }
        if (goesOn) {
            group.startOver();
        }
        if (agent == 0) {
            group.seed = seed;
        }
        begin(true);
    }

    @Override
    public void beginStep(float[] actions, int offset) {
        System.arraycopy(actions, offset, group.actions, actionsAt, width);
        if (low != null) {
            group.clip(low, high, actionsAt);
        }
        begin(false);
    }

    private void begin(boolean resetting) {
        if (group.begun > 0 && group.resetting != resetting) {
            throw new IllegalStateException("agent " + name() + " begins a "
                    + (resetting ? "reset while others step" : "step while others reset"));
        }
        group.resetting = resetting;
        flying = false;
        group.begun();
    }

    private String name() {
        return group.agents.names().get(agent);
    }

    @Override
    public void flush() {
        if (group.remote != null) {
            group.remote.flush();
        }
    }

    @Override
    public boolean ready() {
        return observing || flying && group.ready();
    }

    @Override
    public boolean wakeWhenReady(Wakeup wakeup) {
        if (!observing && flying && !group.complete && group.remote != null) {
            return group.remote.wakeWhenReady(wakeup);
        }
        return ready();
    }

    /** @throws IllegalStateException when other agents must begin theirs first: nobody would ever do that */
    @Override
    public void await() {
        if (!observing && !flying) {
            throw new IllegalStateException("agent " + name() + " of " + spec().id()
                    + " waits for others, and the same thread plays them: begin the steps of all first");
        }
        if (!ready()) {
            group.remote.await();
        }
    }

    @Override
    public void completeReset(ObservationSlot out) {
        if (!observing) {
            group.complete();
        }
        observing = false;
        ended = false;
        absent = !group.agents.alive(group.slot, agent);
        copy(out);
    }

    @Override
    public void completeStep(ObservationSlot out, StepResult result) {
        group.complete();
        int ending = group.agents.ending(group.slot, agent);
        float reward = group.agents.reward(group.slot, agent);
        if (absent) {
            check(reward == 0 && ending == 0, "has a reward or an ending, and was not alive");
            result.setAbsent();
        } else {
            boolean alive = group.agents.alive(group.slot, agent);
            check(alive || ending != 0 || group.over, "left without an ending: set terminated or truncated");
            check(
                    !alive || ending != Agents.TRUNCATED || group.over,
                    "was truncated and is alive again in the same row, which must be its last observation");
            boolean terminated = ending == Agents.TERMINATED || ending == 0 && group.over && group.result.terminated;
            result.set(reward, terminated, !terminated && (ending != 0 || group.over));
        }
        ended = result.done();
        copy(out);
    }

    private void check(boolean holds, String rule) {
        if (!holds) {
            throw new IllegalStateException("agent " + name() + " " + rule);
        }
    }

    /** Copies the agent's observation: zeros without an episode, and in elements that only other agents have. */
    private void copy(ObservationSlot out) {
        ObservationSpace space = group.spec.observationSpace();
        float[] to = out.floats();
        int index = out.offset() + space.size() - space.unread();
        int mask = out.offset() + space.size() - space.mask();
        Arrays.fill(to, out.offset(), out.offset() + space.size(), 0);
        if (absent) {
            return;
        }
        int from = group.agents.offset(agent);
        System.arraycopy(group.row, from, to, out.offset(), read);
        if (!space.policies().isEmpty()) {
            to[index] = group.policies.ofAgent().get(agent);
        }
        if (space.mask() > 0) {
            for (int i = 0; i < places.length; i++) {
                to[mask + places[i]] = masked ? group.row[from + read + i] : 1;
            }
            for (int action : idle) {
                to[mask + action] = 1;
            }
        }
    }

    /** Also returns false while the episode is too long to be kept for a replay. */
    @Override
    public boolean canSaveState() {
        return group.joint.canSaveState() || group.log != null && group.log.whole();
    }

    /** Writes the state of all agents for the first one, and nothing for the others. */
    @Override
    public void saveState(DataOutput out) throws IOException {
        if (agent == 0) {
            group.save(out);
        }
    }

    /** Restores all agents with the first one. */
    @Override
    public void restoreState(DataInput in) throws IOException {
        if (agent == 0) {
            group.restore(in);
        }
    }

    @Override
    public String nondeterminism() {
        return group.joint.nondeterminism();
    }

    @Override
    public List<String> warnings() {
        return group.joint.warnings();
    }

    @Override
    public Map<String, String> software() {
        return group.joint.software();
    }

    @Override
    public String origin() {
        return group.joint.origin();
    }

    @Override
    public Optional<Rendered> rendered() {
        return agent == 0 ? group.joint.rendered() : Optional.empty();
    }

    @Override
    public String describeStall() {
        return group.remote == null || !flying ? "" : group.remote.describeStall();
    }

    @Override
    public boolean atWork() {
        return flying && (group.remote == null || group.remote.atWork());
    }

    @Override
    public void abandon() {
        if (group.remote != null) {
            group.remote.abandon();
        }
    }

    @Override
    public void close() {
        if (agent == 0) {
            group.joint.close();
        }
    }
}
