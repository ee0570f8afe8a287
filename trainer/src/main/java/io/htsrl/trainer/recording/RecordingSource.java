package io.htsrl.trainer.recording;

import io.htsrl.core.environment.EnvironmentSource;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.error.Violations;
import io.htsrl.core.policy.ActionHead;
import io.htsrl.learners.statistics.RunningMoments;
import io.htsrl.policies.network.Tensor;
import io.htsrl.policies.normalize.Normalization;
import io.htsrl.replay.ReplayConfig;
import io.htsrl.replay.ReplayMemory;
import io.htsrl.replay.SequenceConfig;
import java.nio.file.Path;
import java.util.List;

/**
 * The recording that a run learns from ({@code --from}). Its digest decides bits, its place does not; a recorded run
 * knows the digest and reads the steps when it trains. Immutable, any thread.
 *
 * @param file run directory, dataset or file
 * @param digest digest that the steps must have; empty for any
 * @param steps the steps; null where they have not been read
 */
public record RecordingSource(Path file, String digest, Recording steps) {

    /**
     * Returns this source with its steps, which are read unless they have been.
     *
     * @throws io.htsrl.core.error.ConfigurationException when they cannot be read, or have another digest
     */
    public RecordingSource read(EnvironmentSpec spec) {
        if (steps != null) {
            return this;
        }
        Recording read = RecordingFormat.find(file).read(file, spec);
        Violations.require(
                digest.isEmpty() || digest.equals(read.digest()),
                RecordingFormat.SETTING,
                file,
                "must hold the steps of digest " + digest + ", and holds those of " + read.digest(),
                "give the recording with those, or remove from-digest to make another run");
        return new RecordingSource(file, read.digest(), read);
    }

    /** Returns the size of the replay memory that holds the steps. */
    public int bufferSize(int frameStack, int nStep) {
        return Math.toIntExact(steps.places() + ReplayConfig.leastCapacity(1, frameStack, nStep, SequenceConfig.NONE));
    }

    /** Returns environments that take no step: their results are {@linkplain IdleEnvironment absent}. */
    public static EnvironmentSource idle(String env, EnvironmentSpec spec) {
        return EnvironmentSource.of(env, () -> new IdleEnvironment(spec));
    }

    /** Returns a maker that fills the memories of {@code maker} with the steps; idle environments add none. */
    public ReplayMemory.Maker memories(ReplayMemory.Maker maker, ActionHead head) {
        return (config, shards, team) -> {
            ReplayMemory memory = maker.make(config, shards, team);
            steps.appendTo(memory, head);
            String rule = "must hold an episode with a transition of --n-step steps";
            Violations.require(memory.size() > 0, RecordingFormat.SETTING, file, rule, "record more steps");
            return memory;
        };
    }

    /** Writes mean and scale of all observations acted on into the parameters of a network that normalises. */
    public void normalize(List<Tensor> tensors, float[] parameters) {
        Normalization.of(tensors).ifPresent(normalization -> {
            RunningMoments moments = steps.moments(normalization.features());
            for (int i = 0; i < normalization.features(); i++) {
                parameters[normalization.offset() + i] = (float) moments.mean(i);
                parameters[normalization.scaleOffset() + i] = (float) moments.scale(i);
            }
        });
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RecordingSource that && digest.equals(that.digest);
    }

    @Override
    public int hashCode() {
        return digest.hashCode();
    }

    @Override
    public String toString() {
        return file + (steps == null ? "" : ", " + steps.steps() + " steps") + " (digest " + digest + ")";
    }
}
