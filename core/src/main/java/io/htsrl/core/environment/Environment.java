package io.htsrl.core.environment;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One environment replica. One thread uses it at a time; different threads may use it over its life, and the hand-over
 * orders their accesses. A replica shares no mutable state with any other.
 *
 * <p>Contract. A run's determinism depends on it:
 *
 * <ol>
 *   <li>An episode is a function of the seed given to {@link #reset} and of the actions, and of nothing else: it uses
 *       no clock, no separately seeded generator and no state that outlives {@code reset}. One exception: after a step
 *       with {@link StepResult#continues}, {@code reset} continues the same game, and the episode also depends on that
 *       game's state.
 *   <li>Observations and rewards are computed with {@link StrictMath} or IEEE {@code + - * / sqrt fma}, so that every
 *       JVM and processor computes the same bits.
 *   <li>{@link #step} and {@link #reset} write into the caller's slot and allocate nothing in the steady state.
 *   <li>After a step that terminated or truncated, the next call is {@code reset}: replicas do not reset themselves, so
 *       the last observation of an episode is never lost.
 * </ol>
 */
public interface Environment extends AutoCloseable {

    EnvironmentSpec spec();

    /**
     * Begins a new episode and writes its first observation.
     *
     * @param seed source of all randomness of the episode
     * @param out receives the observation
     */
    void reset(long seed, ObservationSlot out);

    /**
     * Takes one action, writes the observation that follows it and fills {@code result}.
     *
     * @param actions holds the action row
     * @param offset of the action row in {@code actions}
     * @param out receives the observation
     * @param result every field is assigned
     */
    void step(float[] actions, int offset, ObservationSlot out, StepResult result);

    /**
     * Returns whether {@link #saveState} and {@link #restoreState} carry the whole state, so that a resumed run is
     * exact.
     */
    default boolean canSaveState() {
        return false;
    }

    /** Writes the whole state, including the position in its stream of draws. */
    default void saveState(DataOutput out) throws IOException {
        throw new UnsupportedOperationException(spec().id() + " cannot save its state");
    }

    /**
     * Restores the state that {@code in} holds. The next {@link #step} returns the same bits as that of the saved
     * replica.
     */
    default void restoreState(DataInput in) throws IOException {
        throw new UnsupportedOperationException(spec().id() + " cannot restore its state");
    }

    /**
     * Returns whether the first rule of the contract holds strictly enough to replay an episode from its seed and
     * actions. If the state cannot be saved, a resumed run then replays the current episode instead of truncating it.
     */
    default boolean replayable() {
        return false;
    }

    /**
     * Returns a known violation of the first rule of the contract, as a clause: {@code step 3 is not the same the
     * second time}. A run that promises reproducible bits is then refused. Empty if no violation is known.
     */
    default String nondeterminism() {
        return "";
    }

    /** Returns warnings for a user who trains on this environment: sentences without their full stop. */
    default List<String> warnings() {
        return List.of();
    }

    /**
     * Returns names and versions of the software outside of this JVM that it uses, such as a ROM's md5, for manifests
     * and checkpoints.
     */
    default Map<String, String> software() {
        return Map.of();
    }

    /**
     * Returns the place on this machine where its content was found, for people; empty if there is nothing to report.
     */
    default String origin() {
        return "";
    }

    /**
     * Returns an object that steps replicas of this environment together; empty if none exists.
     *
     * @param replicas plain environments of this class, made with equal options; they hold the states between rollouts
     */
    default Optional<BatchedEnvironment> batched(List<? extends Environment> replicas) {
        return Optional.empty();
    }

    /**
     * Returns the agents that it steps together, whose rows are parts of its own; also those of which it is one. Empty
     * for a single agent.
     */
    default Optional<Agents> agents() {
        return Optional.empty();
    }

    /**
     * Returns the renderer of the current state; a wrapper returns that of the wrapped environment. Empty if none
     * exists.
     */
    default Optional<Rendered> rendered() {
        return this instanceof Rendered rendered ? Optional.of(rendered) : Optional.empty();
    }

    @Override
    default void close() {}
}
