package io.htsrl.trainer.run;

import io.htsrl.replay.ReplayMemory;
import io.htsrl.storage.BankShape;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.rollouts.RolloutSite;
import io.htsrl.trainer.rollouts.Rollouts;
import io.htsrl.trainer.rollouts.StartStates;

/**
 * Who collects the rollouts of a run elsewhere, open, and the states that it begins intervals with. By the thread that
 * wires; thread rules of its parts.
 */
record RemoteRollouts(StartStates states, Rollouts rollouts) implements AutoCloseable {

    /** Null where rollouts are collected here. */
    static RemoteRollouts open(RunConfig config, Attachments attachments, BankShape shape) {
        if (!attachments.rollouts().elsewhere()) {
            return null;
        }
        StartStates states = new StartStates(config.pipeline().numEnvs());
        RolloutSite site = new RolloutSite(shape, states, attachments.control(), attachments.timeline());
        return new RemoteRollouts(states, attachments.rollouts().open(site));
    }

    /** What a learner that replays remembers in. */
    static ReplayMemory.Maker memories(RemoteRollouts elsewhere) {
        return elsewhere == null ? ReplayMemory::of : elsewhere.rollouts().memories(ReplayMemory::of);
    }

    @Override
    public void close() {
        rollouts.close();
    }
}
