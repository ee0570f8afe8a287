package io.htsrl.benchmarks.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.benchmarks.soak.SoakOutcome.Verdict;
import io.htsrl.cli.Hts;
import io.htsrl.core.policy.ActionSelector;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.run.Perturbation;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.Components;
import io.htsrl.trainer.config.RunConfig;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Runs some configurations of the soak and checks that it detects hangs and differences. */
@Tag("slow")
@Timeout(1800)
class SoakTest {
    private static final long SEED = 1;
    private static final boolean LONG = Boolean.getBoolean("hts.long");
    private static final Duration PATIENCE = Duration.ofMinutes(30);

    private static RunConfig config(String more) {
        return Hts.configure(("--algo a2c --env CartPole-v1 --hidden-sizes 8,8 " + more).split(" "));
    }

    private static void assertPasses(SoakCase drawn) throws InterruptedException {
        SoakOutcome outcome = new SoakRun(PATIENCE).run(drawn);
        assertTrue(
                outcome.verdict().passes(),
                () -> outcome.verdict() + ": " + drawn.text(SEED) + "\n" + outcome.detail());
    }

    static LongStream cases() {
        return LongStream.range(0, LONG ? 30 : 8);
    }

    /** Further ones, each with a memory and a reference: on nodes, with masks, and with parts. */
    static LongStream memories() {
        Stream<Predicate<SoakCase>> kinds = Stream.of(
                drawn -> drawn.nodes() > 0,
                drawn -> drawn.flags().contains("masks=true"),
                drawn -> drawn.flags().contains("seen=parts") && drawn.flags().contains("masks=false"));
        return kinds.flatMapToLong(kind -> LongStream.range(0, Long.MAX_VALUE)
                .filter(index -> remembers(SoakCase.drawn(SEED, index)) && kind.test(SoakCase.drawn(SEED, index)))
                .limit(LONG ? 20 : 1));
    }

    private static boolean remembers(SoakCase drawn) {
        return drawn.flags().contains("--memory") && drawn.hasBarrier();
    }

    @Tag("thorough")
    @ParameterizedTest
    @MethodSource({"cases", "memories"})
    void shouldNeitherHangNorDiffer(long index) throws InterruptedException {
        assertPasses(SoakCase.drawn(SEED, index));
    }

    static Stream<Arguments> crowds() {
        return Stream.of(WaitMode.PHASED, WaitMode.BLOCKING, WaitMode.SLEEPING, WaitMode.YIELDING)
                .flatMap(wait -> Stream.of(2, 4, 16).map(executors -> Arguments.of(wait, executors)));
    }

    /**
     * Each state has to be served by somebody, though each executor serves one at a time: such runs once hung. Yielding
     * and sleeping threads that share a core take the longest.
     */
    @ParameterizedTest
    @MethodSource("crowds")
    void shouldServeEveryStateInBatchesOfOne(WaitMode wait, int executors) throws InterruptedException {
        for (int seed = 1; seed <= (LONG ? 3 : 1); seed++) {
            SoakOutcome outcome = new SoakRun(PATIENCE)
                    .run(
                            config("--num-envs " + executors + " --executors "
                                    + executors + " --actor-batch 1 --sync-interval 1 --total-timesteps "
                                    + (LONG ? 8000 : 2000) + " --wait "
                                    + wait
                                    + " --seed " + seed),
                            Attachments.none(),
                            -1);
            assertEquals(SoakOutcome.of(Verdict.EQUAL), outcome, outcome::detail);
        }
    }

