package io.htsrl.determinism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.run.Perturbation;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.determinism.Runs.Threads;
import io.htsrl.determinism.verify.Delays;
import io.htsrl.trainer.report.TrainingResult;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Invariant 6: one configuration and seed have one digest, whatever the threads, the batches and the timing. */
@Timeout(1800)
@Tag("slow")
class DeterminismTest {
    /** DQN with every option on: prioritized from the actors' rows, double, dueling, 3-step, ε per replica. */
    private static final List<String> ALGORITHMS = List.of("a2c", "acktr", "ppo", "trpo", "pqn", "dqn");

    private static final List<Integer> ACTORS = List.of(0, 1, 2, 4, 8);
    private static final List<Integer> EXECUTORS = List.of(1, 2, 16);
    private static final List<Integer> BATCHES = List.of(1, 3, 16);

    /** The digest of the serial oracle, computed once per algorithm and environment. */
    private static final ConcurrentHashMap<String, String> ORACLE = new ConcurrentHashMap<>();

    private static String oracle(String algorithm, String environment) {
        return ORACLE.computeIfAbsent(
                algorithm + environment,
                key -> Runs.run(
                                Runs.config(algorithm, environment, 1, Schedule.SERIAL, Threads.DEFAULT),
                                Perturbation.NONE)
                        .digest());
    }

    /**
     * A third of the shapes for each algorithm, in which any two of actors, executors and batch meet; all in long
     * tests.
     */
    static Stream<Arguments> shapes() {
        List<Threads> phased = ACTORS.stream()
                .flatMap(actors -> EXECUTORS.stream()
                        .flatMap(executors ->
                                BATCHES.stream().map(batch -> new Threads(actors, executors, batch, WaitMode.PHASED))))
                .toList();
        List<Threads> waiting = Stream.of(WaitMode.BLOCKING, WaitMode.SLEEPING, WaitMode.YIELDING)
                .map(mode -> new Threads(1, 2, 3, mode))
                .toList();
        return ALGORITHMS.stream()
                .flatMap(algorithm -> Stream.concat(
                                phased.stream().filter(threads -> isTested(algorithm, threads)), waiting.stream())
                        .map(threads -> Arguments.of(algorithm, threads)));
    }

