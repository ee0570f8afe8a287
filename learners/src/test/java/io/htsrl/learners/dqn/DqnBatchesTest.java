package io.htsrl.learners.dqn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.random.RandomStream;
import io.htsrl.core.time.AnnealingHorizon;
import io.htsrl.core.work.Team;
import io.htsrl.learners.BatchSizeController;
import io.htsrl.learners.Fixtures;
import io.htsrl.learners.offpolicy.BatchTeam;
import io.htsrl.learners.offpolicy.Learning;
import io.htsrl.learners.offpolicy.TargetNetwork;
import io.htsrl.learners.offpolicy.insertion.BankMemory;
import io.htsrl.learners.offpolicy.insertion.BankMemory.FirstErrors;
import io.htsrl.learners.values.QRows;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.replay.PrioritizedReplay;
import io.htsrl.replay.Ratio;
import io.htsrl.replay.ReplayBatch;
import io.htsrl.replay.ReplayConfig;
import io.htsrl.replay.ReplayMemory;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.StorageBank;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests several batches of one update, on the linear policy of the fixtures. */
class DqnBatchesTest {
    private static final float[] BEHAVIOUR = {0.5f, -0.6f, 0.4f};
    private static final float[] CURRENT = {0.1f, 0.9f, -0.8f};
    private static final int STEPS = 8;
    private static final int ENVIRONMENTS = 4;
    private static final int BATCHES = 3;
    private static final double RATE = 0.1;

    private final StorageBank bank = Fixtures.bank(STEPS, ENVIRONMENTS, BEHAVIOUR, 4);
    private final BankShape shape = bank.shape();
    private final Fixtures.LinearPolicy policy = new Fixtures.LinearPolicy();
    private final QRows rows = new QRows(2, true);

    private PrioritizedReplay memory() {
        return new PrioritizedReplay(new ReplayConfig(
                1000, ENVIRONMENTS, shape.observationSpace(), 1, 1, 3, DqnLearnerTest.GAMMA, 0.6, 1e-6));
    }

    private static List<GradientNetwork> networks() {
        return Stream.<GradientNetwork>generate(Fixtures.LinearNetwork::new)
                .limit(BATCHES)
                .toList();
    }

    /** Compares three batches of one update, from draws of their own, with the mean of their gradients. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shouldStepByTheMeanOfItsBatchesAndWritePrioritiesInTheirOrder(int threads) {
        DqnConfig config = DqnLearnerTest.config(
                Learning.plain(RATE), Ratio.oneUpdatePer(STEPS * ENVIRONMENTS), 0, 100, true, false, BATCHES);
        PrioritizedReplay expected = memory();
        new BankMemory(shape, expected, FirstErrors.GREATEST_SO_FAR).append(bank, BEHAVIOUR);
        RandomStream draws = RandomStream.root(1).spawn("replay");
        Fixtures.LinearNetwork network = new Fixtures.LinearNetwork();
        network.loadParameters(CURRENT);
        TargetNetwork target = new TargetNetwork(
                List.of(new Fixtures.LinearNetwork()), Fixtures.targets(1), new BatchTeam(1, Team.alone()));
        target.copy(CURRENT);
        double[] mean = new double[3];
        List<ReplayBatch> drawn = new ArrayList<>();
        List<float[]> errors = new ArrayList<>();
        for (int i = 0; i < BATCHES; i++) {
            ReplayBatch batch = expected.newBatch(DqnLearnerTest.BATCH);
            expected.sample(batch, (i == 0 ? draws : draws.spawn("batch-" + i)).spawn(0), 0.4);
            TemporalDifference loss = new TemporalDifference(0, DqnLearnerTest.BATCH, config, rows, network, target);
            float[] gradient = new float[3];
            network.backward(loss.gradient(batch, 0), gradient);
            for (int j = 0; j < 3; j++) {
                mean[j] += gradient[j] / BATCHES;
            }
            drawn.add(batch);
            errors.add(loss.errors());
        }
        for (int i = 0; i < BATCHES; i++) {
            expected.updatePriorities(drawn.get(i), errors.get(i));
        }

        PrioritizedReplay memory = memory();
        float[] parameters = CURRENT.clone();
        try (Team team = Team.of(threads)) {
            DqnLearner learner = new DqnLearner(
                    config,
                    shape,
                    policy,
                    rows,
                    size -> networks(),
                    new TargetNetwork(networks(), Fixtures.targets(1), new BatchTeam(BATCHES, team)),
                    memory,
                    AnnealingHorizon.of(10),
                    draws,
                    team,
                    BatchSizeController.FIXED);
            assertEquals(1.0, learner.update(bank, BEHAVIOUR, parameters, 0).get("updates"));
        }

        for (int j = 0; j < 3; j++) {
            assertEquals(CURRENT[j] - RATE * mean[j], parameters[j], 1e-3 * RATE * Math.abs(mean[j]) + 1e-7);
            assertTrue(Math.abs(mean[j]) > 1e-3);
        }
        assertArrayEquals(leaves(expected), leaves(memory));
    }

    private static long[] leaves(ReplayMemory memory) {
        long[] leaves = new long[memory.leaves()];
        memory.copyLeaves(leaves);
        return leaves;
    }
}
