package io.htsrl.policies.normalize;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.policies.network.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Place of observation statistics in a parameter vector, behind the trained parameters, and normalisation by them:
 * {@code min(max((x - mean) * scale, -clip), clip)}, element by element in float, so a row's bits depend on nothing
 * else. NaN stays NaN. Immutable, any thread.
 *
 * @param offset of the means; the scales follow
 * @param features of one observation; frames of a stack have them in common
 */
public record Normalization(int offset, int features) {
    private static final String MEAN = "normalize.mean";
    private static final String SCALE = "normalize.scale";

    /** Returns the normalisation of a network with these tensors; empty where it reads raw observations. */
    public static Optional<Normalization> of(List<Tensor> tensors) {
        return tensors.stream()
                .filter(tensor -> tensor.name().equals(MEAN))
                .findFirst()
                .map(mean -> new Normalization(mean.offset(), mean.size()));
    }

    /** Returns the tensors, in the order of the vector. */
    public List<Tensor> tensors() {
        return List.of(
                new Tensor(MEAN, offset, List.of(features)), new Tensor(SCALE, scaleOffset(), List.of(features)));
    }

    /** Returns the offset of the scales. */
    public int scaleOffset() {
        return offset + features;
    }

    /** Returns the length of a vector that ends with them. */
    public int end() {
        return offset + 2 * features;
    }

    /** Writes the statistics of no observations: a mean of 0 and a variance of 1. */
    public void initialise(float[] parameters) {
        Arrays.fill(parameters, offset, scaleOffset(), 0);
        Arrays.fill(parameters, scaleOffset(), end(), 1);
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
