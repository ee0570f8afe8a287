package io.htsrl.monitor.onnx;

import io.htsrl.core.policy.ImplicitQuantiles;
import io.htsrl.monitor.onnx.NetworkNodes.HeadRows;
import io.htsrl.policies.network.DenseLayer;
import io.htsrl.policies.network.ImplicitLayout;
import java.util.List;

/**
 * Adds the layers of an implicit quantile network behind its torso. The embedded fractions are constants. One thread.
 */
record QuantileNodes(OnnxGraph graph, NetworkNodes layers, ImplicitLayout layout) {

    /** Adds the means of the quantiles, {@code [batch, values]}; a dueling state's value apart. */
    HeadRows add(String features) {
        DenseLayer embedding = layout.embedding();
        int fractions = layout.quantiles().numQuantileSamples();
        String table = graph.floats(embedding.name(), List.of(fractions, embedding.outputs()), embedded(fractions), 0);
        String rectified = layers.relu("quantile.features", features);
        String each = graph.node("quantile.each", "Unsqueeze", rectified, graph.integers("quantile.axis", 1));
        String products = graph.node("quantile.products", "Mul", each, table);
        String hidden = layers.relu("quantile.hidden", dense(layout.function().get(0), products));
        String means = graph.mean("quantile.means", dense(layout.function().get(1), hidden), 1, 0);
        if (!layout.heads().hasValueHead()) {
            return new HeadRows(null, means, null, null);
        }
        List<String> parts = List.of("quantile.advantages", "quantile.state");
        graph.split(parts, "quantile.sizes", means, layout.values() - 1, 1);
        return new HeadRows(null, parts.get(0), null, parts.get(1));
    }

    /** Adds a layer of rows {@code [batch, fraction, input]}. */
    private String dense(DenseLayer layer, String rows) {
        String products = graph.node(layer.name() + ".products", "MatMul", rows, layers.weights(layer));
        return graph.node(layer.name(), "Add", products, layers.bias(layer, layer.name() + ".bias"));
    }

    private float[] embedded(int fractions) {
        DenseLayer layer = layout.embedding();
        float[] parameters = layers.parameters();
        float[] cosines = new float[layer.inputs()];
        float[] embedded = new float[fractions * layer.outputs()];
        for (int k = 0; k < fractions; k++) {
            layout.cosines(ImplicitQuantiles.midpoint(k, fractions), cosines, 0);
            for (int j = 0; j < layer.outputs(); j++) {
                double sum = parameters[layer.biasOffset() + j];
                for (int i = 0; i < cosines.length; i++) {
                    sum += cosines[i] * parameters[layer.offset() + i * layer.outputs() + j];
                }
                embedded[k * layer.outputs() + j] = (float) Math.max(sum, 0);
            }
        }
        return embedded;
    }
}
