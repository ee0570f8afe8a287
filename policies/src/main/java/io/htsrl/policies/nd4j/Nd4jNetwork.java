package io.htsrl.policies.nd4j;

import io.htsrl.policies.backend.Backends;
import io.htsrl.policies.backend.ComputeBackend;
import io.htsrl.policies.backend.Nd4jRuntime;
import io.htsrl.policies.gradient.LayoutGradientNetwork;
import io.htsrl.policies.network.NetworkLayout;

/** A network whose calling thread the backend must know. */
abstract class Nd4jNetwork extends LayoutGradientNetwork {
    private final ComputeBackend backend;
    private Thread attached;

    /** @param maxRows the greatest number of rows of a minibatch */
    Nd4jNetwork(NetworkLayout layout, int maxRows, ComputeBackend backend) {
        super(layout, maxRows);
        this.backend = backend;
    }

    /** The backend of this process, which it loads. */
    static ComputeBackend loadedBackend() {
        Nd4jRuntime.load();
        return Backends.current();
    }

    @Override
    protected final void attach() {
        if (attached != Thread.currentThread()) {
            backend.attachThread();
            attached = Thread.currentThread();
        }
    }
}
