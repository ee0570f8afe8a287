package io.htsrl.examples;

import io.htsrl.core.settings.Setting;
import io.htsrl.policies.layers.LayeredNetwork;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.Layer;
import io.htsrl.policies.network.LayerGraph;

/** A user-defined network, {@code --network residual}: residual blocks of dense layers, each after a normalisation. */
public final class ResidualNetwork extends LayeredNetwork<ResidualNetwork.Settings> {

    /** Settings, which become flags. */
    public record Settings(
            @Setting(
                    defaultValue = "64",
                    onlyWith = "network=residual",
                    range = "[1, 4096]",
                    help = "Units of a block.")
            int residualUnits,

            @Setting(defaultValue = "2", onlyWith = "network=residual", range = "[1, 100]", help = "Number of blocks.")
            int residualBlocks) {}

    public ResidualNetwork() {
        super(Settings.class);
    }

    @Override
    public String name() {
        return "residual";
    }

    @Override
    public String summary() {
        return "residual blocks of dense layers";
    }

    @Override
    protected Layer torso(Settings settings, LayerGraph graph) {
        Layer x = graph.dense(graph.features(), settings.residualUnits());
        for (int block = 0; block < settings.residualBlocks(); block++) {
            Layer inner = graph.activation(graph.dense(graph.norm(x), settings.residualUnits()), Activation.SILU);
            x = graph.sum(x, graph.dense(inner, settings.residualUnits()));
        }
        return graph.norm(x);
    }
}
