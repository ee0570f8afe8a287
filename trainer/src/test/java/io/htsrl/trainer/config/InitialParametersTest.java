package io.htsrl.trainer.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.error.ConfigurationException;
import io.htsrl.trainer.report.TrainingFailedException;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.run.Trainer;
import org.junit.jupiter.api.Test;

/** A program gives learnt parameters, without a command line. */
class InitialParametersTest {
    private final RunConfig config = GivenRuns.of(
            "--algo",
            "a2c",
            "--env",
            "CartPole-v1",
            "--num-envs",
            "4",
            "--sync-interval",
            "8",
            "--total-timesteps",
            "160",
            "--hidden-sizes",
            "8");

    private static TrainingResult run(RunConfig config) throws TrainingFailedException, InterruptedException {
        return new Trainer(config, Attachments.none()).run();
    }

    @Test
    void shouldBeginWithWhatAnotherTrainerHasLearnt() throws Exception {
        TrainingResult learnt = run(config);
        InitialParameters initial = InitialParameters.of(learnt.parameters(), "the run before");
        assertEquals(learnt.parameterDigest(), initial.digest());

        TrainingResult tuned = run(config.startingFrom(initial));
        assertNotEquals(learnt.digest(), tuned.digest());
        assertEquals(
                tuned.digest(),
                run(config.startingFrom(InitialParameters.of(learnt.parameters(), "a copy")))
                        .digest());
    }

    @Test
    void shouldNotSeeLaterChangesOfTheArray() throws Exception {
        float[] values = run(config).parameters();
        InitialParameters initial = InitialParameters.of(values, "an array");
        String before = run(config.startingFrom(initial)).digest();
        values[0]++;
        assertEquals(before, run(config.startingFrom(initial)).digest());
    }

    private void assertRefused(InitialParameters initial, String words) {
        ConfigurationException refused = assertThrows(
                ConfigurationException.class, () -> new Trainer(config.startingFrom(initial), Attachments.none()));
        assertTrue(refused.getMessage().contains(words), refused::getMessage);
    }

    @Test
    void shouldRefuseWhatTheNetworkCannotBeginWith() throws Exception {
        float[] values = run(config).parameters();
        assertRefused(
                InitialParameters.of(new float[3], "three"),
                "must hold the " + values.length + " parameters of this network, and holds 3");
        values[7] = Float.NaN;
        assertRefused(InitialParameters.of(values, "diverged"), "parameter 7 is NaN");
        assertRefused(InitialParameters.recorded("feed", "a recorded run"), "must have been read");
    }
}