    private static boolean isTested(String algorithm, Threads threads) {
        int indices = ALGORITHMS.indexOf(algorithm)
                + ACTORS.indexOf(threads.actors())
                + EXECUTORS.indexOf(threads.executors())
                + BATCHES.indexOf(threads.actorBatch());
        return indices % 3 == 0 || Boolean.getBoolean("hts.long");
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void shouldGiveTheSerialDigestForEveryShapeOfThePipeline(String algorithm, Threads threads) {
        assertEquals(
                oracle(algorithm, "CartPole-v1"),
                Runs.run(algorithm, 1, Schedule.HTS, threads).digest());
    }

    /** They have rewards of -1, six features, and truncations within intervals (the chain's, after 8 steps). */
    @ParameterizedTest
    @ValueSource(strings = {"MountainCar-v0", "Acrobot-v1", "OracleChain-v0"})
    void shouldGiveTheSerialDigestOnOtherEnvironments(String environment) {
        for (String algorithm : ALGORITHMS) {
            String digest = Runs.run(
                            Runs.config(algorithm, environment, 1, Schedule.HTS, new Threads(2, 2, 3, WaitMode.PHASED)),
                            Perturbation.NONE)
                    .digest();
            assertEquals(oracle(algorithm, environment), digest);
        }
    }

    /** Threads split the gradients: equal numbers of threads give equal bits. */
    @ParameterizedTest
    @ValueSource(strings = {"a2c", "acktr", "ppo", "trpo", "dqn"})
    void shouldGiveTheSerialDigestForEveryNumberOfLearners(String algorithm) {
        for (int learners : new int[] {2, 3}) {
            Threads one = new Threads(0, 1, Runs.ENVIRONMENTS, WaitMode.PHASED, learners);
            Threads many = new Threads(2, 2, 3, WaitMode.PHASED, learners);
            String serial = Runs.run(algorithm, 1, Schedule.SERIAL, one).digest();
            assertEquals(serial, Runs.run(algorithm, 1, Schedule.HTS, one).digest());
            assertEquals(serial, Runs.run(algorithm, 1, Schedule.HTS, many).digest());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"a2c", "ppo", "dqn"})
    void shouldGiveAnotherDigestForAnotherSeed(String algorithm) {
        assertNotEquals(
                Runs.run(algorithm, 1, Schedule.HTS, Threads.DEFAULT).digest(),
                Runs.run(algorithm, 2, Schedule.HTS, Threads.DEFAULT).digest());
    }

    @ParameterizedTest
    @ValueSource(strings = {"a2c", "ppo", "dqn"})
    void shouldBeDeterministicUnderSyncToo(String algorithm) {
        String digest = Runs.run(algorithm, 1, Schedule.SYNC, Threads.DEFAULT).digest();
        for (Threads threads : List.of(
                new Threads(0, 16, 16, WaitMode.PHASED),
                new Threads(0, 2, 1, WaitMode.PHASED),
                new Threads(1, 1, 16, WaitMode.PHASED),
                new Threads(4, 16, 16, WaitMode.BLOCKING))) {
            assertEquals(digest, Runs.run(algorithm, 1, Schedule.SYNC, threads).digest(), threads.toString());
        }
        assertNotEquals(digest, oracle(algorithm, "CartPole-v1"), "sync has no lag, so it learns otherwise");
    }

    /** Seeded delays of up to 0.4 ms at 1 in {@code period} passages. */
    private static Perturbation jitter(Set<Perturbation.Point> where, int period) {
        return Delays.jitter(99, where, 1.0 / period, 400_000);
    }

    static Stream<Arguments> disturbances() {
        return Stream.of(
                Arguments.of("jitter in executors", jitter(EnumSet.of(Perturbation.Point.EXECUTOR_STEP), 40)),
                Arguments.of("jitter in actors", jitter(EnumSet.of(Perturbation.Point.ACTOR_BATCH), 20)),
                Arguments.of("jitter in the learner", jitter(EnumSet.of(Perturbation.Point.LEARNER_UPDATE), 2)),
                Arguments.of("jitter in the swap", jitter(EnumSet.of(Perturbation.Point.SWAP), 2)),
                Arguments.of("jitter everywhere", jitter(EnumSet.allOf(Perturbation.Point.class), 30)),
                Arguments.of("one slow environment", Delays.slow(Perturbation.Point.EXECUTOR_STEP, 5, 100_000)),
                Arguments.of("one slow actor", Delays.slow(Perturbation.Point.ACTOR_BATCH, 0, 300_000)),
                Arguments.of(
                        "a slow learner", Delays.slow(Perturbation.Point.LEARNER_UPDATE, Delays.EVERYONE, 10_000_000)));
    }

    @Tag("thorough")
    @ParameterizedTest(name = "{0}")
    @MethodSource("disturbances")
    void shouldGiveTheSerialDigestUnderDelays(String name, Perturbation disturbance) {
        for (String algorithm : ALGORITHMS) {
            for (Threads threads :
                    List.of(new Threads(2, 2, 3, WaitMode.PHASED), new Threads(0, 2, 16, WaitMode.PHASED))) {
                TrainingResult result =
                        Runs.run(Runs.config(algorithm, "CartPole-v1", 1, Schedule.HTS, threads), disturbance);
                assertEquals(oracle(algorithm, "CartPole-v1"), result.digest(), algorithm + " " + threads);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"a2c", "ppo", "dqn"})
    void shouldReportALagOfExactlyOne(String algorithm) {
        TrainingResult hts = Runs.run(algorithm, 1, Schedule.HTS, Threads.DEFAULT);
        assertEquals(1, hts.lagMin());
        assertEquals(1, hts.lagMax());
        TrainingResult sync = Runs.run(algorithm, 1, Schedule.SYNC, Threads.DEFAULT);
        assertEquals(0, sync.lagMin());
        assertEquals(0, sync.lagMax());
        assertTrue(hts.episodes() > 0);
    }
}
