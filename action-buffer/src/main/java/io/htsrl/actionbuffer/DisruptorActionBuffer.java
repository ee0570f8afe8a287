package io.htsrl.actionbuffer;

import io.htsrl.core.run.RunControl;
import io.htsrl.core.schedule.WaitMode;
import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/** {@link ActionBuffer} on one Disruptor ring per executor worker, with at least one slot for each of its replicas. */
public final class DisruptorActionBuffer implements ActionBuffer {
    private final float[] outputs;
    private final int rowStride;
    private final int[] owners;
    private final ActionRing[] rings;

    /**
     * @param owners the executor worker that owns each environment, from 0
     * @param outputWidth floats in one output row
     * @param requests whether executors also wait for requests: then it has room for wake-ups
     */
    public DisruptorActionBuffer(
            int[] owners, int outputWidth, boolean requests, WaitMode waitMode, RunControl control) {
        this(
                owners.clone(),
                owned(owners),
                outputWidth,
                most -> new ActionRing(most, requests ? 1 : 0, waitMode, control));
    }

    /**
     * Creates a buffer whose owners may change while no row is outstanding, and whose wait mode may change at any time.
     *
     * @param owners the executor worker that owns each environment, read at each {@link #publish}
     * @param most maximum number of environments of each executor worker
     * @param requests whether executors also wait for requests: such waits keep the initial mode
     * @param waitMode read at each wait
     */
    public DisruptorActionBuffer(
            int[] owners,
            int[] most,
            int outputWidth,
            boolean requests,
            Supplier<WaitMode> waitMode,
            RunControl control) {
        this(
                owners,
                most,
                outputWidth,
                slots -> requests
                        ? new ActionRing(slots, 1, waitMode.get(), control)
                        : new ActionRing(slots, waitMode, control));
    }

    private DisruptorActionBuffer(int[] owners, int[] most, int outputWidth, IntFunction<ActionRing> ring) {
        this.owners = owners;
        // whole cache lines: neighbouring rows are written by different actors
        this.rowStride = (outputWidth + 15) / 16 * 16;
        this.outputs = new float[Math.multiplyExact(owners.length, rowStride)];
        this.rings = Arrays.stream(most).mapToObj(ring).toArray(ActionRing[]::new);
    }

    private static int[] owned(int[] owners) {
        int[] owned = new int[Arrays.stream(owners).max().orElse(-1) + 1];
        for (int owner : owners) {
            owned[owner]++;
        }
        return owned;
    }

    /** Returns the slots of all rings: a power of two each, so less than two for each replica. */
    public int capacity() {
        return Arrays.stream(rings).mapToInt(ActionRing::capacity).sum();
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
