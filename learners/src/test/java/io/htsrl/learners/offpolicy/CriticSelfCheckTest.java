package io.htsrl.learners.offpolicy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.policy.SquashedGaussian.LogStd;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.work.Team;
import io.htsrl.learners.LearnerCheck;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.crossq.CrossqConfig;
import io.htsrl.learners.sac.SacConfig;
import io.htsrl.policies.check.CheckRow;
import io.htsrl.policies.check.CheckTable;
import io.htsrl.policies.check.SelfCheck;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.policies.network.Tensor;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CriticSelfCheckTest {

    private static final EntropySettings ENTROPY =
            new EntropySettings(true, 1, Optional.empty(), Temperature.Loss.LOG, true, false, LogStd.CLAMP, 0, 1);

    /** @param batchNorm whether networks have batch normalisations, with statistics unlike the first ones */
    @ParameterizedTest
    @CsvSource({"1, false", "3, false", "1, true", "3, true"})
    void shouldFindActorsAndCriticsRepeatableAndRight(int threads, boolean batchNorm) {
        CriticSettings learning = Learning.settings(100, 1e-3, 1, 1, 1);
        ReplaySettings replay = Learning.replay(8);
        SoftConfig config = batchNorm
                ? new CrossqConfig(
                        Learning.adam(1e-3), learning, ENTROPY, replay, new ActorCritics.JointBatches(0.1, 10))
                : new SacConfig(Learning.adam(1e-3), learning, ENTROPY, replay, Optional.empty());
        MlpConfig network = new MlpConfig(
                List.of(16), Optional.empty(), Optional.empty(), Activation.TANH, false, batchNorm, true, null);
        var bank = Batches.bank(4, 2, Learning.INPUTS, 2, 4, 3);
        List<CheckRow> rows;
        try (Team team = Team.of(threads)) {
            LearnerInputs inputs = Learning.inputs(config, bank, Learning.box(2), team, network);
            float[] parameters = Learning.parameters(inputs);
            for (Tensor tensor : inputs.policy().tensors()) {
                for (int i = tensor.offset(); tensor.name().contains(".batchnorm") && i < tensor.end(); i++) {
                    parameters[i] = 0.3f + i % 7 / 5f;
                }
            }
            SelfCheck check = new SelfCheck(bank.shape().observationSpace(), 1, 16, parameters, RandomStream.root(2));
            rows = LearnerCheck.run(check, config, inputs.policy(), Backend.JVM, team);
        }
        assertTrue(new CheckTable(rows).holds(), rows::toString);
        assertEquals(
                List.of(
                        "learner's forward",
                        "learner's backward",
                        "learner's forward",
                        "learner's backward",
                        "critic's forward",
                        "critic's backward",
                        "critic's forward",
                        "critic's backward",
                        "optimizer"),
                rows.stream().map(CheckRow::subject).toList());
    }
}
