package io.htsrl.cluster.columns;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.Hts;
import io.htsrl.cluster.SmallRuns;
import io.htsrl.cluster.columns.ColumnCodec.ColumnResult;
import io.htsrl.cluster.columns.ColumnRunner.MissingStartException;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.Environments;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.StepResult;
import io.htsrl.storage.StorageBank;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.rollouts.RolloutSource;
import io.htsrl.trainer.rollouts.Rollouts;
import io.htsrl.trainer.run.Trainer;
import io.htsrl.trainer.selfplay.OpponentState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Columns of any machines make the bank of one machine. */
class ColumnRunnerTest {

    /** Machines in this JVM, which take columns by a split of every interval; cold ones get all starts. */
    private static final class InTurn implements Rollouts {
        private final RolloutSource.RolloutSite site;
        private final List<ColumnRunner> machines = new ArrayList<>();
        private final int[] split;
        private final int turn;
        private final ColumnCodec codec;

        InTurn(RunConfig config, RolloutSource.RolloutSite site, int machines, int[] split, int turn) {
            this.site = site;
            this.split = split;
            this.turn = turn;
            this.codec = new ColumnCodec(site.shape());
            for (int i = 0; i < machines; i++) {
                this.machines.add(new ColumnRunner(config));
            }
        }

        @Override
        public void fill(long interval, float[] parameters, StorageBank bank, StorageBank filled) {
            List<ColumnResult> results = new ArrayList<>();
            int from = 0;
            for (int i = 0; i <= split.length; i++) {
                int to = i == split.length ? site.shape().environments() : split[i];
                byte[][] starts = new byte[to - from][];
                for (int e = from; e < to; e++) {
                    byte[] state = site.states().of(e);
                    starts[e - from] = state == null ? null : ColumnCodec.start(state, filled, e);
                }
                ColumnUnit unit = new ColumnUnit(interval, bank.collectedUnder(), i, from, to, starts);
                int machine = (int) ((i + turn * interval) % machines.size());
                try {
                    machines.get(machine).run(unit, parameters, opponents(), result -> {
                        synchronized (results) {
                            results.add(result);
                        }
                    });
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
                from = to;
            }
            for (ColumnResult result : results) {
                try {
                    codec.load(result.column(), result.environment());
                    codec.store(bank, result.environment());
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
                assertTrue(site.states().follows(result.environment(), result.end()));
                site.states().keep(result.environment(), result.end());
            }
        }

        private OpponentState opponents() {
            return site.opponents() == null
                    ? OpponentState.NONE
                    : site.opponents().state();
        }

        @Override
        public void close() {
            machines.forEach(ColumnRunner::close);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "a2c, CartPole-v1, 1, 1, 0",
        "a2c, CartPole-v1, 3, 2, 1",
        "ppo, CartPole-v1, 2, 3, 1",
        "dqn, CartPole-v1, 3, 1, 2",
        "ppo, Pendulum-v1, 2, 2, 1"
    })
    void shouldAssembleTheBankOfOneMachine(String algorithm, String environment, int machines, int executors, int turn)
            throws Exception {
        RunConfig config = SmallRuns.config(algorithm, environment, executors);
        int[] split = machines == 1 ? new int[] {} : machines == 2 ? new int[] {1, 3} : new int[] {1, 6};

        String digest = new Trainer(
                        config, Attachments.none().collectedBy(site -> new InTurn(config, site, machines, split, turn)))
                .run()
                .digest();

        assertEquals(SmallRuns.serial(config), digest);
    }

    /** A machine has all agents of an environment: they have one state. */
    @ParameterizedTest
    @CsvSource({"1, 2, 0", "3, 3, 1"})
    void shouldAssembleTheBankOfAgents(int machines, int executors, int turn) throws Exception {
        RunConfig config = SmallRuns.config("ppo", "ConnectFour-v0", executors);

        String digest = new Trainer(
                        config,
                        Attachments.none()
                                .collectedBy(site -> new InTurn(config, site, machines, new int[] {2, 4}, turn)))
                .run()
                .digest();

        assertEquals(SmallRuns.serial(config), digest);
    }

    /**
     * Past policies play on machines that have never played against them, and their results count as of one machine.
     */
    @ParameterizedTest
    @CsvSource({"pfsp, 1, 1, 0", "pfsp, 3, 2, 1", "latest, 2, 2, 1", "uniform, 3, 1, 2"})
    void shouldAssembleTheBankOfSelfPlay(String rule, int machines, int executors, int turn) throws Exception {
        List<String> arguments = new ArrayList<>(SmallRuns.arguments("ppo", "ConnectFour-v0", executors, 3));
        arguments.addAll(List.of("--opponents", rule, "--opponent-every", "1"));
        RunConfig config = Hts.configure(arguments.toArray(String[]::new));

        String digest = new Trainer(
                        config,
                        Attachments.none()
                                .collectedBy(site -> new InTurn(config, site, machines, new int[] {1, 6}, turn)))
                .run()
                .digest();

        assertEquals(SmallRuns.serial(config), digest);
    }

    /** CartPole that is brought back by its episode's actions. */
    private static final class Replayed implements Environment {
        private final Environment inner = Environments.create("CartPole-v1", Map.of());

        @Override
        public EnvironmentSpec spec() {
            return inner.spec();
        }

        @Override
        public void reset(long seed, ObservationSlot out) {
            inner.reset(seed, out);
        }

        @Override
        public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
            inner.step(actions, offset, out, result);
        }

        @Override
        public boolean replayable() {
            return true;
        }
    }

