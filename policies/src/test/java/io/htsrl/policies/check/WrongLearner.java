package io.htsrl.policies.check;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.policies.network.Tensor;

/** A learner's side that repeats all its bits and computes something slightly else. */
class WrongLearner implements GradientNetwork {
    private final PolicyNetwork policy;
    private final GradientNetwork whole;

    WrongLearner(PolicyNetwork policy, int maxRows) {
        this.policy = policy;
        whole = policy.newGradientNetwork(maxRows);
    }

    /** Spoils the parameters that it takes in, its own copy. */
    void spoilParameters(float[] parameters) {}

    /** Spoils output rows. */
    void spoilOutputs(float[] outputs, int rows) {}

    /** Spoils the gradient that it gives. */
    void spoilGradient(float[] gradient) {}

    /** The tensor of that name. */
    Tensor tensor(String name) {
        return policy.tensors().stream()
                .filter(t -> t.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    static void multiply(float[] vector, Tensor tensor, float factor) {
        for (int i = tensor.offset(); i < tensor.end(); i++) {
            vector[i] *= factor;
        }
    }

    /** Takes a square matrix for its transpose. */
    static void transpose(float[] vector, Tensor square) {
        int side = square.shape().get(0);
        for (int i = 0; i < side; i++) {
            for (int j = 0; j < i; j++) {
                int a = square.offset() + i * side + j;
                int b = square.offset() + j * side + i;
                float kept = vector[a];
                vector[a] = vector[b];
                vector[b] = kept;
            }
        }
    }

    @Override
    public int parameterCount() {
        return whole.parameterCount();
    }

    @Override
    public int outputWidth() {
        return whole.outputWidth();
    }

    @Override
    public int maxRows() {
        return whole.maxRows();
    }

    @Override
    public void loadParameters(float[] parameters) {
        float[] own = parameters.clone();
        spoilParameters(own);
        whole.loadParameters(own);
    }

    @Override
    public void forward(ObservationBatch batch, float[] outputs) {
        whole.forward(batch, outputs);
        spoilOutputs(outputs, batch.rows());
    }

    @Override
    public void backward(float[] outputGradient, float[] parameterGradient) {
        whole.backward(outputGradient, parameterGradient);
        spoilGradient(parameterGradient);
    }

    @Override
    public void close() {
        whole.close();
    }
}
