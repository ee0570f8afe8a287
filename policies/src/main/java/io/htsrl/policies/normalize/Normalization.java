package io.htsrl.policies.normalize;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.policies.network.Tensor;
import java.util.List;
import java.util.Optional;

/**
 * Where the statistics of observations lie in a parameter vector, behind all that is trained, and what is done with
 * them: {@code min(max((x - mean) * scale, -clip), clip)}, element by element in float, so that a row's bits depend on
 * nothing else. NaN stays NaN. Immutable, any thread.
 *
 * @param offset   of the means; the scales follow
 * @param features of one observation; frames of a stack have them in common
 */
public record Normalization(int offset, int features) {
    private static final String MEAN = "normalize.mean";
    private static final String SCALE = "normalize.scale";

    /** Of a network that has these tensors; empty where it reads observations as they are. */
    public static Optional<Normalization> of(List<Tensor> tensors) {
        return tensors.stream()
                .filter(tensor -> tensor.name().equals(MEAN))
                .findFirst()
                .map(mean -> new Normalization(mean.offset(), mean.size()));
    }

    /** The tensors, in the order of the vector. */
    List<Tensor> tensors() {
        return List.of(
                new Tensor(MEAN, offset, List.of(features)), new Tensor(SCALE, scaleOffset(), List.of(features)));
    }

    /** Where the scales begin. */
    public int scaleOffset() {
        return offset + features;
    }

    /** The length of a vector that ends with them. */
    public int end() {
        return offset + 2 * features;
    }

    /** Writes row {@code row}, frame after frame, the oldest first, from {@code at} on. */
    void apply(float[] parameters, float clip, ObservationBatch batch, int row, float[] to, int at) {
        float[] from = batch.floats();
        int scales = scaleOffset();
        for (int frame = 0; frame < batch.frames(); frame++) {
            int source = batch.frameOffset(row, frame);
            int target = at + frame * features;
            for (int i = 0; i < features; i++) {
                float value = (from[source + i] - parameters[offset + i]) * parameters[scales + i];
                to[target + i] = Math.max(-clip, Math.min(clip, value));
            }
        }
    }
}
