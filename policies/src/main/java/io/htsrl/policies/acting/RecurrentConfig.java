package io.htsrl.policies.acting;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.error.Violations;
import io.htsrl.policies.network.FirstHead;
import io.htsrl.policies.network.Heads;
import io.htsrl.policies.network.MemoryConfig;
import io.htsrl.policies.network.NetworkConfig;
import io.htsrl.policies.network.NetworkSize;
import io.htsrl.policies.network.ObservationNormalization;
import java.util.Map;

/**
 * Network with a memory between its torso and its heads. Policy and value share both, unless the value has layers of
 * its own, without a memory.
 *
 * @param torso network whose hidden layers come before the memory
 * @param memory settings of the memory; its kind is not {@code NONE}
 */
public record RecurrentConfig(NetworkConfig torso, MemoryConfig memory) implements NetworkConfig {

    /** Returns {@code network}, with a memory if one exists. */
    public static NetworkConfig of(NetworkConfig network, MemoryConfig memory) {
        return memory.memory() == MemoryConfig.Kind.NONE ? network : new RecurrentConfig(network, memory);
    }

    @Override
    public String network() {
        return torso.network();
    }

    @Override
    public String description() {
        return torso.description() + ", " + memory.memory() + " " + memory.memorySize();
    }

    @Override
    public ObservationNormalization normalization() {
        return torso.normalization();
    }

    @Override
    public void check(Violations violations) {
        torso.check(violations);
        memory.check(violations);
    }

    @Override
    public boolean sharesTorso() {
        return !torso.givesValueOwnLayers();
    }

    @Override
    public Map<String, Object> separate() {
        return torso.separate();
    }

    @Override
    public void check(ObservationSpace frame, int frameStack, Violations violations) {
        torso.check(frame, frameStack, violations);
    }

    @Override
    public int policyUnits(ObservationSpace frame, int frameStack) {
        return memory.memorySize();
    }

    @Override
    public NetworkSize size(ObservationSpace frame, int frameStack, FirstHead first, Heads heads) {
        if (heads == Heads.ACTOR_CRITIC && !sharesTorso()) {
            return size(frame, frameStack, first, Heads.ACTOR)
                    .plus(torso.size(frame, frameStack, FirstHead.of(1), Heads.VALUE));
        }
        NetworkSize front = torso.size(frame, frameStack, FirstHead.of(memory.inputs()), Heads.MEMORY);
        long units = memory.memorySize();
        long rows = heads.outputWidth(first.outputs());
        long recurrent = memory.memory().recurrent() ? (units + 1) * memory.inputs() : 0;
        return new NetworkSize(
                front.parameters() + recurrent + first.parameters(units) + (units + 1) * (rows - first.outputs()),
                front.activations() + 4L * memory.inputs() + 6L * memory.stateSize() + 2 * rows,
                Math.max(front.widest(), Math.max(memory.inputs(), rows)));
    }

    @Override
    public void checkSize(NetworkSize size, Violations violations) {
        torso.checkSize(size, violations);
    }
}
