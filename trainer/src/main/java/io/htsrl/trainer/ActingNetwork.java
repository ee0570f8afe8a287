package io.htsrl.trainer;

import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.policy.ActionHead;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.Policy;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.trainer.config.RunConfig;
import java.util.Locale;

/** A network that acts, state by state. One call at a time: it locks. */
final class ActingNetwork {
    private final ObservationSpace observations;
    private final int frames;
    private final Policy.Snapshot snapshot;
    private final Policy.Forward forward;
    private final ActionHead head;
    private final ObservationBatch batch = new ObservationBatch(1);
    private final float[] outputs;
    private final int[] outputOffsets = new int[1];

    ActingNetwork(RunConfig config, EnvironmentSpec spec, float[] parameters) {
        PolicyNetwork policy = config.policy(spec);
        observations = spec.observationSpace();
        frames = config.frameStack();
        snapshot = policy.newSnapshot();
        snapshot.load(parameters);
        forward = policy.newForward();
        head = config.head(spec);
        outputs = new float[policy.outputWidth()];
    }

    synchronized float[] act(float[] observation) {
        check(ObservationSpace.Kind.FLOAT32, observation.length);
        batch.over(observation, frames, observations.size());
        return act();
    }

    synchronized float[] act(byte[] observation) {
        check(ObservationSpace.Kind.UINT8, observation.length);
        batch.over(observation, frames, observations.size());
        return act();
    }

    private float[] act() {
        batch.add((frames - 1) * observations.size());
        forward.forward(snapshot, batch, outputs, outputOffsets);
        float[] action = new float[head.actionWidth()];
        head.mode(outputs, 0, action, 0);
        head.toEnvironment(action, 0, action, 0);
        return action;
    }

    private void check(ObservationSpace.Kind kind, int length) {
        int expected = frames * observations.size();
        if (kind != observations.kind() || length != expected) {
            throw new IllegalArgumentException("the agent sees " + (frames == 1 ? "" : frames + " x ") + observations
                    + ", " + expected + " elements, and was shown " + length + " of "
                    + kind.name().toLowerCase(Locale.ROOT));
        }
    }
}
