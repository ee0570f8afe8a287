package io.htsrl.learners.onpolicy;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.Policy;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.FinalObservations;
import io.htsrl.storage.StorageBank;

/**
 * Policy output rows of the observations that a bank holds no outputs for: what follows the last step, and what
 * truncated episodes ended with. By the acting forward with the behaviour parameters, so they are the rows that an
 * actor would have given. One thread; allocates nothing per bank.
 */
public final class BootstrapRows {
    private final BankShape shape;
    private final Policy.Forward forward;
    private final Policy.Snapshot snapshot;
    private final ObservationBatch batch;
    private final int[] offsets;
    private final float[] outputs;
    private final float[] finalOutput;
    private final int[] finalOffset = {0};

    /** @param policy whose rows they are */
    public BootstrapRows(BankShape shape, Policy policy) {
        this.shape = shape;
        this.forward = policy.newForward();
        this.snapshot = policy.newSnapshot();
        this.batch = new ObservationBatch(shape.environments());
        this.offsets = new int[shape.environments()];
        for (int environment = 0; environment < offsets.length; environment++) {
            offsets[environment] = environment * shape.outputWidth();
        }
        this.outputs = new float[shape.environments() * shape.outputWidth()];
        this.finalOutput = new float[shape.outputWidth()];
    }

    /** Computes the rows that follow the last step of each environment. */
    public void compute(StorageBank bank, float[] behaviour) {
        snapshot.load(behaviour);
        bank.bind(batch);
        for (int environment = 0; environment < shape.environments(); environment++) {
            bank.add(batch, shape.steps(), environment);
        }
        forward.forward(snapshot, batch, outputs, offsets);
    }

    /** The rows of {@link #compute}, {@code [environments][output]}. */
    public float[] lastOutputs() {
        return outputs;
    }

    /** The row of a truncated episode's last observation; valid until the next call. */
    public float[] finalOutput(FinalObservations finals, int index) {
        finals.bind(batch, index);
        forward.forward(snapshot, batch, finalOutput, finalOffset);
        return finalOutput;
    }
}
