package io.htsrl.policies.check;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.policies.network.GradientNetwork;

/** What one forward and backward gave; its arrays are nobody else's. */
record LearnerPass(float[] outputs, float[] gradient) {

    static LearnerPass of(GradientNetwork network, float[] parameters, ProbeRows probes, float[] outputGradient) {
        ObservationBatch batch = new ObservationBatch(probes.count());
        probes.fill(batch, 0, probes.count());
        float[] outputs = new float[probes.count() * network.outputWidth()];
        float[] gradient = new float[network.parameterCount()];
        network.loadParameters(parameters);
        network.forward(batch, outputs);
        network.backward(outputGradient, gradient);
        return new LearnerPass(outputs, gradient);
    }
}
