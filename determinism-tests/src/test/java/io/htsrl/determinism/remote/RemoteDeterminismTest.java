package io.htsrl.determinism.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.random.RandomStream;
import io.htsrl.core.run.Perturbation;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.determinism.remote.RemoteRuns.Threads;
import io.htsrl.determinism.verify.Delays;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.report.TrainingResult;
import java.util.EnumSet;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Invariant 6: environments that compute elsewhere give the bits of others, in whichever order they answer. */
@Timeout(1800)
@Tag("slow")
class RemoteDeterminismTest {
    private static final int DRAWN = Boolean.getBoolean("hts.long") ? 24 : 3;
    private static final Map<String, String> HERE = new ConcurrentHashMap<>(); // digests of runs in this process

    private static String here(String algorithm, Schedule schedule) {
        return HERE.computeIfAbsent(
                algorithm + schedule,
                key -> RemoteRuns.run(
                                RemoteRuns.config(algorithm, "CartPole-v1", Map.of(), schedule, RemoteRuns.DEFAULT))
                        .digest());
    }

    private static Threads drawn(RandomStream draws, int i) {
        return new Threads(
                (int) (draws.uniform(i, 0) * 3),
                1 + (int) (draws.uniform(i, 1) * RemoteRuns.ENVIRONMENTS),
                1 + (int) (draws.uniform(i, 2) * RemoteRuns.ENVIRONMENTS),
                WaitMode.values()[(int) (draws.uniform(i, 3) * 3)]);
    }

    static Stream<Threads> shapes() {
        RandomStream draws = RandomStream.root(5).spawn("shapes");
        return Stream.concat(
                Stream.of(
                        RemoteRuns.DEFAULT,
                        new Threads(1, 2, 3, WaitMode.YIELDING),
                        new Threads(0, 1, 1, WaitMode.BUSY_SPIN)),
                IntStream.range(0, DRAWN).mapToObj(i -> drawn(draws, i)));
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void shouldGiveTheSerialDigestOfTheEnvironmentHere(Threads threads) {
        assertEquals(
                here("a2c", Schedule.SERIAL),
                RemoteRuns.run(RemoteRuns.distant("a2c", Schedule.HTS, threads)).digest());
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void shouldGiveTheDigestUnderSyncToo(Threads threads) {
        assertEquals(
                here("a2c", Schedule.SYNC),
                RemoteRuns.run(RemoteRuns.distant("a2c", Schedule.SYNC, threads))
                        .digest());
    }

    @Test
    void shouldGiveTheSameDigestByOneThread() {
        assertEquals(
                here("ppo", Schedule.SERIAL),
                RemoteRuns.run(RemoteRuns.distant("ppo", Schedule.SERIAL, RemoteRuns.DEFAULT))
                        .digest());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2})
    void shouldGiveTheSerialDigestUnderDelays(int actors) {
        Perturbation delays = Delays.jitter(99, EnumSet.allOf(Perturbation.Point.class), 1.0 / 30, 400_000);
        Threads threads = new Threads(actors, 2, 3, WaitMode.PHASED);
        assertEquals(
                here("ppo", Schedule.SERIAL),
                RemoteRuns.run(
                                RemoteRuns.distant("ppo", Schedule.HTS, threads),
                                Attachments.none().with(delays))
                        .digest());
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void shouldComeToTheEndUnderAsync(Threads threads) {
        TrainingResult result = RemoteRuns.run(RemoteRuns.distant("a2c", Schedule.ASYNC, threads));
        assertEquals((long) RemoteRuns.INTERVALS * RemoteRuns.ENVIRONMENTS * RemoteRuns.INTERVAL, result.timesteps());
        assertTrue(result.episodes() > 0);
    }
}
