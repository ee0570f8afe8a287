package io.htsrl.determinism;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.random.RandomStream;
import io.htsrl.policies.acting.MlpPolicy;
import io.htsrl.policies.network.MlpLayout;
import io.htsrl.policies.network.Tensor;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** Broken on purpose: an acting forward by plain {@code mmul} of the whole batch, whose rows depend on their batch. */
final class BlasPolicy implements Policy {
    private final MlpPolicy made;
    private final MlpLayout layout;

    /** @param made two torsos of tanh layers, float observations */
    BlasPolicy(MlpPolicy made) {
        this.made = made;
        this.layout = made.layout();
    }

    @Override
    public int parameterCount() {
        return made.parameterCount();
    }

    @Override
    public int observationSize() {
        return made.observationSize();
    }

    @Override
    public int outputWidth() {
        return made.outputWidth();
    }

    @Override
    public void initialise(float[] parameters, RandomStream stream) {
        made.initialise(parameters, stream);
    }

    @Override
    public Snapshot newSnapshot() {
        return new Tensors();
    }

    @Override
    public Forward newForward() {
        return this::forward;
    }

    private final class Tensors implements Snapshot {
        private Map<String, INDArray> byName = Map.of();

        @Override
        public void load(float[] parameters) {
            Map<String, INDArray> loaded = new HashMap<>();
            for (Tensor tensor : layout.tensors()) {
                long[] shape = tensor.shape().size() == 2
                        ? new long[] {tensor.shape().get(0), tensor.shape().get(1)}
                        : new long[] {1, tensor.shape().get(0)};
                int end = tensor.offset() + (int) (shape[0] * shape[1]);
                loaded.put(
                        tensor.name(), Nd4j.create(Arrays.copyOfRange(parameters, tensor.offset(), end), shape, 'c'));
            }
            byName = loaded;
        }
    }

    private void forward(Snapshot snapshot, ObservationBatch batch, float[] outputs, int[] offsets) {
        float[] rows = new float[batch.rows() * observationSize()];
        for (int row = 0; row < batch.rows(); row++) {
            System.arraycopy(batch.floats(), batch.offset(row), rows, row * observationSize(), observationSize());
        }
        INDArray input = Nd4j.create(rows, new long[] {batch.rows(), observationSize()}, 'c');
        Map<String, INDArray> tensors = ((Tensors) snapshot).byName;
        INDArray logits = chain(tensors, input, "policy");
        INDArray value = chain(tensors, input, "value");
        for (int row = 0; row < batch.rows(); row++) {
            for (int i = 0; i < layout.policyOutputs(); i++) {
                outputs[offsets[row] + i] = logits.getFloat(row, i);
            }
            outputs[offsets[row] + layout.policyOutputs()] = value.getFloat(row, 0);
        }
    }

    private INDArray chain(Map<String, INDArray> tensors, INDArray input, String part) {
        INDArray hidden = input;
        for (int layer = 0; layer < layout.config().hiddenSizes().size(); layer++) {
            hidden = dense(tensors, hidden, part + "." + layer);
            float[] values = hidden.dup('c').data().asFloat();
            for (int i = 0; i < values.length; i++) {
                values[i] = (float) Math.tanh(values[i]);
            }
            hidden = Nd4j.create(values, hidden.shape(), 'c');
        }
        return dense(tensors, hidden, part + ".head");
    }

    private static INDArray dense(Map<String, INDArray> tensors, INDArray input, String layer) {
        return input.mmul(tensors.get(layer + ".weight")).addiRowVector(tensors.get(layer + ".bias"));
    }
}
