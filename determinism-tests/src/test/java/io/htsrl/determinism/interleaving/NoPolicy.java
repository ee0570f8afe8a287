package io.htsrl.determinism.interleaving;

import io.htsrl.core.policy.Policy;
import io.htsrl.core.random.RandomStream;

/** A policy of no parameters, for what versions alone matter to. */
final class NoPolicy implements Policy {

    @Override
    public int parameterCount() {
        return 0;
    }

    @Override
    public int observationSize() {
        return 1;
    }

    @Override
    public int outputWidth() {
        return 1;
    }

    @Override
    public void initialise(float[] parameters, RandomStream stream) {
        // nothing to write
    }

    @Override
    public Snapshot newSnapshot() {
        return parameters -> {};
    }

    @Override
    public Forward newForward() {
        return (snapshot, batch, outputs, offsets) -> {};
    }
}
