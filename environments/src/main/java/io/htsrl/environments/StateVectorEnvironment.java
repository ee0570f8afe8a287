package io.htsrl.environments;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.Agents;
import io.htsrl.core.environment.BatchedEnvironment;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationPart;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.random.CountedStream;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Base of the tasks of this package: their whole state is a short vector of doubles and the position in the episode's
 * stream of draws. Thread rule of {@link Environment}.
 */
abstract class StateVectorEnvironment implements Environment {
    /** The state in the task's coordinates; subclasses read and write it in place. */
    final double[] state;

    /** Random numbers of the current episode; restarted by {@link #reset}. */
    final CountedStream draws = new CountedStream();

    private final EnvironmentSpec spec;

    StateVectorEnvironment(EnvironmentSpec spec, int stateSize) {
        this.spec = spec;
        this.state = new double[stateSize];
    }

    @Override
    public final EnvironmentSpec spec() {
        return spec;
    }

    @Override
    public final void reset(long seed, ObservationSlot out) {
        draws.restart(seed);
        drawInitialState();
        observe(out);
    }

    /**
     * Returns {@code count} agents that are alike, {@code name_0} and so on. They observe a vector of {@code own}
     * numbers, and where {@code all} is not 0 a second part {@code state} of as many, for a critic.
     *
     * @param actions number of discrete actions
     * @param timeLimit steps of an episode
     */
    static Agents agents(String id, String name, int count, int own, int all, int actions, int timeLimit) {
        ObservationSpace seen = all == 0
                ? ObservationSpace.floats(own)
                : ObservationSpace.of(
                        List.of(ObservationPart.vector("own", own), ObservationPart.vector("state", all)));
        return new Agents(
                IntStream.range(0, count).mapToObj(agent -> name + "_" + agent).toList(),
                new EnvironmentSpec(id, seen, new ActionSpace.Discrete(actions), timeLimit, Double.NaN));
    }

    /** Fills {@link #state} from {@link #draws}. */
    abstract void drawInitialState();

    /** Writes the observation of {@link #state}. */
    abstract void observe(ObservationSlot out);

    /**
     * Returns the arrays that step these replicas together, or null.
     *
     * @param replicas of this class
     */
    StateArrays arrays(List<StateVectorEnvironment> replicas) {
        return null;
    }

    @Override
    public final Optional<BatchedEnvironment> batched(List<? extends Environment> replicas) {
        return Optional.ofNullable(
                arrays(replicas.stream().map(StateVectorEnvironment.class::cast).toList()));
    }

    @Override
    public final boolean canSaveState() {
        return true;
    }

    @Override
    public final void saveState(DataOutput out) throws IOException {
        out.writeInt(state.length);
        for (double component : state) {
            out.writeLong(Double.doubleToRawLongBits(component));
        }
        draws.save(out);
    }

    @Override
    public final void restoreState(DataInput in) throws IOException {
        int size = in.readInt();
        if (size != state.length) {
            throw new IOException(spec.id() + " has " + state.length + " state components, but " + size
                    + " were saved: it is the state of another environment");
        }
        for (int i = 0; i < size; i++) {
            state[i] = Double.longBitsToDouble(in.readLong());
        }
        draws.restore(in);
    }

    /**
     * Returns a component of a continuous action, clipped to {@code [-bound, bound]}.
     *
     * @throws IllegalArgumentException when {@code action} is NaN, which cannot be clipped
     */
    static double clipped(float action, double bound) {
        if (Float.isNaN(action)) {
            throw new IllegalArgumentException("action NaN is not in " + -bound + " .. " + bound);
        }
        return clip(action, -bound, bound);
    }

    static double clip(double value, double low, double high) {
        return Math.min(Math.max(value, low), high);
    }

    /** Returns a box of one component in {@code [-bound, bound]}. */
    static ActionSpace symmetric(float bound) {
        return new ActionSpace.Continuous(new float[] {-bound}, new float[] {bound});
    }
}
