package io.htsrl.learners;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.schedule.AsyncConfig;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.time.AnnealingHorizon;
import io.htsrl.core.work.Team;
import io.htsrl.learners.offpolicy.PolyakTargets;
import io.htsrl.learners.optim.Optimizer;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.policies.network.Tensor;
import io.htsrl.replay.ReplayMemory;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.StorageBank;
import java.util.List;

/** Small structures for the tests of this module. */
public final class Fixtures {

    private Fixtures() {}

    /** Makes targets of a {@link LinearPolicy}. */
    public static PolyakTargets targets(double tau) {
        return new PolyakTargets(List.of(new Tensor("weights", 0, List.of(3))), tau, Team.alone());
    }

    /** Inputs of a learner in this JVM, for runs of ten intervals. */
    public static LearnerInputs inputs(
            BankShape shape,
            PolicyNetwork policy,
            ActionSpace actions,
            Team team,
            RandomStream stream,
            AsyncConfig.Correction correction) {
        return new LearnerInputs(
                shape,
                policy,
                actions,
                AnnealingHorizon.of(10),
                Backend.JVM,
                team,
                stream,
                correction,
                ReplayMemory::of,
                LearnerLanes.HERE,
                BatchSizeController.FIXED,
                Optimizer::of);
    }

    /** First parameters, each moved by up to 0.2: a policy's head begins near 0. */
    public static float[] moved(PolicyNetwork policy, RandomStream stream) {
        float[] phi = new float[policy.parameterCount()];
        policy.initialise(phi, RandomStream.root(2));
        for (int i = 0; i < phi.length; i++) {
            phi[i] += (float) (0.4 * stream.uniform(i) - 0.2);
        }
        return phi;
    }

    /**
     * A linear actor-critic that can be checked by hand: two logits {@code p0 x} and {@code p1 x}, value {@code p2 x},
     * one observation feature x.
     */
    public static final class LinearPolicy implements Policy {

        /** A copy. */
        private static final class Copy implements Snapshot {
            private float[] values;

            @Override
            public void load(float[] parameters) {
                values = parameters.clone();
            }
        }

        @Override
        public int parameterCount() {
            return 3;
        }

        @Override
        public int observationSize() {
            return 1;
        }

        @Override
        public int outputWidth() {
            return 3;
        }

        @Override
        public void initialise(float[] parameters, RandomStream stream) {
            for (int i = 0; i < parameters.length; i++) {
                parameters[i] = (float) stream.uniform(i);
            }
        }

        @Override
        public Snapshot newSnapshot() {
            return new Copy();
        }

        @Override
        public Forward newForward() {
            return (snapshot, batch, outputs, offsets) -> forward(((Copy) snapshot).values, batch, outputs, offsets);
        }

        private static void forward(float[] p, ObservationBatch batch, float[] outputs, int[] offsets) {
            for (int row = 0; row < batch.rows(); row++) {
                for (int j = 0; j < 3; j++) {
                    outputs[offsets[row] + j] = p[j] * batch.floats()[batch.offset(row)];
                }
            }
        }
    }

    /** The gradient of {@link LinearPolicy}, and which parameters it was asked at. */
    public static class LinearNetwork implements GradientNetwork {
        private float[] loaded;
        private float[] observations;
        private int rows;

        @Override
        public int parameterCount() {
            return 3;
        }

        @Override
        public int outputWidth() {
            return 3;
        }

        @Override
        public int maxRows() {
            return Integer.MAX_VALUE;
        }

        /** The parameters that it was last given. */
        public float[] loaded() {
            return loaded;
        }

        @Override
        public void loadParameters(float[] parameters) {
            loaded = parameters.clone();
        }

        @Override
        public void forward(ObservationBatch batch, float[] outputs) {
            rows = batch.rows();
            observations = new float[rows];
            for (int row = 0; row < rows; row++) {
                observations[row] = batch.floats()[batch.offset(row)];
                for (int j = 0; j < 3; j++) {
                    outputs[row * 3 + j] = loaded[j] * observations[row];
                }
            }
        }

        @Override
        public void backward(float[] outputGradient, float[] parameterGradient) {
            for (int j = 0; j < 3; j++) {
                float sum = 0;
                for (int row = 0; row < rows; row++) {
                    sum += outputGradient[row * 3 + j] * observations[row];
                }
                parameterGradient[j] = sum;
            }
        }

        @Override
        public void close() {}
    }

    /** Makes every second truncated step a lost one, which shows that reward and another action; of the two. */
    public static StorageBank lose(StorageBank bank, double reward, boolean otherAction) {
        int truncated = 0;
        StepResult result = new StepResult();
        for (int row = 0; row < bank.shape().rows(); row++) {
            if (bank.truncated(row) && truncated++ % 2 == 0) {
                result.setLost();
                result.reward = reward;
                bank.storeResult(
                        row / bank.shape().environments(), row % bank.shape().environments(), result);
                int action = row * bank.shape().actionWidth();
                bank.actions()[action] = otherAction ? 1 - bank.actions()[action] : bank.actions()[action];
            }
        }
        return bank;
    }

    /** A bank of random experience of {@link LinearPolicy} under {@code parameters}, with endings of both kinds. */
    public static StorageBank bank(int steps, int environments, float[] parameters, long seed) {
        return bank(ObservationSpace.floats(1), steps, environments, parameters, seed);
    }

    /** Gives observations more features; the policy reads the first. */
    public static StorageBank bank(ObservationSpace space, int steps, int environments, float[] parameters, long seed) {
        StorageBank bank = new StorageBank(new BankShape(steps, environments, space, 1, 3));
        RandomStream draws = RandomStream.root(seed).spawn("bank");
        ObservationSlot slot = new ObservationSlot();
        StepResult result = new StepResult();
        for (int environment = 0; environment < environments; environment++) {
            bank.observationSlot(0, environment, slot).set(0, (float) draws.uniform(environment, -1));
            setOthers(slot, space, draws.spawn(environment));
            for (int step = 0; step < steps; step++) {
                RandomStream d = draws.spawn(environment).spawn(step);
                float x = bank.observationSlot(step, environment, slot).get(0);
                bank.storeOutput(
                        step, environment, new float[] {parameters[0] * x, parameters[1] * x, parameters[2] * x}, 0);
                bank.actions()[bank.row(step, environment)] = d.uniform(0) < 0.5 ? 0 : 1;
                double kind = d.uniform(1);
                result.set(2 * d.uniform(2) - 1, kind < 0.2, kind > 0.8);
                bank.storeResult(step, environment, result);
                bank.observationSlot(step + 1, environment, slot).set(0, (float) (2 * d.uniform(3) - 1));
                setOthers(slot, space, d);
                if (kind > 0.8) {
                    bank.keepFinal(step, environment);
                    slot.set(0, (float) (2 * d.uniform(4) - 1));
                }
            }
        }
        return bank;
    }

    private static void setOthers(ObservationSlot slot, ObservationSpace space, RandomStream draws) {
        for (int i = 1; i < space.size(); i++) {
            slot.set(i, (float) (2 * draws.uniform(i, 0) - 1));
        }
    }
}
