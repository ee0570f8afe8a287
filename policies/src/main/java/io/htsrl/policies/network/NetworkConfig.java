package io.htsrl.policies.network;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.error.Violations;
import java.util.Map;

/** Configuration of the network between observations and heads: a record, whose components are settings. Immutable. */
public interface NetworkConfig {

    /** Returns the name for {@code --network}, which is that of a {@link NetworkDefinition}. */
    String network();

    /** Returns the network before the memory; this one without a memory. */
    default NetworkConfig torso() {
        return this;
    }

    /** Returns the memory between torso and heads; {@link MemoryConfig#NONE} without one. */
    default MemoryConfig memory() {
        return MemoryConfig.NONE;
    }

    /** Returns whether the policy and value heads of an actor-critic read one torso. */
    default boolean sharesTorso() {
        return true;
    }

    /** Returns a description of its layers, such as {@code 64, 64 tanh}. */
    String description();

    /** Returns the normalisation of observations before the first layer. */
    default ObservationNormalization normalization() {
        return ObservationNormalization.NONE;
    }

    /** Adds a violation for each invalid setting. */
    void check(Violations violations);

    /** Returns the flags and values that give policy and value inputs or layers of their own. */
    default Map<String, Object> separate() {
        return Map.of();
    }

    /** Returns whether, with a memory, the value has layers of its own, which {@link #separate} describes. */
    default boolean givesValueOwnLayers() {
        return false;
    }

    /** Adds a violation where the network cannot read stacks of {@code frameStack} observations. */
    default void check(ObservationSpace frame, int frameStack, Violations violations) {}

    /**
     * Returns the size of the network, even where it is too large to create.
     *
     * @param frame one observation
     * @param frameStack S, frames in an input
     * @param first the first head
     */
    NetworkSize size(ObservationSpace frame, int frameStack, FirstHead first, Heads heads);

    /** Returns the number of units that the first head of a network with {@link #size} reads; 0 where it has none. */
    default int policyUnits(ObservationSpace frame, int frameStack) {
        return 0;
    }

    /** Returns whether it normalises over batches, which a learner has to provide for. */
    default boolean normalizesBatches() {
        return false;
    }

    /** Returns whether its layers can read an action beside the observation, as the critics of SAC, TD3 and TQC do. */
    default boolean hasCritics() {
        return false;
    }

    /**
     * Returns the size of one critic of a network that {@link #hasCritics has critics}.
     *
     * @param actionWidth floats in an action row
     * @param outputs values of the critic
     */
    default NetworkSize criticSize(ObservationSpace frame, int frameStack, int actionWidth, int outputs) {
        throw new UnsupportedOperationException("--network " + network() + " has no critics");
    }

    /** Adds a violation where a network of this size cannot be created. */
    default void checkSize(NetworkSize size, Violations violations) {
        violations.check(
                size.parameters() <= NetworkSize.MOST_PARAMETERS,
                "--network",
                network(),
                "must have at most " + NetworkSize.MOST_PARAMETERS + " parameters, and has " + size.parameters(),
                "give smaller frames");
    }
}
