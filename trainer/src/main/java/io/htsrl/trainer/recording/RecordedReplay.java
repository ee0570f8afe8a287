package io.htsrl.trainer.recording;

import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.error.Violations;
import io.htsrl.core.policy.ActionHead;
import io.htsrl.replay.PrioritizedReplay;
import io.htsrl.replay.ReplayConfig;

/** A replay memory that is full of recorded steps from the start, and ignores all others. One thread. */
final class RecordedReplay extends PrioritizedReplay {
    private final boolean full;

    RecordedReplay(ReplayConfig config, Recording recording, ActionHead head) {
        super(config);
        recording.appendTo(this, head);
        full = true;
        Violations.require(
                size() > 0,
                RecordingFormat.SETTING,
                recording.steps() + " steps",
                "must hold an episode with a transition of --n-step steps",
                "record more steps");
    }

    @Override
    public void append(
            int environment,
            ObservationSlot observation,
            float[] actions,
            int actionOffset,
            float reward,
            boolean terminated,
            boolean truncated,
            ObservationSlot finalObservation,
            double tdError) {
        if (!full) {
            super.append(
                    environment,
                    observation,
                    actions,
                    actionOffset,
                    reward,
                    terminated,
                    truncated,
                    finalObservation,
                    tdError);
        }
    }

    @Override
    public void cut(int environment, ObservationSlot observation) {}
}
