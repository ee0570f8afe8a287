package io.htsrl.policies.layers;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.error.Violations;
import io.htsrl.policies.network.FirstHead;
import io.htsrl.policies.network.Heads;
import io.htsrl.policies.network.LayeredLayout;
import io.htsrl.policies.network.NetworkConfig;
import io.htsrl.policies.network.NetworkSize;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Configuration of a network of layers. Two are equal where definition and settings are.
 *
 * @param <S> record of the network's own settings
 * @param definition adds the layers
 * @param settings the network's own settings
 */
public record LayeredConfig<S extends Record>(LayeredNetwork<S> definition, S settings) implements NetworkConfig {

    @Override
    public String network() {
        return definition.name();
    }

    @Override
    public boolean sharesTorso() {
        return definition.sharedTorso(settings);
    }

    @Override
    public String description() {
        return definition.description(settings);
    }

    @Override
    public void check(Violations violations) {
        definition.check(settings, violations);
    }

    @Override
    public Map<String, Object> separate() {
        return definition.separate(settings);
    }

    @Override
    public void check(ObservationSpace frame, int frameStack, Violations violations) {
        definition.check(settings, frame.unmasked(), frameStack, violations);
    }

    @Override
    public boolean givesValueOwnLayers() {
        return !separate().isEmpty();
    }

    @Override
    public NetworkSize size(ObservationSpace frame, int frameStack, FirstHead first, Heads heads) {
        return size(frame, frameStack, () -> definition.layout(settings, frame.unmasked(), frameStack, first, heads));
    }

    @Override
    public int policyUnits(ObservationSpace frame, int frameStack) {
        try {
            return definition
                    .layout(settings, frame.unmasked(), frameStack, FirstHead.of(1), Heads.ACTOR)
                    .policyTorso()
                    .size();
        } catch (IllegalArgumentException | ArithmeticException e) { // as in size
            return 0;
        }
    }

    @Override
    public boolean normalizesBatches() {
        return definition.normalizesBatches(settings);
    }

    @Override
    public boolean hasCritics() {
        return true;
    }

    @Override
    public NetworkSize criticSize(ObservationSpace frame, int frameStack, int actionWidth, int outputs) {
        return size(
                frame,
                frameStack,
                () -> definition.critic(settings, frame.unmasked(), frameStack, actionWidth, outputs));
    }

    private static NetworkSize size(ObservationSpace frame, int frameStack, Supplier<LayeredLayout> layout) {
        try {
            return layout.get().size();
        } catch (IllegalArgumentException | ArithmeticException e) { // it would not fit one array, or was rejected
            return NetworkSize.tooLarge(frameStack * (long) frame.size());
        }
    }
}
