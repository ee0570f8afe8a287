package io.htsrl.learners.bc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.schedule.AsyncConfig;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.time.AnnealingHorizon;
import io.htsrl.core.work.Team;
import io.htsrl.learners.BatchSizeController;
import io.htsrl.learners.Learner;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.LearnerLanes;
import io.htsrl.learners.offpolicy.Learning;
import io.htsrl.learners.offpolicy.NaiveNet;
import io.htsrl.learners.optim.Optimizer;
import io.htsrl.policies.acting.MlpPolicy;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.FirstHead;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.policies.network.Tensor;
import io.htsrl.replay.PrioritizedReplay;
import io.htsrl.replay.ReplayBatch;
import io.htsrl.replay.ReplayMemory;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.StorageBank;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Compares updates of behaviour cloning, one after another, with the loss in double, differentiated by differences. */
class BcUpdateTest {
    private static final int BATCH = 8;
    private static final int INPUTS = 2;
    private static final int HIDDEN = 5;
    private static final double RATE = 0.1;
    private static final double ENTROPY = 0.3; // so great that its gradient counts
    private static final int UPDATES = 3;

    private static final ActionSpace.Discrete THREE = new ActionSpace.Discrete(3);
    private static final ActionSpace.Continuous BOX = Learning.box(2);

    private static PrioritizedReplay memory(BcConfig config, BankShape shape, ActionSpace actions) {
        PrioritizedReplay memory = new PrioritizedReplay(config.memory(shape));
        RandomStream draws = RandomStream.root(9);
        ObservationSlot slot = new ObservationSlot();
        for (int step = 0; step < 30; step++) {
            float[] observation = {(float) draws.normal(step, 0), (float) draws.normal(step, 1)};
            float[] action = actions == THREE
                    ? new float[] {step * step % 3}
                    : new float[] {(float) draws.normal(step, 2), (float) draws.normal(step, 3)};
            slot.at(observation, 0);
            memory.append(0, slot, action, 0, 0, step % 10 == 9, false, null, ReplayMemory.GREATEST_SO_FAR);
        }
        return memory;
    }

    private static double[] row(ActionSpace actions, double[] phi, float[] observations, int row) {
        double[] input = {observations[INPUTS * row], observations[INPUTS * row + 1]};
        return NaiveNet.forward(phi, 0, input, INPUTS, HIDDEN, actions == THREE ? 3 : 2);
    }

    /** {@code mean(-ln π(a|s)) - c mean(H)}. */
    private static double loss(ActionSpace actions, double[] phi, int logStd, ReplayBatch batch) {
        double sum = 0;
        for (int i = 0; i < BATCH; i++) {
            double[] row = row(actions, phi, batch.floatObservations(), i);
            if (actions == THREE) {
                double all = Arrays.stream(row).map(Math::exp).sum();
                double[] logs =
                        Arrays.stream(row).map(each -> each - Math.log(all)).toArray();
                double entropy =
                        -Arrays.stream(logs).map(log -> Math.exp(log) * log).sum();
                sum -= logs[(int) batch.actions()[i]] + ENTROPY * entropy;
                continue;
            }
            for (int j = 0; j < 2; j++) {
                double log = phi[logStd + j];
                double z = (batch.actions()[2 * i + j] - row[j]) / Math.exp(log);
                double logDensity = -0.5 * z * z - log - 0.5 * Math.log(2 * Math.PI);
                double entropy = 0.5 + 0.5 * Math.log(2 * Math.PI) + log;
                sum -= logDensity + ENTROPY * entropy;
            }
        }
        return sum / BATCH;
    }

    private static void compare(ActionSpace actions) {
        BcConfig config = new BcConfig(Learning.plainRms(RATE), 100, BATCH, ENTROPY);
        MlpConfig network = new MlpConfig(List.of(HIDDEN), Activation.TANH, false);
        MlpPolicy policy = new MlpPolicy(
                ObservationSpace.floats(INPUTS), 1, FirstHead.of(config.head(actions)), network, config.heads());
        BankShape shape = new BankShape(1, 1, ObservationSpace.floats(INPUTS), actions.width(), policy.outputWidth());
        PrioritizedReplay recorded = memory(config, shape, actions);
        LearnerInputs inputs = new LearnerInputs(
                shape,
                policy,
                actions,
                AnnealingHorizon.of(100),
                Backend.JVM,
                Team.alone(),
                RandomStream.root(5),
                AsyncConfig.Correction.NONE,
                (memory, shards, team) -> recorded,
                LearnerLanes.HERE,
                BatchSizeController.FIXED,
                Optimizer::of);
        float[] parameters = Learning.parameters(inputs);
        PrioritizedReplay own = memory(config, shape, actions);
        ReplayBatch batch = own.newBatch(BATCH);
        StorageBank lost = new StorageBank(shape);
        StepResult absent = new StepResult();
        absent.setAbsent();
        lost.storeResult(0, 0, absent);
        int logStd = tensor(policy.tensors(), "log_std");
        Learner learner = new BcLearner(config, inputs);
        for (int update = 0; update < UPDATES; update++) {
            double[] start = Learning.widen(parameters);
            own.sample(batch, Learning.streamOf(inputs, "replay", 0, update), 0);

            Map<String, Double> metrics = learner.update(lost, parameters.clone(), parameters, update);

            double moved = 0;
            for (int i = 0; i < start.length; i++) {
                double[] above = start.clone();
                double[] below = start.clone();
                above[i] += 1e-6;
                below[i] -= 1e-6;
                double slope = (loss(actions, above, logStd, batch) - loss(actions, below, logStd, batch)) / 2e-6;
                assertEquals(
                        -RATE * slope,
                        parameters[i] - start[i],
                        2e-3 * Math.abs(RATE * slope) + 2e-5,
                        "parameter " + i + " in update " + update);
                moved = Math.max(moved, Math.abs(parameters[i] - start[i]));
            }
            assertTrue(moved > 1e-3, "update " + update + " moves by " + moved);
            double loss = metrics.get("neglogp") - ENTROPY * metrics.get("entropy");
            assertEquals(loss(actions, start, logStd, batch), loss, 1e-5);
        }
    }

    private static int tensor(List<Tensor> tensors, String name) {
        return tensors.stream()
                .filter(tensor -> tensor.name().contains(name))
                .findFirst()
                .map(Tensor::offset)
                .orElse(-1);
    }

    @Test
    void shouldCloneDiscreteActions() {
        compare(THREE);
    }

    @Test
    void shouldCloneContinuousActions() {
        compare(BOX);
    }
}
