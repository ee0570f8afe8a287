package io.htsrl.nd4j.network;

import io.htsrl.nd4j.device.NativeBackend;
import io.htsrl.nd4j.device.Nd4jRuntime;
import io.htsrl.policies.gradient.LayoutGradientNetwork;
import io.htsrl.policies.network.NetworkLayout;

/** A network whose calling thread the backend must know. */
abstract class Nd4jNetwork extends LayoutGradientNetwork {
    private final NativeBackend backend;
    private Thread attached;

    /** @param maxRows the greatest number of rows of a minibatch */
    Nd4jNetwork(NetworkLayout layout, int maxRows, NativeBackend backend) {
        super(layout, maxRows);
        this.backend = backend;
    }

    /** The backend of this process, which it loads. */
    static NativeBackend loadedBackend() {
        Nd4jRuntime.load();
        return NativeBackend.current();
    }

    @Override
    protected final void attach() {
        if (attached != Thread.currentThread()) {
            backend.attachThread();
            attached = Thread.currentThread();
        }
    }
}