    /** What is new of an episode travels; whoever takes it over gets all of it. */
    @ParameterizedTest
    @CsvSource({"2, 0", "3, 1"})
    void shouldReplayEpisodesThatMove(int machines, int turn) throws Exception {
        RunConfig config = SmallRuns.config("a2c", "CartPole-v1", 1).in(Replayed::new);

        String digest = new Trainer(
                        config,
                        Attachments.none()
                                .collectedBy(site -> new InTurn(config, site, machines, new int[] {3, 5}, turn)))
                .run()
                .digest();

        assertEquals(SmallRuns.serial(config), digest);
    }

    /** Stacks reach back further than an interval; units come from elsewhere and change their width. */
    @Test
    void shouldAssembleStacksThatAreLongerThanAnInterval() throws Exception {
        List<String> arguments = new ArrayList<>(SmallRuns.arguments("a2c", "CartPole-v1", 1, 3));
        arguments.set(arguments.indexOf("--sync-interval") + 1, "2");
        arguments.set(arguments.indexOf("--total-timesteps") + 1, "400");
        arguments.addAll(List.of("--frame-stack", "4"));
        RunConfig config = Hts.configure(arguments.toArray(String[]::new));

        String digest = new Trainer(
                        config,
                        Attachments.none().collectedBy(site -> new InTurn(config, site, 2, new int[] {1, 2, 6}, 1)))
                .run()
                .digest();

        assertEquals(SmallRuns.serial(config), digest);
    }

    @Test
    void shouldHoldBanksOfItsUnitsAloneAndSayWhatNeedsMore() throws Exception {
        List<String> arguments = new ArrayList<>(SmallRuns.arguments("a2c", "CartPole-v1", 1, 3));
        arguments.set(arguments.indexOf("--sync-interval") + 1, "20000");
        RunConfig config = Hts.configure(arguments.toArray(String[]::new));
        long heap = 56 << 20;
        try (ColumnRunner runner = new ColumnRunner(config, heap)) {
            float[] parameters = new float[runner.parameterCount()];
            int n = runner.shape().environments();

            ColumnResult[] one = run(runner, new ColumnUnit(0, 0, 1, 3, 4, new byte[1][]), parameters);
            IOException refused = assertThrows(
                    IOException.class, () -> run(runner, new ColumnUnit(0, 0, 2, 0, n, new byte[n][]), parameters));

            assertEquals(3, one[3].environment());
            assertTrue(refused.getMessage().startsWith(n + " columns of 20000 steps need "), refused.getMessage());
            assertTrue(refused.getMessage().contains("; start nodes with HTS_JAVA_OPTS=-Xmx"), refused.getMessage());
        }
    }

    @Test
    void shouldSayWhichStartIsMissing() {
        RunConfig config = SmallRuns.config("a2c", "CartPole-v1", 1);
        try (ColumnRunner runner = new ColumnRunner(config)) {
            ColumnUnit unit = new ColumnUnit(4, 4, 1, 2, 3, new byte[1][]);

            MissingStartException missing = assertThrows(
                    MissingStartException.class,
                    () -> runner.run(unit, new float[runner.parameterCount()], OpponentState.NONE, result -> {}));

            assertEquals("environment 2 did not end interval 3 here", missing.getMessage());
        }
    }

    @Test
    void shouldGoOnFromItsOwnReplicasAsFromAStart() throws Exception {
        RunConfig config = SmallRuns.config("ppo", "CartPole-v1", 2);
        try (ColumnRunner warm = new ColumnRunner(config);
                ColumnRunner cold = new ColumnRunner(config)) {
            float[] parameters = new float[warm.parameterCount()];
            int n = warm.shape().environments();
            ColumnResult[] first = run(warm, new ColumnUnit(0, 0, 1, 0, n, new byte[n][]), parameters);
            StorageBank filled = new StorageBank(warm.shape());
            ColumnCodec codec = new ColumnCodec(warm.shape());
            byte[][] starts = new byte[n][];
            for (int e = 0; e < n; e++) {
                codec.load(first[e].column(), e);
                codec.store(filled, e);
                starts[e] = ColumnCodec.start(first[e].end().head(), filled, e);
            }

            ColumnResult[] here = run(warm, new ColumnUnit(1, 1, 1, 0, n, new byte[n][]), parameters);
            ColumnResult[] there = run(cold, new ColumnUnit(1, 1, 2, 0, n, starts), parameters);

            for (int e = 0; e < n; e++) {
                assertArrayEquals(here[e].column(), there[e].column(), "column " + e);
                assertArrayEquals(here[e].end().head(), there[e].end().head(), "end of " + e);
                assertArrayEquals(here[e].end().added(), there[e].end().added(), "end of " + e);
            }
        }
    }

    private static ColumnResult[] run(ColumnRunner runner, ColumnUnit unit, float[] parameters) throws Exception {
        ColumnResult[] results = new ColumnResult[runner.shape().environments()];
        runner.run(unit, parameters, OpponentState.NONE, result -> results[result.environment()] = result);
        return results;
    }
}