    @Test
    void shouldReportAHangWithTheStacksOfTheThreads() throws InterruptedException {
        RunConfig config = config("--num-envs 2 --sync-interval 2 --total-timesteps 100");
        CountDownLatch end = new CountDownLatch(1);
        Attachments holding = Attachments.none().with((Perturbation) (point, index) -> {
            if (point == Perturbation.Point.LEARNER_UPDATE && index == 7) {
                await(end);
            }
        });
        try {
            String detail = "";
            for (long millis = 400;
                    !detail.contains("SoakTest.await") || !detail.contains("learner (WAITING)");
                    millis *= 2) { // it may not have reached the update yet
                SoakOutcome outcome = new SoakRun(Duration.ofMillis(millis)).run(config, holding, -1);
                assertEquals(Verdict.HANG, outcome.verdict());
                detail = outcome.detail();
            }
        } finally {
            end.countDown();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void shouldReportTheIntervalWhereDigestsDiffer() throws InterruptedException {
        AtomicLong draws = new AtomicLong();
        Components another = new Components() {
            @Override
            public ActionSelector selector(ActionSelector made, int environment, RunConfig config) {
                RandomStream other = RandomStream.root(99);
                return (outputs, offset, stream, step, actions, actionOffset) -> made.select(
                        outputs,
                        offset,
                        step < 10 ? stream : other,
                        step < 10 ? step : draws.getAndIncrement(),
                        actions,
                        actionOffset);
            }
        };
        SoakOutcome outcome = new SoakRun(PATIENCE)
                .run(
                        config("--num-envs 2 --sync-interval 5 --total-timesteps 400"),
                        Attachments.none().with(another),
                        -1);
        assertEquals(Verdict.DIFFERENCE, outcome.verdict());
        assertTrue(
                outcome.detail().startsWith("digests differ from interval 2 of 40; the run's is "), outcome.detail());
    }

    @Test
    void shouldCompareTheIntervalsOfAStoppedRun() throws InterruptedException {
        SoakOutcome outcome = new SoakRun(PATIENCE)
                .run(
                        config("--num-envs 3 --executors 2 --sync-interval 5 --total-timesteps 3000"),
                        Attachments.none(),
                        4);
        assertEquals(SoakOutcome.of(Verdict.EQUAL), outcome);
    }

    @Test
    void shouldDrawUnusualConfigurations() {
        List<String> drawn = LongStream.range(0, 2000)
                .mapToObj(index -> String.join(" ", SoakCase.drawn(SEED, index).flags()) + " ")
                .toList();
        for (String algorithm : List.of(
                "a2c", "acktr", "ppo", "dqn", "sac", "crossq", "td3", "ddpg", "tqc", "q-learning", "pqn", "trpo")) {
            assertDrawn(drawn, "--algo " + algorithm);
        }
        assertDrawn(drawn, "--algo ppo", "--env Pendulum-v1");
        assertDrawn(drawn, "--algo dqn", "--env ConnectFour-v0 --opponents uniform");
        assertDrawn(drawn, "--algo ppo", "--env PaddleDuel-v0 --opponents pfsp", "--memory lstm");
        for (String wait : List.of("phased", "blocking", "sleeping", "yielding", "busy-spin")) {
            assertDrawn(drawn, "--wait " + wait);
        }
        assertDrawn(drawn, "--num-envs 1 ");
        assertDrawn(drawn, "--num-envs 5 --executors 7 ");
        assertDrawn(drawn, "--num-envs 3 --executors 3 --actors 4 ");
        assertDrawn(drawn, "--schedule async", "--actors 0", "--actor-batch 1 ", "--sync-interval 1 ");
        assertDrawn(drawn, "--schedule hts", "--num-envs 16 --executors 16 --actors 0 --actor-batch 1 ");
        assertDrawn(drawn, "--executors 3 --actors 3", "--wait busy-spin");
        for (String memory : List.of("lstm", "gru", "mingru")) {
            assertDrawn(drawn, "--algo ppo", "masks=true", "--memory " + memory);
        }
        assertDrawn(drawn, "--algo dqn", "masks=true", "seen=parts", "--memory ", "--burn-in ");
        assertDrawn(drawn, "--algo dqn", "masks=true", "--retrace-lambda ");
        assertDrawn(drawn, "--algo ppo", "--memory ", "--num-minibatches 2 ");
        for (String seen : SoakEnvironments.KINDS) {
            assertDrawn(drawn, "masks=true", "seen=" + seen, "--frame-stack ");
        }
        assertDrawn(drawn, "--observe 0,2", "--memory ");
        assertDrawn(drawn, "--env Soak-v0", "--critic-sees ", "--memory ");
        assertDrawn(drawn, "--algo dqn", "--policies separate");
        assertDrawn(drawn, "--algo dqn", "--schedule async", "--her ", "episode");
        assertDrawn(drawn, "--algo sac", "--schedule hts", "--her ");
    }

    private static void assertDrawn(List<String> drawn, String... parts) {
        Predicate<String> all = text -> Stream.of(parts).allMatch(text::contains);
        assertTrue(drawn.stream().anyMatch(all), String.join(", ", parts));
    }

    @Test
    void shouldCollectSomeStoppedRunsOnNodes() {
        List<SoakCase> some = LongStream.range(0, 2000)
                .mapToObj(index -> SoakCase.drawn(SEED, index))
                .filter(drawn -> drawn.nodes() > 0)
                .toList();
        assertTrue(some.stream().anyMatch(drawn -> drawn.flags().contains("--memory") && drawn.stopAfter() > 2));
        assertTrue(some.stream().allMatch(drawn -> drawn.schedule().equals("hts")));
    }

    @Test
    void shouldRepeatOneConfiguration() {
        StringWriter out = new StringWriter();
        int code = new CommandLine(new Soak())
                .setOut(new PrintWriter(out))
                .execute("--seed", "1", "--only", "2", "--times", "3");
        assertEquals(0, code, out::toString);
        assertTrue(out.toString().contains("3 configurations ({"), out::toString);
        assertTrue(out.toString().contains("0 hangs, 0 differences, 0 failures"), out::toString);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldNeitherHangNorDifferWithChangingThreads(long index) throws InterruptedException {
        assertPasses(SoakCase.drawn(SEED, index).adapting());
    }

    @Test
    void shouldAdaptSchedulesWithSwaps() {
        List<SoakCase> adapting = LongStream.range(0, 100)
                .mapToObj(index -> SoakCase.drawn(SEED, index).adapting())
                .toList();
        for (SoakCase drawn : adapting) {
            assertEquals(drawn.hasBarrier(), drawn.flags().contains("--adapt"), () -> drawn.text(SEED));
        }
        assertTrue(adapting.stream().anyMatch(drawn -> drawn.text(SEED).contains("--times 100 --adapt")));
    }

    @Test
    void shouldAcceptAdapt() {
        StringWriter out = new StringWriter();
        int code = new CommandLine(new Soak())
                .setOut(new PrintWriter(out))
                .execute("--seed", "1", "--only", "2", "--adapt");
        assertEquals(0, code, out::toString);
    }
}
