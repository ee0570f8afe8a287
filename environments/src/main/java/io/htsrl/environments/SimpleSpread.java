package io.htsrl.environments;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.Agents;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.StepResult;
import java.util.Arrays;
import java.util.Optional;

/**
 * {@code SimpleSpread-v3}: agents, which push each other apart, must cover as many landmarks together. Thread rule of
 * {@link io.htsrl.core.environment.Environment}.
 *
 * <ul>
 *   <li>Observation of an agent: its velocity and position, where each landmark and each other agent is from there, and
 *       two zeros for each other agent, which is silent. With {@code state}, a second part has the observations of all
 *       agents.
 *   <li>Actions: 0 none, 1 left, 2 right, 3 down, 4 up.
 *   <li>Reward: half of the negative sum, over landmarks, of the distance to the nearest agent, and -0.5 for each other
 *       agent that this one touches.
 * </ul>
 *
 * <p>Source: Lowe et al. 2017, "Multi-Agent Actor-Critic for Mixed Cooperative-Competitive Environments"; the dynamics
 * are those of {@code simple_spread_v3} in mpe2 1.1.1.
 */
final class SimpleSpread extends DrawnEnvironment {
    static final String ID = "SimpleSpread-v3";
    static final int TIME_LIMIT = 25;
    static final int AGENTS = 3;

    private static final double STEP_TIME = 0.1;
    private static final double DAMPING = 0.25;
    private static final double ACCELERATION = 5;
    private static final double CONTACT_FORCE = 100;
    private static final double CONTACT_MARGIN = 1e-3;
    private static final double RADIUS = 0.15;
    private static final double TOUCH = 2 * RADIUS;

    private final Agents agents;
    private final int count;
    private final boolean seesAll;
    private final double[] force; // [agent][x, y]
    private final int velocity; // index in the state of the velocities, behind the positions: [agent][x, y]
    private final int landmark; // of the landmarks, [landmark][x, y]

    /**
     * @param count number of agents, and of landmarks
     * @param state whether observations have a part about all agents, for a critic
     */
    SimpleSpread(int count, boolean state) {
        this(agents(ID, "agent", count, size(count), state ? count * size(count) : 0, 5, TIME_LIMIT), state);
    }

    private SimpleSpread(Agents agents, boolean state) {
        super(agents.joint(), 6 * agents.count(), Canvas.PlaneView.around(200, 1.5));
        this.agents = agents;
        this.count = agents.count();
        this.seesAll = state;
        this.force = new double[2 * count];
        this.velocity = 2 * count;
        this.landmark = 4 * count;
    }

    /** Returns the size of an agent's own observation. */
    private static int size(int count) {
        return 4 + 2 * count + 4 * (count - 1);
    }

    @Override
    public Optional<Agents> agents() {
        return Optional.of(agents);
    }

    @Override
    void drawInitialState() {
        Arrays.fill(state, 0);
        for (int i = 0; i < velocity; i++) {
            state[i] = 2 * draws.nextDouble() - 1;
        }
        for (int i = landmark; i < state.length; i++) {
            state[i] = 2 * draws.nextDouble() - 1;
        }
    }

    @Override
    public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
        Arrays.fill(force, 0);
        for (int agent = 0; agent < count; agent++) {
            int action = ActionSpace.Discrete.index(actions[offset + agent], 5);
            if (action > 0) { // the pairs are an axis each
                force[2 * agent + (action - 1) / 2] = action % 2 == 0 ? ACCELERATION : -ACCELERATION;
            }
        }
        for (int one = 0; one < count; one++) {
            for (int other = one + 1; other < count; other++) {
                pushApart(one, other);
            }
        }
        for (int i = 0; i < velocity; i++) {
            state[i] += state[velocity + i] * STEP_TIME;
            state[velocity + i] = state[velocity + i] * (1 - DAMPING) + force[i] * STEP_TIME;
        }
        observe(out);
        double shared = shared();
        for (int agent = 0; agent < count; agent++) {
            agents.status(out, agent, 0.5 * shared - 0.5 * touching(agent), 0, true);
        }
        result.set(0, false, false);
    }

    /** Adds the force of a soft contact: the softplus function of how deep two agents are in each other. */
    private void pushApart(int one, int other) {
        double dx = state[2 * one] - state[2 * other];
        double dy = state[2 * one + 1] - state[2 * other + 1];
        double distance = Math.sqrt(dx * dx + dy * dy);
        double depth = -(distance - TOUCH) / CONTACT_MARGIN;
        double soft = Math.max(depth, 0) + StrictMath.log1p(StrictMath.exp(-Math.abs(depth)));
        double penetration = soft * CONTACT_MARGIN;
        double x = CONTACT_FORCE * dx / distance * penetration;
        double y = CONTACT_FORCE * dy / distance * penetration;
        force[2 * one] += x;
        force[2 * one + 1] += y;
        force[2 * other] -= x;
        force[2 * other + 1] -= y;
    }

    private double shared() {
        double sum = 0;
        for (int place = landmark; place < state.length; place += 2) {
            double nearest = Double.POSITIVE_INFINITY;
            for (int agent = 0; agent < count; agent++) {
                nearest = Math.min(nearest, distance(2 * agent, place));
            }
            sum -= nearest;
        }
        return sum;
    }

    private int touching(int agent) {
        int touching = 0;
        for (int other = 0; other < count; other++) {
            boolean near = distance(2 * agent, 2 * other) < TOUCH;
            touching += other != agent && near ? 1 : 0;
        }
        return touching;
    }

    /** Returns the distance between two points of the state. */
    private double distance(int from, int to) {
        double dx = state[from] - state[to];
        double dy = state[from + 1] - state[to + 1];
        return Math.sqrt(dx * dx + dy * dy);
    }

    @Override
    void observe(ObservationSlot out) {
        for (int agent = 0; agent < count; agent++) {
            int at = agents.offset(agent);
            write(agent, out, at);
            for (int other = 0; seesAll && other < count; other++) {
                write(other, out, at + (1 + other) * size(count));
            }
            agents.status(out, agent, 0, 0, true);
        }
    }

    private void write(int agent, ObservationSlot out, int from) {
        int own = 2 * agent;
        int at = from;
        for (int i = 0; i < 2; i++) {
            out.set(at + i, (float) state[velocity + 2 * agent + i]);
            out.set(at + 2 + i, (float) state[own + i]);
        }
        at += 4;
        for (int place = landmark; place < state.length; place += 2) {
            at = writeFrom(own, place, out, at);
        }
        for (int other = 0; other < velocity; other += 2) {
            at = other == own ? at : writeFrom(own, other, out, at);
        }
        for (int i = 0; i < 2 * (count - 1); i++) {
            out.set(at + i, 0);
        }
    }

    private int writeFrom(int own, int place, ObservationSlot out, int at) {
        out.set(at, (float) (state[place] - state[own]));
        out.set(at + 1, (float) (state[place + 1] - state[own + 1]));
        return at + 2;
    }

    @Override
    void draw(Canvas white) {
        for (int agent = 0; agent < velocity; agent += 2) {
            white.disc(Canvas.BLUE, state[agent], state[agent + 1], RADIUS);
        }
        for (int place = landmark; place < state.length; place += 2) {
            white.disc(Canvas.BLACK, state[place], state[place + 1], 0.05);
        }
    }
}
