package io.htsrl.policies.nd4j;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.policies.network.GradientNetwork;

/**
 * One inner network of {@link ParallelGradientNetwork} and its share of a minibatch: rows {@code start} and following
 * of the caller's batch. The first lane's share begins where the caller's matrices do, so it works on them directly;
 * the others copy theirs. One thread at a time; different lanes on different threads, as they write disjoint rows.
 */
final class GradientLane {
    private final GradientNetwork network;
    private final boolean first;
    private final ObservationBatch observations;
    private final float[] outputs;
    private final float[] outputGradient;
    private final float[] parameterGradient;
    private int start;
    private int rows;

    /** @param room the greatest number of rows of its share */
    GradientLane(GradientNetwork network, int room, boolean first) {
        this.network = network;
        this.first = first;
        int copiedRows = first ? 0 : room;
        observations = new ObservationBatch(room);
        outputs = new float[Math.multiplyExact(copiedRows, network.outputWidth())];
        outputGradient = new float[outputs.length];
        parameterGradient = new float[first ? 0 : network.parameterCount()];
    }

    /** Chooses the rows of the passes that follow. */
    void share(int newStart, int newRows) {
        start = newStart;
        rows = newRows;
    }

    void loadParameters(float[] parameters) {
        network.loadParameters(parameters);
    }

    void forward(ObservationBatch allObservations, float[] allOutputs) {
        observations.copy(allObservations, start, rows);
        if (first) {
            network.forward(observations, allOutputs);
            return;
        }
        network.forward(observations, outputs);
        int width = network.outputWidth();
        System.arraycopy(outputs, 0, allOutputs, start * width, rows * width);
    }

    /** The first lane writes the gradient of its rows to {@code sum}, the others keep theirs for {@link #addTo}. */
    void backward(float[] allOutputGradients, float[] sum) {
        if (first) {
            network.backward(allOutputGradients, sum);
            return;
        }
        int width = network.outputWidth();
        System.arraycopy(allOutputGradients, start * width, outputGradient, 0, rows * width);
        network.backward(outputGradient, parameterGradient);
    }

    void addTo(float[] sum) {
        for (int i = 0; i < sum.length; i++) {
            sum[i] += parameterGradient[i];
        }
    }

    void close() {
        network.close();
    }
}
