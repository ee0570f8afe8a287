package io.htsrl.learners.offpolicy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.policy.SquashedGaussian.LogStd;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.work.Team;
import io.htsrl.learners.LearnerCheck;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.sac.SacConfig;
import io.htsrl.policies.check.CheckRow;
import io.htsrl.policies.check.CheckTable;
import io.htsrl.policies.check.SelfCheck;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CriticSelfCheckTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shouldFindActorsAndCriticsRepeatableAndRight(int threads) {
        SacConfig config = new SacConfig(
                Learning.adam(1e-3),
                Learning.settings(100, 1e-3, 1, 1, 1),
                new EntropySettings(true, 1, Optional.empty(), Temperature.Loss.LOG, true, false, LogStd.CLAMP, 0, 1),
                Learning.replay(8),
                Optional.empty());
        var bank = Batches.bank(4, 2, Learning.INPUTS, 2, 4, 3);
        List<CheckRow> rows;
        try (Team team = Team.of(threads)) {
            LearnerInputs inputs = Learning.inputs(config, bank, Learning.box(2), team);
            SelfCheck check = new SelfCheck(
                    bank.shape().observationSpace(), 1, 16, Learning.parameters(inputs), RandomStream.root(2));
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
