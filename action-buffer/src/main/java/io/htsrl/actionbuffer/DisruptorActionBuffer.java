package io.htsrl.actionbuffer;

import io.htsrl.core.RunControl;
import io.htsrl.core.WaitMode;

/** {@link ActionBuffer} on one Disruptor ring per executor worker, with a slot at least for every replica. */
public final class DisruptorActionBuffer implements ActionBuffer {
    private final float[] outputs;
    private final int rowStride;
    private final int[] owners;
    private final ActionRing[] rings;

    /**
     * @param owners      the executor worker that owns each environment, from 0
     * @param outputWidth floats in one output row
     */
    public DisruptorActionBuffer(int[] owners, int outputWidth, WaitMode waitMode, RunControl control) {
        this.owners = owners.clone();
        // whole cache lines: neighbouring rows are written by different actors
        this.rowStride = (outputWidth + 15) / 16 * 16;
        this.outputs = new float[owners.length * rowStride];
        int workers = 0;
        for (int owner : owners) {
            workers = Math.max(workers, owner + 1);
        }
        this.rings = new ActionRing[workers];
        for (int worker = 0; worker < workers; worker++) {
            rings[worker] = new ActionRing(owners.length, waitMode, control);
        }
    }

    @Override
    public float[] outputs() {
        return outputs;
    }

    @Override
    public int outputOffset(int environment) {
        return environment * rowStride;
    }

    @Override
    public void publish(int environment) {
        rings[owners[environment]].publish(environment);
    }

    @Override
    public ActionInbox inbox(int worker) {
        return rings[worker];
    }
}
