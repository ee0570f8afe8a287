package io.htsrl.core.environment;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One environment replica. Used by one thread at a time, by different ones over its life (the hand-over orders their
 * accesses); a replica shares no mutable state with any other.
 *
 * <p>Contract, on which the determinism of a run rests:
 * <ol>
 *   <li>An episode is a function of the seed given to {@link #reset} and of the actions, and of nothing else: no
 *       clock, no generator of its own that is seeded elsewhere, no state that outlives {@code reset}. The one
 *       exception: after a step that {@link StepResult#continues}, {@code reset} goes on with the same game, and the
 *       episode is a function of that game's state too.</li>
 *   <li>What reaches an observation or a reward is computed with {@link StrictMath} or IEEE
 *       {@code + - * / sqrt fma}, so that every JVM and processor computes the same bits.</li>
 *   <li>{@link #step} and {@link #reset} write into the caller's slot and allocate nothing in the steady state.</li>
 *   <li>After a step that terminated or truncated, the next call is {@code reset}: replicas do not reset themselves,
 *       so the last observation of an episode is never lost.</li>
 * </ol>
 */
public interface Environment extends AutoCloseable {

    EnvironmentSpec spec();

    /**
     * Begins a new episode and writes its first observation.
     *
     * @param seed all the chance of this episode derives from it
     * @param out  where the observation goes
     */
    void reset(long seed, ObservationSlot out);

    /**
     * Takes one action, writes the observation that follows it and fills {@code result}.
     *
     * @param actions holds the action row
     * @param offset  of the action row in {@code actions}
     * @param out     where the observation goes
     * @param result  every field is assigned
     */
    void step(float[] actions, int offset, ObservationSlot out, StepResult result);

    /** Whether {@link #saveState} and {@link #restoreState} carry the whole state, so that a resumed run is exact. */
    default boolean canSaveState() {
        return false;
    }

    /** Writes the whole state, the position in its stream of draws included. */
    default void saveState(DataOutput out) throws IOException {
        throw new UnsupportedOperationException(spec().id() + " cannot save its state");
    }

    /** Becomes the replica that wrote {@code in}; the next {@link #step} gives the same bits there and here. */
    default void restoreState(DataInput in) throws IOException {
        throw new UnsupportedOperationException(spec().id() + " cannot restore its state");
    }

    /**
     * Whether the first rule of the contract holds so strictly that an episode can be had again from its seed and
     * actions: where the state cannot be saved, a run that resumes then replays the episode under way instead of cutting
     * it short.
     */
    default boolean replayable() {
        return false;
    }

    /**
     * What is known to break the first rule of the contract, as a clause: {@code step 3 is not the same the second time}.
     * A run whose bits are promised is refused then; empty where nothing is known.
     */
    default String nondeterminism() {
        return "";
    }

    /** What a user should know before training on it: sentences without their full stop. */
    default List<String> warnings() {
        return List.of();
    }

    /** Names and versions of what it is made of outside of this JVM: manifests have them, and checkpoints. */
    default Map<String, String> software() {
        return Map.of();
    }

    /** Where what it plays was found on this machine, for people; empty where that says nothing. */
    default String origin() {
        return "";
    }

    /** What shows the current state; a wrapper gives that of what it wraps. Nothing where there is no picture. */
    default Optional<Rendered> rendered() {
        return this instanceof Rendered rendered ? Optional.of(rendered) : Optional.empty();
    }

    @Override
    default void close() {}
}
