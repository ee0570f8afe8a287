package io.htsrl.python;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.trainer.Training;
import io.htsrl.trainer.Trust;
import io.htsrl.trainer.report.TrainingResult;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Environments of the field have one digest each, whoever steps them, anywhere. Runs are short, networks small, and
 * episodes so short that they end within a run.
 */
@Tag("slow")
@Timeout(1800)
@EnabledIf("io.htsrl.python.VirtualEnvironment#there")
class GymnasiumDigestTest {
    private static final List<String> WAYS = List.of(
            "executors=1 python-workers=4",
            "executors=2 python-workers=3 wait=blocking",
            "executors=3 python-workers=2 wait=yielding",
            "executors=2 python-workers=1 wait=busy-spin",
            "executors=2 actors=1 actor-batch=1 python-workers=4",
            "executors=4 actors=2 actor-batch=2 python-workers=2",
            "executors=3 actor-batch=1 learners=2");

    private static final Map<Run, TrainingResult> SERIAL = new ConcurrentHashMap<>();

    /** What is trained, in 4 environments. */
    private enum Run {
        A2C_PONG("a2c", "gym:ALE/Pong-v5", 140, 3) {
            @Override
            void set(Training training) {
                training.set("wrapper", "real:SmallFrames")
                        .set("env-option", Map.of("obs_type", "grayscale", "max_num_frames_per_episode", "120"))
                        .set("network", "nature")
                        .set("sync-interval", 5);
            }
        },
        PPO_CHEETAH("ppo", "gym:HalfCheetah-v5", 768, 5) {
            @Override
            void set(Training training) {
                training.set("env-option", Map.of("max_episode_steps", "30"))
                        .set("hidden-sizes", List.of(16, 16))
                        .set("sync-interval", 16);
            }
        },
        SAC_CHEETAH("sac", "gym:HalfCheetah-v5", 400, 11) {
            @Override
            void set(Training training) {
                training.set("env-option", Map.of("max_episode_steps", "30"))
                        .set("hidden-sizes", List.of(16, 16))
                        .set("sync-interval", 4)
                        .set("learning-starts", 100)
                        .set("buffer-size", 1000)
                        .set("batch-size", 16);
            }
        },
        /** An image and a direction, with a memory. */
        PPO_GRID("ppo", "gym:MiniGrid-Empty-5x5-v0", 1024, 5) {
            @Override
            void set(Training training) {
                training.set("wrapper", "real:seeing")
                        .set("env-option", Map.of("max_steps", "30"))
                        .set("memory", "lstm")
                        .set("memory-size", 16)
                        .set("hidden-sizes", List.of(16))
                        .set("sync-interval", 32);
            }
        },
        /** An observation, an achieved goal and a desired one. */
        A2C_GOAL("a2c", "gym:real:Reach", 1024, 5) {
            @Override
            void set(Training training) {
                training.set("network", "combined")
                        .set("critic-sees", "achieved_goal")
                        .set("hidden-sizes", List.of(16));
            }
        };

        private final String algorithm;
        private final String environment;
        private final int timesteps;
        /** In which it is stopped. */
        private final int interval;

        Run(String algorithm, String environment, int timesteps, int interval) {
            this.algorithm = algorithm;
            this.environment = environment;
            this.timesteps = timesteps;
            this.interval = interval;
        }

        abstract void set(Training training);

        Training training(String settings) {
            Training training = Training.of(algorithm, environment)
                    .set("python", VirtualEnvironment.python())
                    .set("num-envs", 4)
                    .timesteps(timesteps);
            set(training);
            for (String setting : settings.split(" ")) {
                String[] pair = setting.split("=");
                training.set(pair[0], pair[1]);
            }
            return training;
        }

        TrainingResult result(String settings) throws Exception {
            return training(settings).run().result().orElseThrow();
        }

        /** {@code serial} gives it; it runs once. */
        TrainingResult serial() {
            return SERIAL.computeIfAbsent(this, run -> {
                try {
                    return run.result("schedule=serial");
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            });
        }
    }

    @Tag("thorough")
    @ParameterizedTest
    @EnumSource(Run.class)
    void shouldBeOneDigestWhoeverSteps(Run run) throws Exception {
        TrainingResult serial = run.serial();
        assertTrue(serial.episodes() >= 4, "episodes must have ended: " + serial.episodes());
        for (int way = run.ordinal(); way < WAYS.size(); way += Run.values().length) { // each way with one run
            assertEquals(serial.digest(), run.result(WAYS.get(way)).digest(), WAYS.get(way));
        }
    }

    @Test
    void shouldGoOnFromACheckpointAsIfNothingHadBeen(@TempDir Path folder) throws Exception {
        goesOn(Run.SAC_CHEETAH, folder);
    }

    @Tag("thorough")
    @ParameterizedTest
    @EnumSource(names = {"A2C_PONG", "PPO_GRID"}) // a frame, and parts with a memory
    void shouldGoOnWithFramesAndParts(Run run, @TempDir Path folder) throws Exception {
        goesOn(run, folder);
    }

    /** The environment does not save its state: the run replays the episodes under way. */
    private static void goesOn(Run run, Path folder) throws Exception {
        Training stopped = run.training("executors=2").checkpoints(folder, 2);
        stopped.onInterval(report -> {
            if (report.interval() == run.interval) {
                stopped.stop();
            }
        });
        assertTrue(stopped.run().result().orElseThrow().stopped());

        assertEquals(
                run.serial().digest(),
                Training.resume(folder, Trust.RECORDED)
                        .run()
                        .result()
                        .orElseThrow()
                        .digest());
    }
}
