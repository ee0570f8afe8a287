package io.htsrl.policies.acting;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.Policy;
import io.htsrl.policies.image.FrameReader;
import io.htsrl.policies.kernel.CacheAlignment;
import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.kernel.RowOffsets;
import io.htsrl.policies.kernel.Windows;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.ConvLayout;

/**
 * Row-stable forward of one thread. The torso runs row by row; the dense layers run over chunks of rows, since their
 * weights exceed the caches. Rows are independent, so the bits do not depend on the chunks.
 */
final class ConvForward implements Policy.Forward {
    private static final int CHUNK = DenseForward.CHUNK;

    private final ConvLayout layout;
    private final ConvTorso torso;
    private final FrameReader reader;
    private final Windows features;
    private final DenseForward dense;

    ConvForward(ConvLayout layout, DenseKernel kernel) {
        this.layout = layout;
        torso = new ConvTorso(layout, kernel);
        reader = new FrameReader(kernel, torso.input(), layout.frame());
        int size = layout.hidden().inputs();
        features = new Windows(
                CacheAlignment.floats(CHUNK * size),
                RowOffsets.offsets(CacheAlignment.ORIGIN, CHUNK, size),
                1,
                size,
                0);
        dense = new DenseForward(kernel, layout.paths(), Activation.RELU);
    }

    @Override
    public void forward(Policy.Snapshot snapshot, ObservationBatch batch, float[] outputs, int[] outputOffsets) {
        if (!(snapshot instanceof ConvSnapshot conv) || conv.layout() != layout) {
            throw new IllegalArgumentException("this snapshot belongs to another policy");
        }
        for (int start = 0; start < batch.rows(); start += CHUNK) {
            int rows = Math.min(CHUNK, batch.rows() - start);
            for (int i = 0; i < rows; i++) {
                reader.read(batch, start + i, 0);
                torso.run(conv);
                torso.copyOutput(features.values(), features.offsets()[i]);
            }
            dense.run(conv.dense(), features, rows, outputs, outputOffsets, start);
        }
    }
}
