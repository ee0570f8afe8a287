package io.htsrl.policies.acting;

import io.htsrl.core.policy.Policy;
import io.htsrl.policies.image.InputOrder;
import io.htsrl.policies.image.WindowOrder;
import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.kernel.PackedWeights;
import io.htsrl.policies.network.ConvLayout;
import io.htsrl.policies.network.DenseLayer;
import java.util.Arrays;
import java.util.stream.Stream;

/** A parameter vector packed for {@link DenseKernel#windows}: about as many floats once more. */
final class ConvSnapshot implements Policy.Snapshot {
    private final ConvLayout layout;
    private final WindowOrder[] orders;
    private final PackedWeights[] convolutions;
    /** Where the weights of each convolution lie in its panels. */
    private final int[][] indices;

    private final InputOrder hiddenInputs;
    private final InputOrder headInputs;
    private final PackedWeights hidden;
    private final PackedWeights heads;

    ConvSnapshot(ConvLayout layout) {
        this.layout = layout;
        orders = layout.convolutions().stream().map(WindowOrder::new).toArray(WindowOrder[]::new);
        convolutions = Stream.of(orders).map(WindowOrder::panels).toArray(PackedWeights[]::new);
        indices = new int[orders.length][];
        Arrays.setAll(indices, l -> orders[l].indicesIn(convolutions[l]));
        int channels = orders[orders.length - 1].layer().outputs();
        hiddenInputs = InputOrder.ofImage(channels, layout.hidden());
        headInputs = InputOrder.plain(layout.hidden().outputs());
        hidden = new PackedWeights(layout.hidden().inputs(), layout.hidden().outputs());
        heads = new PackedWeights(layout.hidden().outputs(), layout.outputWidth());
    }

    @Override
    public void load(float[] parameters) {
        if (parameters.length != layout.parameterCount()) {
            throw new IllegalArgumentException(
                    parameters.length + " parameters for a network of " + layout.parameterCount());
        }
        for (int l = 0; l < orders.length; l++) {
            orders[l].pack(parameters, convolutions[l], indices[l]);
        }
        hiddenInputs.pack(layout.hidden(), parameters, 0, layout.hidden().outputs(), hidden, 0);
        int column = 0;
        for (int h = 0; h < layout.headLayers().size(); h++) {
            DenseLayer head = layout.headLayers().get(h);
            headInputs.pack(head, parameters, 0, head.outputs(), heads, column);
            column += head.outputs();
        }
    }

    ConvLayout layout() {
        return layout;
    }

    /** Of convolution {@code index}, in the order of the layout. */
    PackedWeights convolution(int index) {
        return convolutions[index];
    }

    PackedWeights hidden() {
        return hidden;
    }

    /** The heads side by side. */
    PackedWeights heads() {
        return heads;
    }
}
