package io.htsrl.python;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentCheck;
import io.htsrl.core.environment.GoalReward;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.trainer.Training;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A rule of rewards is found in goal environments as Gymnasium-Robotics has them, or the reason why not. */
@Timeout(1800)
@EnabledIf("io.htsrl.python.Python#there")
class PythonGoalsTest {
    private static final String ENV = "odd:Reaching";

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldComputeTheRewardsOfTheEnvironment(boolean dense) {
        try (Environment environment = Python.plain(ENV, Map.of("dense", String.valueOf(dense)))) {
            GoalReward.Distance rule = (GoalReward.Distance)
                    environment.spec().observationSpace().goals().orElseThrow().reward();
            assertEquals(0.05, rule.threshold());
            assertEquals(dense, rule.dense());
            assertTrue(rule.terminates());
            assertEquals(List.of(), EnvironmentCheck.of(environment).problems());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "threshold, false | it has no distance_threshold",
                "step, false      | its step gave the reward 0.5, and its compute_reward gives 0.0",
                "reward, false    | between the goals, which no rule of its distance_threshold 0.05 does",
                "reward, true     | at a distance of",
                "end, false       | its compute_terminated is no rule of its distance_threshold 0.05",
                "raise, true      | its compute_reward raised ValueError: no goal"
            })
    void shouldSayWhyItsGoalsCannotBeChanged(String options, String reason) {
        String[] words = options.split(", ");
        try (Environment environment = Python.plain(ENV, Map.of("wrong", words[0], "dense", words[1]))) {
            assertEquals(Optional.empty(), environment.spec().observationSpace().goals());
            assertTrue(
                    environment.warnings().toString().contains("has goals that --her cannot change: ")
                            && environment.warnings().toString().contains(reason),
                    environment.warnings()::toString);
        }
    }

    private static Training training(String schedule, boolean her) {
        return Training.of("sac", "gym:" + ENV)
                .set("python", Python.PLAIN)
                .set("her", her)
                .set("schedule", schedule)
                .set("learning-starts", 200)
                .set("hidden-sizes", "16,16")
                .set("batch-size", 16)
                .set("num-envs", 4)
                .timesteps(600);
    }

    @Test
    void shouldHaveTheDigestOfTheSerialRun() throws Exception {
        String serial = training("serial", true).run().result().orElseThrow().digest();
        assertEquals(
                serial,
                training("hts", true)
                        .set("executors", 3)
                        .run()
                        .result()
                        .orElseThrow()
                        .digest());
    }

    @Test
    void shouldRefuseHindsightWithoutARule() {
        Training training = training("hts", true).set("env-option", "wrong=end");
        String message =
                assertThrows(ConfigurationException.class, training::run).getMessage();
        assertTrue(message.contains("her true: it needs an environment with the parts achieved_goal"), message);
    }
}
