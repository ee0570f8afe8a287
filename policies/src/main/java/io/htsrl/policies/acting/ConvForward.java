package io.htsrl.policies.acting;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.Policy;
import io.htsrl.policies.image.FrameReader;
import io.htsrl.policies.kernel.CacheAlignment;
import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.kernel.RowOffsets;
import io.htsrl.policies.kernel.Windows;
import io.htsrl.policies.network.ConvLayout;

/**
 * One thread's row-stable forward. The torso runs row by row; the dense layers run over chunks of rows, since they have
 * more weights than the caches hold. Rows are computed independently, so that the cut changes nothing.
 */
final class ConvForward implements Policy.Forward {
    private static final int CHUNK = 32;

    private final ConvLayout layout;
    private final DenseKernel kernel;
    private final ConvTorso torso;
    private final FrameReader reader;
    private final float[] features;
    private final Windows featureRows;
    private final RowOffsets hiddenRows;
    private final Windows hiddenInputs;
    private final RowOffsets headRows;

    ConvForward(ConvLayout layout, DenseKernel kernel) {
        this.layout = layout;
        this.kernel = kernel;
        torso = new ConvTorso(layout, kernel);
        reader = new FrameReader(kernel, torso.input(), layout.frame());
        int featureSize = layout.hidden().inputs();
        int hiddenWidth = DenseKernel.pad(layout.hidden().outputs());
        int headWidth = DenseKernel.pad(layout.outputWidth());
        features = CacheAlignment.floats(CHUNK * featureSize);
        featureRows =
                new Windows(features, RowOffsets.offsets(CacheAlignment.ORIGIN, CHUNK, featureSize), 1, featureSize, 0);
        hiddenRows = new RowOffsets(
                CacheAlignment.floats(CHUNK * hiddenWidth),
                RowOffsets.offsets(CacheAlignment.ORIGIN, CHUNK, hiddenWidth));
        hiddenInputs = new Windows(
                hiddenRows.values(), hiddenRows.offsets(), 1, layout.hidden().outputs(), 0);
        headRows = new RowOffsets(
                CacheAlignment.floats(CHUNK * headWidth), RowOffsets.offsets(CacheAlignment.ORIGIN, CHUNK, headWidth));
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
                torso.copyOutput(features, featureRows.offsets()[i]);
            }
            runDense(conv, rows);
            scatter(rows, outputs, outputOffsets, start);
        }
    }

    private void runDense(ConvSnapshot snapshot, int rows) {
        kernel.windows(snapshot.hidden(), featureRows, 0, hiddenRows, 0, 0, rows);
        kernel.relu(
                hiddenRows.values(),
                CacheAlignment.ORIGIN,
                hiddenRows.values(),
                CacheAlignment.ORIGIN,
                rows * snapshot.hidden().width());
        kernel.windows(snapshot.heads(), hiddenInputs, 0, headRows, 0, 0, rows);
    }

    private void scatter(int rows, float[] outputs, int[] outputOffsets, int start) {
        for (int i = 0; i < rows; i++) {
            int from = headRows.offsets()[i];
            int to = outputOffsets[start + i];
            for (int j = 0; j < layout.outputWidth(); j++) {
                outputs[to + j] = MlpForward.canonical(headRows.values()[from + j]);
            }
        }
    }
}
