package io.htsrl.policies.layers;

import io.htsrl.core.settings.Setting;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.Layer;
import io.htsrl.policies.network.LayerGraph;

/** Network with every kind of layer, and layers that several others read. It reads images of at least 6x6. */
public final class ManyLayers extends LayeredNetwork<ManyLayers.Settings> {

    /**
     * @param manyUnits units of the dense layers
     * @param manyShared whether policy and value share the layers
     */
    public record Settings(
            @Setting(defaultValue = "24", onlyWith = "network=many", range = "[1, 100]", help = "Units.")
            int manyUnits,

            @Setting(defaultValue = "true", onlyWith = "network=many", help = "One torso.")
            boolean manyShared) {}

    public ManyLayers() {
        super(Settings.class);
    }

    /** Creates a configuration without settings' texts. */
    public static LayeredConfig<Settings> config(int units, boolean shared) {
        return new LayeredConfig<>(new ManyLayers(), new Settings(units, shared));
    }

    @Override
    public String name() {
        return "many";
    }

    @Override
    public String summary() {
        return "every kind of layer";
    }

    @Override
    protected boolean sharedTorso(Settings settings) {
        return settings.manyShared();
    }

    @Override
    protected Layer torso(Settings settings, LayerGraph graph) {
        Layer entry = graph.activation(graph.convolution(graph.image(), 16, 3, 1, 1), Activation.RELU);
        Layer residual = graph.sum(entry, graph.convolution(entry, 16, 3, 1, 1));
        Layer small = graph.activation(graph.convolution(residual, 32, 4, 2, 0), Activation.SILU);
        Layer units = graph.norm(graph.dense(small, settings.manyUnits()));
        Layer bent = graph.activation(graph.activation(units, Activation.GELU), Activation.TANH);
        Layer joined = graph.concatenation(
                graph.concatenation(bent, graph.embedding(graph.features(), 7)), graph.embedding(units, 2));
        Layer wide = graph.activation(graph.dense(joined, joined.size()), Activation.ELU);
        return graph.sum(
                graph.norm(joined),
                graph.concatenation(graph.dense(wide, 1), graph.dense(residual, joined.size() - 1)));
    }
}
