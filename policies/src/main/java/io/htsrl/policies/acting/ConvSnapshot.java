package io.htsrl.policies.acting;

import io.htsrl.core.policy.Policy;
import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.kernel.Panels;
import io.htsrl.policies.network.ConvLayer;
import io.htsrl.policies.network.ConvLayout;

/** A parameter vector packed for {@link DenseKernel#windows}: about as many floats once more. */
final class ConvSnapshot implements Policy.Snapshot {
    private final ConvLayout layout;
    private final ConvLayer[] layers;
    private final Panels[] convolutions;
    private final Panels hidden;
    private final Panels heads;

    ConvSnapshot(ConvLayout layout) {
        this.layout = layout;
        layers = layout.convolutions().toArray(ConvLayer[]::new);
        convolutions = new Panels[layers.length];
        for (int l = 0; l < layers.length; l++) {
            convolutions[l] = new Panels(layers[l].windowSize(), layers[l].outputs());
        }
        hidden = new Panels(layout.hidden().inputs(), layout.hidden().outputs());
        heads = new Panels(layout.hidden().outputs(), layout.outputWidth());
    }

    @Override
    public void load(float[] parameters) {
        if (parameters.length != layout.parameterCount()) {
            throw new IllegalArgumentException(
                    parameters.length + " parameters for a network of " + layout.parameterCount());
        }
        for (int l = 0; l < layers.length; l++) {
            ConvPacking.pack(layers[l], parameters, convolutions[l]);
        }
        ConvPacking.pack(layout.hidden(), layers[layers.length - 1].outputs(), parameters, hidden);
        ConvPacking.pack(layout.headLayers(), parameters, heads);
    }

    ConvLayout layout() {
        return layout;
    }

    /** Of convolution {@code index}, in the order of the layout. */
    Panels convolution(int index) {
        return convolutions[index];
    }

    Panels hidden() {
        return hidden;
    }

    /** The heads side by side. */
    Panels heads() {
        return heads;
    }
}
