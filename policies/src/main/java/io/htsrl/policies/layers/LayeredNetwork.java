package io.htsrl.policies.layers;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.RecordSettings;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.FirstHead;
import io.htsrl.policies.network.Heads;
import io.htsrl.policies.network.Layer;
import io.htsrl.policies.network.LayerGraph;
import io.htsrl.policies.network.LayeredLayout;
import io.htsrl.policies.network.NetworkConfig;
import io.htsrl.policies.network.NetworkDefinition;
import io.htsrl.policies.network.NetworkLayout;
import io.htsrl.policies.network.PolicyNetwork;
import java.util.List;
import java.util.Map;

/**
 * Network of one's own, put together from the layers of {@link LayerGraph}: {@link #torso} alone defines it. Forward,
 * backward, first parameters, the reference of the self-check and the ONNX export follow from the layers, and so does
 * row stability. Stateless, any thread.
 *
 * @param <S> record of the network's settings; every component is a setting
 */
public abstract class LayeredNetwork<S extends Record> implements NetworkDefinition {
    private static final int CRITIC_UNITS = 256;

    private final Class<S> settings;

    protected LayeredNetwork(Class<S> settings) {
        this.settings = settings;
    }

    /**
     * Adds the layers from the observation to the features that heads read.
     *
     * @return the last layer
     * @throws IllegalArgumentException when the observations do not fit; the message completes "--network NAME ..."
     */
    protected abstract Layer torso(S settings, LayerGraph graph);

    /**
     * Adds the layers of a critic, which rates an action ({@link LayerGraph#withAction}) in an observation; by default
     * a dense layer behind the torso's features and the action.
     *
     * @return the last layer
     * @throws IllegalArgumentException as {@link #torso}
     */
    protected Layer critic(S settings, LayerGraph graph) {
        Layer joined = graph.withAction(torso(settings, graph));
        return graph.activation(graph.dense(joined, CRITIC_UNITS), Activation.RELU);
    }

    /** Returns whether the policy and value heads of an actor-critic read one torso. */
    protected boolean sharedTorso(S settings) {
        return true;
    }

    /** Returns whether it normalises over batches. */
    protected boolean normalizesBatches(S settings) {
        return false;
    }

    /** Returns a description for the run's first lines. */
    protected String description(S settings) {
        return summary() + " " + RecordSettings.values(settings);
    }

    /** Adds a violation for each invalid setting; those out of their ranges by default. */
    protected void check(S settings, Violations violations) {
        RecordSettings.check(settings, violations);
    }

    /** Adds a violation where the network cannot read stacks of {@code frameStack} observations. */
    protected void check(S settings, ObservationSpace frame, int frameStack, Violations violations) {
        try {
            layout(settings, frame, frameStack, FirstHead.of(1), Heads.ACTOR_CRITIC);
        } catch (IllegalArgumentException | ArithmeticException e) {
            violations.add("--network", name(), e.getMessage(), "give mlp, or another environment");
        }
    }

    /** Returns the flags and values that give policy and value inputs or layers of their own. */
    protected Map<String, Object> separate(S settings) {
        return Map.of();
    }

    @Override
    public List<Class<? extends Record>> settings() {
        return List.of(settings);
    }

    @Override
    public final NetworkConfig configure(Settings values) {
        return new LayeredConfig<>(this, values.record(settings));
    }

    @Override
    public final PolicyNetwork create(
            NetworkConfig config, ObservationSpace frame, int frameStack, FirstHead first, Heads heads) {
        return new LayeredPolicy(layout(own(config), frame, frameStack, first, heads));
    }

    @Override
    public final NetworkLayout critic(
            NetworkConfig config, ObservationSpace frame, int frameStack, int actionWidth, int outputs) {
        return critic(own(config), frame, frameStack, actionWidth, outputs);
    }

    private S own(NetworkConfig config) {
        return settings.cast(((LayeredConfig<?>) config).settings());
    }

    final LayeredLayout critic(S own, ObservationSpace frame, int frameStack, int actionWidth, int outputs) {
        return new LayeredLayout(
                FirstHead.of(outputs),
                Heads.Q,
                new LayerGraph(frame, frameStack, actionWidth),
                true,
                graph -> critic(own, graph));
    }

    final LayeredLayout layout(S own, ObservationSpace frame, int frameStack, FirstHead first, Heads heads) {
        boolean shared = heads == Heads.MEMORY ? separate(own).isEmpty() : sharedTorso(own);
        return new LayeredLayout(first, heads, new LayerGraph(frame, frameStack), shared, graph -> torso(own, graph));
    }

    @Override
    @SuppressWarnings("EqualsGetClass") // networks have no state: all objects of a class are equal
    public final boolean equals(Object other) {
        return other != null && other.getClass() == getClass();
    }

    @Override
    public final int hashCode() {
        return getClass().hashCode();
    }
}
