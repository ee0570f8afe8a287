package io.htsrl.policies.check;

import io.htsrl.core.ObservationBatch;
import io.htsrl.core.RandomStream;
import io.htsrl.policies.GradientNetwork;

/** What one forward and backward gave; its arrays are nobody else's. */
record LearnerPass(float[] outputs, float[] gradient) {

    static LearnerPass of(GradientNetwork network, float[] parameters, ProbeRows probes, RandomStream stream) {
        ObservationBatch batch = new ObservationBatch(probes.count());
        probes.fill(batch, 0, probes.count());
        float[] outputs = new float[probes.count() * network.outputWidth()];
        float[] outputGradient = new float[outputs.length];
        for (int i = 0; i < outputGradient.length; i++) {
            outputGradient[i] = (float) (stream.uniform(i) - 0.5);
        }
        float[] gradient = new float[network.parameterCount()];
        network.loadParameters(parameters);
        network.forward(batch, outputs);
        network.backward(outputGradient, gradient);
        return new LearnerPass(outputs, gradient);
    }
}
