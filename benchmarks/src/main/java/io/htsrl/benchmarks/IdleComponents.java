package io.htsrl.benchmarks;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.random.RandomStream;
import io.htsrl.learners.Learner;
import io.htsrl.storage.StorageBank;
import io.htsrl.trainer.config.Components;
import io.htsrl.trainer.config.RunConfig;
import java.io.DataInput;
import java.io.DataOutput;
import java.util.Map;

/**
 * Components of a run that computes nothing: actors output zeros, which makes discrete actions uniform and continuous
 * ones standard normal, and the learner does nothing. Environments and pipeline remain, and the policy where
 * {@code acts}. Stateless.
 *
 * @param acts whether the policy computes actions
 */
public record IdleComponents(boolean acts) implements Components {
    @Override
    public Policy acting(Policy made, RunConfig config) {
        return acts ? made : new ZeroPolicy(made);
    }

    @Override
    public Learner learner(Learner made, RunConfig config) {
        return new IdleLearner(made);
    }

    private record ZeroPolicy(Policy made) implements Policy {
        @Override
        public int parameterCount() {
            return made.parameterCount();
        }

        @Override
        public int observationSize() {
            return made.observationSize();
        }

        @Override
        public int outputWidth() {
            return made.outputWidth();
        }

        @Override
        public void initialise(float[] parameters, RandomStream stream) {
            made.initialise(parameters, stream);
        }

        @Override
        public Snapshot newSnapshot() {
            return parameters -> {};
        }

        @Override
        public Forward newForward() {
            return ZeroPolicy::forward;
        }

        private static void forward(Snapshot snapshot, ObservationBatch batch, float[] outputs, int[] offsets) {}
    }

    private record IdleLearner(Learner made) implements Learner {
        @Override
        public Map<String, Double> update(StorageBank bank, float[] behaviour, float[] parameters, long update) {
            return Map.of();
        }

        @Override
        public void save(DataOutput out) {}

        @Override
        public void restore(DataInput in) {}

        @Override
        public void close() {
            made.close();
        }
    }
}
