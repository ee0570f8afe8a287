package io.htsrl.determinism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.htsrl.cli.PlainRuns;
import io.htsrl.core.run.Perturbation;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.determinism.Runs.Threads;
import io.htsrl.learners.AlgorithmConfig;
import io.htsrl.learners.dqn.DqnConfig;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.config.RunConfigBuilder;
import io.htsrl.trainer.report.TrainingResult;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares frames stored once and stacked when read with frames that environments stack themselves. */
@Timeout(1800)
@Tag("slow")
class FrameStackTest {

    private static TrainingResult run(
            String algorithm, Schedule schedule, Threads threads, int inEnvironment, int whenRead) {
        RunConfig plain = Runs.config(algorithm, FrameEnvironments.NAME, 3, schedule, threads);
        return Runs.run(
                RunConfigBuilder.builder(PlainRuns.of(
                                plain.env(),
                                Map.of("stack", "" + inEnvironment),
                                null,
                                plain.seed(),
                                plain.totalTimesteps(),
                                plain.pipeline(),
                                plain.network(),
                                roomy(plain.algorithm())))
                        .frameStack(whenRead)
                        .build(),
                Perturbation.NONE);
    }

    /**
     * A replay memory that forgets nothing: a full one cannot draw its oldest steps, whose stacks are no more whole.
     */
    private static AlgorithmConfig roomy(AlgorithmConfig algorithm) {
        return algorithm instanceof DqnConfig dqn ? learningFrom(dqn.learningStarts()) : algorithm;
    }

    /** The DQN of {@link Runs}, roomy, that learns from step {@code starts} on. */
    static DqnConfig learningFrom(long starts) {
        DqnConfig dqn = (DqnConfig) Runs.algorithm("dqn");
        return new DqnConfig(
                dqn.optimizer(),
                dqn.gamma(),
                dqn.exploration(),
                dqn.replay().withBufferSize(20_000),
                dqn.initialPriority(),
                starts,
                dqn.utd(),
                dqn.targetNetworkFrequency(),
                dqn.tau(),
                dqn.doubleQ(),
                dqn.dueling(),
                null,
                0,
                null);
    }

    @ParameterizedTest
    @CsvSource({"a2c,HTS", "a2c,SYNC", "ppo,HTS", "ppo,SYNC", "dqn,HTS", "dqn,SYNC"})
    void shouldLearnWhatStackedEnvironmentsTeach(String algorithm, Schedule schedule) {
        TrainingResult stacked = run(algorithm, schedule, Threads.DEFAULT, 4, 1);

        assertEquals(
                stacked.parameterDigest(),
                run(algorithm, schedule, Threads.DEFAULT, 1, 4).parameterDigest());
        assertNotEquals(
                stacked.parameterDigest(),
                run(algorithm, schedule, Threads.DEFAULT, 1, 3).parameterDigest());
    }

    @ParameterizedTest
    @ValueSource(strings = {"a2c", "ppo", "dqn"})
    void shouldGiveTheBitsOfTheSerialOracle(String algorithm) {
        TrainingResult serial = run(algorithm, Schedule.SERIAL, new Threads(0, 1, 1, WaitMode.PHASED), 1, 4);

        assertEquals(
                serial.digest(),
                run(algorithm, Schedule.HTS, Threads.DEFAULT, 1, 4).digest());
        assertEquals(
                serial.digest(),
                run(algorithm, Schedule.HTS, new Threads(2, 5, 3, WaitMode.YIELDING), 1, 4)
                        .digest());
    }
}
