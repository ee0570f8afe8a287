package io.htsrl.reinforce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.learners.Algorithms;
import io.htsrl.learners.optim.OptimizerConfig;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.run.Trainer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An algorithm from outside: found, checked and trained as those of hts-rl are. */
@Timeout(1800)
class ReinforceTest {
    /** Of actions drawn at random on CartPole-v1. */
    private static final double RANDOM = 22;

    private static RunConfig config(long seed, Schedule schedule, int actors, int executors, long timesteps) {
        OptimizerConfig adam = new OptimizerConfig(OptimizerConfig.Kind.ADAM, 1e-2, false, 1e-8, 0, 0);
        PipelineConfig pipeline = new PipelineConfig(schedule, 16, 128, actors, executors, 16, WaitMode.PHASED, 1);
        return new RunConfig(
                "CartPole-v1",
                Map.of(),
                null,
                seed,
                timesteps,
                pipeline,
                new MlpConfig(List.of(32), Activation.TANH, false),
                new Reinforce.Settings(adam, 0.99));
    }

    private static TrainingResult run(RunConfig config) throws Exception {
        return new Trainer(config, Attachments.none()).run();
    }

    @Test
    void shouldBeFoundByItsName() {
        assertTrue(Algorithms.find("reinforce").orElseThrow() instanceof Reinforce);
        assertEquals(
                List.of("a2c", "ddpg", "dqn", "ppo", "pqn", "q-learning", "reinforce", "sac", "td3", "tqc"),
                Algorithms.names());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldLearn(long seed) throws Exception {
        double reached = run(config(seed, Schedule.HTS, 0, 1, 100_000)).meanReturn100();

        assertTrue(reached > 4 * RANDOM, "a mean return of " + reached);
    }

    @Test
    void shouldGiveTheSerialDigestWhateverTheThreads() throws Exception {
        String oracle = run(config(4, Schedule.SERIAL, 0, 1, 20_000)).digest();

        assertEquals(oracle, run(config(4, Schedule.HTS, 0, 2, 20_000)).digest());
        assertEquals(oracle, run(config(4, Schedule.HTS, 2, 3, 20_000)).digest());
    }

    @Test
    void shouldBeRefusedWhereItSaysThatItCannotLearn() {
        RunConfig async = config(1, Schedule.ASYNC, 0, 1, 20_000);

        String message =
                assertThrows(ConfigurationException.class, async::check).getMessage();
        assertTrue(
                message.contains("--schedule async: it must not be async for reinforce in this version;"
                        + " choose a2c, ddpg, dqn, ppo, pqn, q-learning, sac, td3 or tqc, or --schedule hts"),
                message);
    }

    @Test
    void shouldBeRefusedWhereItCannotChooseActions() {
        RunConfig pole = config(1, Schedule.HTS, 0, 1, 20_000);
        RunConfig pendulum = new RunConfig(
                "Pendulum-v1", Map.of(), null, 1, 20_000, pole.pipeline(), pole.network(), pole.algorithm());

        String message =
                assertThrows(ConfigurationException.class, pendulum::check).getMessage();
        assertTrue(
                message.contains("--env Pendulum-v1: it must have discrete actions for reinforce in this version,"
                        + " and has continuous [-2.0] .. [2.0]; choose --algo a2c, ddpg, ppo, sac, td3 or tqc;"),
                message);
    }
}
