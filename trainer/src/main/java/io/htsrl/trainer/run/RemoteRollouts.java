package io.htsrl.trainer.run;

import io.htsrl.storage.BankShape;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.rollouts.RolloutSource;
import io.htsrl.trainer.rollouts.Rollouts;
import io.htsrl.trainer.rollouts.StartStates;

/**
 * The open engine that collects the rollouts of a run, and the states with which the run begins intervals. Used by the
 * thread that wires; its parts have thread rules.
 */
record RemoteRollouts(StartStates states, Rollouts rollouts) implements AutoCloseable {

    /** Opens the engine; returns null if this process collects the rollouts. */
    static RemoteRollouts open(RunConfig config, Attachments attachments, BankShape shape) {
        if (!attachments.rollouts().elsewhere()) {
            return null;
        }
        StartStates states = new StartStates(config.pipeline().numEnvs());
        RolloutSource.RolloutSite site =
                new RolloutSource.RolloutSite(shape, states, attachments.control(), attachments.timeline());
        return new RemoteRollouts(states, attachments.rollouts().open(site));
    }

    @Override
    public void close() {
        rollouts.close();
    }
}
