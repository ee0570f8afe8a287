package io.htsrl.determinism;

import io.htsrl.core.run.Perturbation;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.determinism.Runs.Threads;
import io.htsrl.determinism.verify.Delays;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.run.Trainer;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the bank of interval k holds is what φ_k gives: every output row of every run here is computed again. That
 * {@code hts} and {@code serial} give the same digest does not tell: both could act with φ_{k-1}.
 */
@Timeout(1800)
@Tag("slow")
class WitnessTest {
    private static final List<String> ALGORITHMS = List.of("a2c", "ppo", "dqn");

    private static void assertWitnessed(RunConfig config, Perturbation perturbation) throws Exception {
        RunWitness witness = new RunWitness(config);

        new Trainer(config, Attachments.none().with(perturbation).with(witness)).run();

        witness.assertComplete();
    }

    static Stream<Arguments> runs() {
        Stream<Arguments> hts = Stream.of(
                        Threads.DEFAULT,
                        new Threads(0, 4, 3, WaitMode.PHASED),
                        new Threads(1, 1, 16, WaitMode.BLOCKING),
                        new Threads(3, 2, 1, WaitMode.PHASED),
                        new Threads(4, 16, 5, WaitMode.PHASED))
                .map(threads -> Arguments.of(Schedule.HTS, threads));
        Stream<Arguments> sync = Stream.of(Threads.DEFAULT, new Threads(2, 4, 16, WaitMode.PHASED))
                .map(threads -> Arguments.of(Schedule.SYNC, threads));
        return Stream.of(hts, sync, Stream.of(Arguments.of(Schedule.SERIAL, Threads.DEFAULT)))
                .flatMap(runs -> runs);
    }

    @ParameterizedTest
    @MethodSource("runs")
    void shouldActWithTheParametersOfTheInterval(Schedule schedule, Threads threads) throws Exception {
        for (String algorithm : ALGORITHMS) {
            assertWitnessed(Runs.config(algorithm, "CartPole-v1", 1, schedule, threads), Perturbation.NONE);
        }
    }

    /** A swap that let go too early, or actors that read φ_{k+1} as soon as it is there, would show here. */
    @ParameterizedTest
    @CsvSource({"LEARNER_UPDATE", "EXECUTOR_STEP", "ACTOR_BATCH", "SWAP"})
    void shouldActWithTheParametersOfTheIntervalUnderDelays(Perturbation.Point where) throws Exception {
        Perturbation jitter = Delays.jitter(7, EnumSet.of(where), 0.05, 400_000);
        for (String algorithm : ALGORITHMS) {
            assertWitnessed(
                    Runs.config(algorithm, "CartPole-v1", 2, Schedule.HTS, new Threads(2, 3, 4, WaitMode.PHASED)),
                    jitter);
        }
    }

    /** They cut episodes off after 8 steps, two in each interval, or have six features. */
    @ParameterizedTest
    @CsvSource({"OracleChain-v0, HTS", "Acrobot-v1, HTS", "Acrobot-v1, SERIAL", "OracleChain-v0, SYNC"})
    void shouldActWithTheParametersOfTheIntervalOnOtherEnvironments(String environment, Schedule schedule)
            throws Exception {
        for (String algorithm : ALGORITHMS) {
            assertWitnessed(Runs.config(algorithm, environment, 1, schedule, Threads.DEFAULT), Perturbation.NONE);
        }
    }
}
