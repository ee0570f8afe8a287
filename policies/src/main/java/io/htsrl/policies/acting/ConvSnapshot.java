package io.htsrl.policies.acting;

import io.htsrl.core.policy.Policy;
import io.htsrl.policies.acting.DenseForward.PackedLayers;
import io.htsrl.policies.image.InputOrder;
import io.htsrl.policies.image.WindowOrder;
import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.kernel.PackedWeights;
import io.htsrl.policies.network.ConvLayout;
import java.util.Arrays;
import java.util.stream.Stream;

/** Parameter vector packed for {@link DenseKernel#windows}: a copy of about the same size. */
final class ConvSnapshot implements Policy.Snapshot {
    private final ConvLayout layout;
    private final WindowOrder[] orders;
    private final PackedWeights[] convolutions;
    /** Indices of each convolution's weights in its panels. */
    private final int[][] indices;

    private final PackedLayers dense;

    ConvSnapshot(ConvLayout layout) {
        this.layout = layout;
        orders = layout.convolutions().stream().map(WindowOrder::new).toArray(WindowOrder[]::new);
        convolutions = Stream.of(orders).map(WindowOrder::panels).toArray(PackedWeights[]::new);
        indices = new int[orders.length][];
        Arrays.setAll(indices, l -> orders[l].indicesIn(convolutions[l]));
        int channels = orders[orders.length - 1].layer().outputs();
        dense = new PackedLayers(layout.paths(), InputOrder.ofImage(channels, layout.hidden()));
    }

    @Override
    public void load(float[] parameters) {
        layout.checkLength(parameters);
        for (int l = 0; l < orders.length; l++) {
            orders[l].pack(parameters, convolutions[l], indices[l]);
        }
        dense.load(parameters);
    }

    ConvLayout layout() {
        return layout;
    }

    /** Returns the weights of convolution {@code index}, in the order of the layout. */
    PackedWeights convolution(int index) {
        return convolutions[index];
    }

    /** Returns the weights of the dense layers behind the convolutions. */
    PackedLayers dense() {
        return dense;
    }
}
