package io.htsrl.trainer.capacity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.error.Violations;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.core.time.AnnealedValue;
import io.htsrl.learners.AlgorithmConfig;
import io.htsrl.learners.a2c.A2cConfig;
import io.htsrl.learners.acktr.AcktrConfig;
import io.htsrl.learners.dqn.DqnConfig;
import io.htsrl.learners.offpolicy.ReplaySettings;
import io.htsrl.learners.onpolicy.ActorCriticConfig;
import io.htsrl.learners.optim.OptimizerConfig;
import io.htsrl.learners.values.Exploration;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.ConvConfig;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.policies.network.NetworkConfig;
import io.htsrl.replay.Ratio;
import io.htsrl.trainer.capacity.Limits.ThreadLimit;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CapacityCheckTest {
    private static final double GIB = 1L << 30;
    private static final EnvironmentSpec ATARI =
            new EnvironmentSpec("Game", ObservationSpace.bytes(84, 84), new ActionSpace.Discrete(6), 0, Double.NaN);
    private static final EnvironmentSpec POLE =
            new EnvironmentSpec("Pole", ObservationSpace.floats(4), new ActionSpace.Discrete(2), 500, 475);
    private static final NetworkConfig NATURE = ConvConfig.of(ConvConfig.Kind.NATURE);
    private static final OptimizerConfig ADAM = new OptimizerConfig(OptimizerConfig.Kind.ADAM, 1e-3, false, 1e-5, 0, 0);
    private static final AlgorithmConfig A2C = new A2cConfig(new ActorCriticConfig(0.99, 1, false, 0, 0.5), ADAM);

    private static DqnConfig dqn(int bufferSize) {
        return new DqnConfig(
                ADAM,
                0.99,
                new Exploration(1, 0.05, 0.5, false),
                new ReplaySettings(bufferSize, 32, 3, 0.5, 0.4, 1e-6, 1, 1, null, null, null, 0),
                DqnConfig.InitialPriority.MAX,
                1000,
                Ratio.oneUpdatePer(4),
                1000,
                1,
                true,
                true,
                null,
                0,
                null);
    }

    private static MlpConfig mlp(Integer... sizes) {
        return new MlpConfig(List.of(sizes), Activation.TANH, false);
    }

    private static PipelineConfig pipeline(int environments, int actors, int executors) {
        return new PipelineConfig(Schedule.HTS, environments, 16, actors, executors, environments, WaitMode.PHASED, 1);
    }

    private static Limits limits(double heapGib, double memoryGib) {
        return new Limits(heapGib * GIB, heapGib * GIB, memoryGib * GIB, new ThreadLimit(30_000, "ulimit -u"));
    }

    private static List<Violations.Violation> refusals(RunNeeds needs, Limits limits) {
        Violations violations = new Violations();
        new CapacityCheck(needs, limits).add(violations);
        return violations.list();
    }

    private static RunNeeds atari(int bufferSize) {
        return new RunNeeds(pipeline(16, 0, 1), dqn(bufferSize), NATURE, 4, ATARI);
    }

    @Test
    void shouldRefuseAReplayMemoryThatTheHeapCannotHoldAndSayWhatItCan() {
        List<Violations.Violation> refusals = refusals(atari(1_000_000), limits(4, 16));

        assertEquals(1, refusals.size(), refusals::toString);
        assertEquals("--buffer-size", refusals.get(0).setting());
        assertEquals(1_000_000, refusals.get(0).value());
        assertTrue(
                refusals.get(0)
                        .rule()
                        .matches("must fit the heap: the run needs 6\\.\\d GiB of it, and one of "
                                + "4\\.0 GiB has room for 3\\.4 GiB"),
                refusals::toString);
        assertTrue(
                refusals.get(0)
                        .remedy()
                        .matches("give --buffer-size \\d{6} at most, or the JVM more: " + "HTS_JAVA_OPTS=-Xmx8g"),
                refusals::toString);
    }

    @Test
    void shouldTakeTheBufferSizeThatItOffersAndNoGreaterOne() {
        Limits limits = limits(4, 16);
        int greatest = new CapacityCheck(atari(1_000_000), limits).greatestBufferSize();

        assertTrue(greatest > 400_000 && greatest < 550_000, greatest + " of 7 kB in 3.4 GiB");
        assertTrue(refusals(atari(greatest), limits).isEmpty());
        assertEquals(1, refusals(atari(greatest + 32), limits).size());
    }

    @Test
    void shouldTakeWhatFits() {
        assertEquals(List.of(), refusals(atari(1_000_000), limits(8, 16)));
        assertEquals(List.of(), refusals(new RunNeeds(pipeline(16, 0, 1), A2C, mlp(64, 64), 1, POLE), limits(0.25, 1)));
    }

    @Test
    void shouldRefuseMoreThanTheMachineHasWhateverTheHeap() {
        List<Violations.Violation> refusals = refusals(atari(1_000_000), limits(64, 6));

        assertTrue(
                refusals.get(0).rule().startsWith("must fit the memory of this machine: the run needs 6."),
                refusals::toString);
        assertTrue(
                refusals.get(0).remedy().endsWith(" at most, or take a machine with more memory"), refusals::toString);
    }

    @Test
    void shouldRefuseATreeThatDirectMemoryCannotHold() {
        Limits little = new Limits(64 * GIB, GIB / 16, 128 * GIB, ThreadLimit.NONE);

        List<Violations.Violation> refusals =
                refusals(atari(20_000_000 / 2), new Limits(100 * GIB, little.direct(), 128 * GIB, ThreadLimit.NONE));

        assertTrue(refusals.get(0).remedy().contains("-XX:MaxDirectMemorySize=1g"), refusals::toString);
    }

    @Test
    void shouldNameTheSettingThatAsksForTheMost() {
        RunNeeds network = new RunNeeds(pipeline(16, 0, 1), A2C, mlp(32768, 16384), 1, POLE);
        PipelineConfig long_ = new PipelineConfig(Schedule.HTS, 64, 500_000, 0, 1, 64, WaitMode.PHASED, 1);

        assertEquals("--hidden-sizes", refusals(network, limits(16, 64)).get(0).setting());
        assertEquals(
                "--num-envs x --sync-interval",
                refusals(new RunNeeds(long_, A2C, mlp(64), 1, POLE), limits(4, 64))
                        .get(0)
                        .setting());
    }

    /** Two layers have 1024 inputs or more; their factors and inverses are in double. */
    @Test
    void shouldCountTheFactorsOfAcktr() {
        AcktrConfig acktr = new AcktrConfig(
                new ActorCriticConfig(0.99, 1, false, 0, 0.5),
                AnnealedValue.of(0.25),
                true,
                0.001,
                0.99,
                0.01,
                0.9,
                10,
                1);
        double factors = new RunNeeds(pipeline(16, 0, 1), acktr, mlp(1024, 1024), 1, POLE).heap()
                - new RunNeeds(pipeline(16, 0, 1), A2C, mlp(1024, 1024), 1, POLE).heap();
        double matrix = 8.0 * 1024 * 1024;
        assertEquals(2 * (3 * 2 + 2 * 2) * matrix, factors, 0.03 * factors, "of policy and value");
    }

    @Test
    void shouldCountThePastPoliciesOfSelfPlay() {
        RunNeeds needs = new RunNeeds(pipeline(16, 0, 1), A2C, mlp(8192, 8192), 1, POLE); // 2 x 67 million parameters
        assertEquals(List.of(), refusals(needs, limits(8, 16)));
        assertEquals(List.of(), refusals(needs.withOpponents(1), limits(8, 16)));
        double each = (needs.withOpponents(32).heap() - needs.heap()) / 32;
        assertEquals(2 * 4 * 2 * 8192.0 * 8192, each, 0.01 * each, "parameters and their snapshot");
        Violations.Violation refusal =
                refusals(needs.withOpponents(32), limits(8, 16)).get(0);
        assertEquals("--opponents 32 past policies", refusal.setting() + " " + refusal.value());
        assertTrue(refusal.rule().startsWith("must fit the memory of this machine: the run needs 37"), refusal.rule());
        assertEquals(
                "give --opponents latest, or a smaller network, or take a machine with more memory", refusal.remedy());
    }

    @Test
    void shouldTakeAThreadForEachOfThousandsOfEnvironmentsThatBlock() {
        RunNeeds needs = new RunNeeds(pipeline(4096, 0, 4096), A2C, mlp(64, 64), 1, POLE);

        assertEquals(List.of(), refusals(needs, limits(2, 8)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--executors", "--actors"})
    void shouldRefuseMoreThreadsThanTheSystemGives(String setting) {
        int actors = setting.equals("--actors") ? 100_000 : 0;
        RunNeeds needs = new RunNeeds(pipeline(100_000, actors, actors == 0 ? 100_000 : 1), A2C, mlp(8), 1, POLE);

        List<Violations.Violation> refusals =
                refusals(needs, new Limits(1e15, 1e15, 1e16, new ThreadLimit(30_000, "ulimit -u")));

        assertEquals(1, refusals.size(), refusals::toString);
        assertEquals(
                setting + " 100000",
                refusals.get(0).setting() + " " + refusals.get(0).value());
        assertTrue(refusals.get(0).rule().contains("and this process may have 30000 (ulimit -u)"), refusals::toString);
    }

    @Test
    void shouldRefuseThreadsForLackOfMemoryToo() {
        RunNeeds needs = new RunNeeds(pipeline(16, 29_000, 1), A2C, mlp(64, 64), 1, POLE);

        assertEquals("--actors", refusals(needs, limits(1, 2)).get(0).setting());
    }

    @Test
    void shouldMeasureThisProcess() {
        Limits here = Limits.here();

        assertEquals(Runtime.getRuntime().maxMemory(), here.heap());
        assertTrue(here.memory() > 1e8 && here.direct() > 1e6, here::toString);
        assertTrue(here.threads().most() > 100, here::toString);
    }

    @Test
    void shouldCountTheTreeOfPrioritiesOfEveryLearner() {
        EnvironmentSpec pair = new EnvironmentSpec(
                "Pair",
                ObservationSpace.floats(4).withPolicies(List.of("a", "b")),
                new ActionSpace.Discrete(2),
                0,
                Double.NaN);
        RunNeeds needs = new RunNeeds(pipeline(16, 0, 1), dqn(1_000_000), mlp(64), 1, pair);

        assertTrue(needs.direct() > 0);
        assertEquals(2 * needs.direct(), needs.apart().direct());
    }
}
