package io.htsrl.learners;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.work.Team;
import io.htsrl.learners.a2c.A2cConfig;
import io.htsrl.learners.onpolicy.ActorCriticConfig;
import io.htsrl.learners.optim.OptimizerConfig;
import io.htsrl.policies.acting.MlpPolicy;
import io.htsrl.policies.check.CheckRow;
import io.htsrl.policies.check.CheckTable;
import io.htsrl.policies.check.SelfCheck;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.MlpConfig;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LearnerCheckTest {

    @ParameterizedTest
    @CsvSource({"ADAM,1", "RMSPROP,1", "ADAM,3"})
    void shouldFindOurOwnPartsRepeatable(OptimizerConfig.Kind kind, int threads) {
        ObservationSpace space = ObservationSpace.floats(4);
        A2cConfig config = new A2cConfig(
                new ActorCriticConfig(0.99, 1, false, 0, 0.5), new OptimizerConfig(kind, 1e-3, false, 1e-5, 0.99, 0.5));
        MlpPolicy policy = new MlpPolicy(space, 2, new MlpConfig(List.of(64), Activation.TANH, true));
        float[] parameters = new float[policy.parameterCount()];
        policy.initialise(parameters, RandomStream.root(1));

        List<CheckRow> rows;
        try (Team team = Team.of(threads)) {
            SelfCheck check = new SelfCheck(space, 1, 16, parameters, RandomStream.root(2));
            rows = LearnerCheck.run(check, config, policy, Backend.JVM, team);
        }

        assertTrue(new CheckTable(rows).holds(), rows::toString);
        assertEquals(
                List.of(
                        "learner's forward",
                        "learner's backward",
                        "learner's forward",
                        "learner's backward",
                        "optimizer"),
                rows.stream().map(CheckRow::subject).toList());
    }
}
