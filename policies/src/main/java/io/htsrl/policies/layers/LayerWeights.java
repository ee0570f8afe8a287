package io.htsrl.policies.layers;

import io.htsrl.core.policy.Policy;
import io.htsrl.policies.image.InputOrder;
import io.htsrl.policies.image.WindowOrder;
import io.htsrl.policies.kernel.PackedWeights;
import io.htsrl.policies.network.DenseLayer;
import io.htsrl.policies.network.Layer;
import io.htsrl.policies.network.LayeredLayout;
import io.htsrl.policies.network.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Parameters of a network of layers, packed for products: a place for each layer, then one for each group of heads.
 * Written by one thread, then read by many.
 */
final class LayerWeights implements Policy.Snapshot {
    private final LayeredLayout layout;
    private final float[] parameters;
    private final List<PackedWeights> packed = new ArrayList<>();
    private final List<Consumer<float[]>> loads = new ArrayList<>();
    /** Factor of each unit of a batch normalisation, at the layer's index; null for other layers. */
    private final float[][] factors;

    /** @param packs whether products read these weights, else only the other layers do */
    LayerWeights(LayeredLayout layout, boolean packs) {
        this.layout = layout;
        parameters = new float[layout.parameterCount()];
        factors = new float[layout.layers().size()][];
        for (Layer layer : layout.layers()) {
            if (layer.operation() instanceof Operation.BatchNormalization norm) {
                float[] own = new float[norm.units()];
                factors[layer.index()] = own;
                loads.add(from -> scale(norm, from, own));
            }
        }
        if (packs) {
            layout.layers().forEach(this::add);
            layout.headGroups().forEach(group -> packed.add(dense(group.heads(), order(group.input()))));
        }
    }

    private static void scale(Operation.BatchNormalization norm, float[] from, float[] factors) {
        for (int i = 0; i < factors.length; i++) {
            double variance = (double) from[norm.variance() + i] + Operation.BatchNormalization.EPSILON;
            factors[i] = (float) (from[norm.offset() + i] / Math.sqrt(variance));
        }
    }

    private void add(Layer layer) {
        if (layer.operation() instanceof Operation.Dense dense) {
            packed.add(dense(List.of(dense.layer()), order(layer.inputs().get(0))));
        } else if (layer.operation() instanceof Operation.Convolution convolution) {
            WindowOrder order = new WindowOrder(convolution.layer());
            PackedWeights panels = order.panels();
            int[] indices = order.indicesIn(panels);
            loads.add(from -> order.pack(from, panels, indices));
            packed.add(panels);
        } else {
            packed.add(null);
        }
    }

    /** Returns the order of the parameters of a dense layer's inputs. */
    static InputOrder order(Layer input) {
        return new InputOrder(input.channels(), input.height() * input.width());
    }

    private PackedWeights dense(List<DenseLayer> parts, InputOrder order) {
        int columns = parts.stream().mapToInt(DenseLayer::outputs).sum();
        PackedWeights weights = new PackedWeights(parts.get(0).inputs(), columns);
        loads.add(from -> {
            int column = 0;
            for (DenseLayer part : parts) {
                order.pack(part, from, 0, part.outputs(), weights, column);
                column += part.outputs();
            }
        });
        return weights;
    }

    @Override
    public void load(float[] from) {
        layout.checkLength(from);
        System.arraycopy(from, 0, parameters, 0, parameters.length);
        for (int i = 0; i < loads.size(); i++) { // an iterator would be garbage
            loads.get(i).accept(from);
        }
    }

    LayeredLayout layout() {
        return layout;
    }

    float[] parameters() {
        return parameters;
    }

    /** Returns the gain over the running deviation of each unit of a batch normalisation. */
    float[] factors(int layer) {
        return factors[layer];
    }

    /** Returns the weights of one place. */
    PackedWeights packed(int index) {
        return packed.get(index);
    }
}
