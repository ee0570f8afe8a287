package io.htsrl.checkpoints;

import io.htsrl.policies.network.Tensor;
import java.util.List;

/**
 * Writes and reads a flat parameter vector as named tensors of a file, for checkpoints and final models. Stateless, any
 * thread.
 */
public final class ParameterTensors {

    private ParameterTensors() {}

    /** Copies {@code values} into {@code image}, each tensor under its name behind {@code prefix}. */
    public static void add(CheckpointImage image, String prefix, List<Tensor> tensors, float[] values) {
        for (Tensor tensor : tensors) {
            image.addTensor(
                    prefix + tensor.name(),
                    tensor.shape().stream().mapToLong(Integer::longValue).toArray(),
                    values,
                    tensor.offset());
        }
    }

    /**
     * Returns the flat vector that {@link #add} has written.
     *
     * @throws CheckpointException when a tensor is missing, or belongs to another network
     */
    public static float[] read(CheckpointFile file, String prefix, List<Tensor> tensors) {
        float[] values = new float[tensors.get(tensors.size() - 1).end()];
        for (Tensor tensor : tensors) {
            float[] read = file.floats(prefix + tensor.name(), tensor.size());
            System.arraycopy(read, 0, values, tensor.offset(), read.length);
        }
        return values;
    }
}
