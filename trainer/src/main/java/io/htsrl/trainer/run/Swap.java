package io.htsrl.trainer.run;

import io.htsrl.core.policy.ActingState;
import io.htsrl.core.run.Perturbation;
import io.htsrl.core.run.RunControl;
import io.htsrl.learners.ParameterVersions;
import io.htsrl.storage.DoubleStorage;
import io.htsrl.storage.RolloutClock;

/**
 * What happens between two intervals, by one thread while all others wait at the barrier: banks change places, φ_{k+1}
 * becomes what actors act with, and the clock moves on. The only exchange between rollout and learning.
 */
final class Swap implements Runnable {
    private final DoubleStorage storage;
    private final ParameterVersions versions;
    private final ActingState acting;
    private final RolloutClock rollout;
    private final RunControl control;
    private final Perturbation perturbation;
    private final Runnable afterwards;

    /** @param afterwards called when all else is done, before anybody goes on */
    Swap(
            DoubleStorage storage,
            ParameterVersions versions,
            ActingState acting,
            RolloutClock rollout,
            RunControl control,
            Perturbation perturbation,
            Runnable afterwards) {
        this.storage = storage;
        this.versions = versions;
        this.acting = acting;
        this.rollout = rollout;
        this.control = control;
        this.perturbation = perturbation;
        this.afterwards = afterwards;
        stamp();
        acting.begin(storage.write(), versions.current()); // the first interval acts with the parameters at hand
    }

    @Override
    public void run() {
        perturbation.at(Perturbation.Point.SWAP, rollout.interval());
        versions.rotate();
        storage.swap();
        stamp();
        acting.swap(storage.write());
        rollout.advance(control.stopRequested());
        afterwards.run();
    }

    private void stamp() {
        storage.write().collectedUnder(versions.version());
    }
}
