package io.htsrl.nd4j.network;

import io.htsrl.nd4j.device.NativeBackend;
import io.htsrl.nd4j.device.Nd4jRuntime;
import io.htsrl.policies.gradient.LayoutGradientNetwork;
import io.htsrl.policies.network.NetworkLayout;

/** Base class of networks on ND4J, which attaches the calling thread to the backend. */
abstract class Nd4jNetwork extends LayoutGradientNetwork {
    private final NativeBackend backend;
    private Thread attached;

    /** @param maxRows the greatest number of rows of a minibatch */
    Nd4jNetwork(NetworkLayout layout, int maxRows, NativeBackend backend) {
        super(layout, maxRows);
        this.backend = backend;
    }

    /** Returns the backend of this process and loads it if necessary. */
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
