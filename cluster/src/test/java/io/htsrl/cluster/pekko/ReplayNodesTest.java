package io.htsrl.cluster.pekko;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.checkpoints.CheckpointFolder;
import io.htsrl.cli.Hts;
import io.htsrl.cluster.SmallRuns;
import io.htsrl.cluster.lanes.LaneBoard;
import io.htsrl.cluster.security.HostPort;
import io.htsrl.cluster.security.Secret;
import io.htsrl.cluster.table.Lease;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.replay.ReplayMemory;
import io.htsrl.storage.StorageBank;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.CheckpointPlan;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TrainingFailedException;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.rollouts.RolloutSource;
import io.htsrl.trainer.rollouts.Rollouts;
import io.htsrl.trainer.run.Trainer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A learner and nodes that hold its replay memory, each with a Pekko of its own, over TCP. */
class ReplayNodesTest {
    private static final HostPort ANY = new HostPort("127.0.0.1", 0);
    private static final Duration LONG = Duration.ofHours(1);
    private static final int KEEP_ALL = 99;
    private static final String SMALL = " --num-envs 8 --sync-interval 8 --total-timesteps 640 --executors 1"
            + " --hidden-sizes 16,16 --learning-starts 128 --buffer-size 512 --batch-size 16 --per-alpha 0.6";
    private static final String DQN =
            "--algo dqn --env CartPole-v1 --n-step 3 --learner-batches 2 --utd 1/4 --learners 2" + SMALL;
    private static final String SAC = "--algo sac --env Pendulum-v1 --n-step 2 --utd 1/8 --learners 1" + SMALL;

    private final List<String> logs = new CopyOnWriteArrayList<>();
    private final List<Thread> nodes = new ArrayList<>();

    private static RunConfig config(String flags) {
        return Hts.configure(flags.split(" +"));
    }

    private void start(HostPort learner) {
        Thread node = new Thread(() -> {
            try {
                new Node(learner, ANY, Secret.NONE, Optional.empty(), LONG, LONG, logs::add).run();
            } catch (InterruptedException e) {
                // its machine is gone, and says nothing
            }
        });
        node.setDaemon(true);
        node.start();
        nodes.add(node);
    }

    /** Open rollouts whose nodes, the first of them, hold the replay memory. */
    private record Holding(ClusterRollouts rollouts, int holders) implements Rollouts {
        @Override
        public ReplayMemory.Maker memories(ReplayMemory.Maker made) {
            return rollouts.memories(made);
        }

        @Override
        public void fill(long interval, float[] parameters, StorageBank bank, StorageBank filled) {
            rollouts.fill(interval, parameters, bank, filled);
        }

        @Override
        public void close() {
            rollouts.close();
        }
    }

    private RolloutSource on(RunConfig config, int count, int holders) {
        return site -> {
            ClusterRollouts rollouts = new ClusterRollouts(
                    config,
                    site,
                    ANY,
                    new ClusterOptions(Secret.NONE, Optional.empty(), LONG, 0, holders),
                    logs::add,
                    new LaneBoard(0, Lease.of(LONG), logs::add),
                    () -> {});
            for (int i = 0; i < count; i++) {
                start(rollouts.address());
            }
            assertTrue(rollouts.await(count, LONG), "nodes join");
            return new Holding(rollouts, holders);
        };
    }

    private static String run(RunConfig config, RolloutSource source, CheckpointPlan plan) throws Exception {
        return new Trainer(config, Attachments.none().with(plan).collectedBy(source))
                .run()
                .digest();
    }

    private static CheckpointPlan plan(Path folder, long every, CheckpointFile from) {
        return new CheckpointPlan(folder, every, KEEP_ALL, Map.of(), Map.of(), () -> {}, from);
    }

    @ParameterizedTest
    @CsvSource({"dqn, 4, 2, 2", "dqn, 1, 2, 1", "sac, 3, 2, 2"})
    void shouldHaveTheDigestOfSerialWithShardsOnNodes(String algorithm, int shards, int count, int holders)
            throws Exception {
        String flags = algorithm.equals("sac") ? SAC : DQN;
        RunConfig config = config(flags + " --replay-shards " + shards);

        String digest = run(config, on(config, count, holders), CheckpointPlan.NONE);

        assertEquals(SmallRuns.serial(config(flags)), digest);
        assertTrue(logs.stream().anyMatch(line -> line.contains("of the replay memory on node")), logs::toString);
    }

    /** Written with shards on nodes, gone on with anywhere, and the other way round. */
    @Test
    void shouldGoOnFromACheckpointThatAnybodyWrote(@TempDir Path folder) throws Exception {
        String whole = SmallRuns.serial(config(DQN));
        RunConfig config = config(DQN + " --replay-shards 3");

        assertEquals(whole, run(config, on(config, 1, 1), plan(folder.resolve("nodes"), 4, null)));
        assertEquals(whole, run(config, RolloutSource.HERE, plan(folder.resolve("here"), 4, null)));

        CheckpointFolder onNodes = new CheckpointFolder(folder.resolve("nodes"), KEEP_ALL);
        try (CheckpointFile from = CheckpointFile.open(onNodes.file(4))) {
            assertEquals(whole, run(config(DQN), RolloutSource.HERE, plan(folder, 0, from)));
        }
        CheckpointFolder here = new CheckpointFolder(folder.resolve("here"), KEEP_ALL);
        try (CheckpointFile from = CheckpointFile.open(here.file(8))) {
            assertEquals(whole, run(config, on(config, 2, 2), plan(folder, 0, from)));
        }
    }

    /** Nobody else has what the node held: the run ends, says so, and goes on from its last checkpoint. */
    @Test
    void shouldEndWithOneMessageWhereANodeThatHoldsShardsIsLost(@TempDir Path folder) throws Exception {
        RunConfig config = config(DQN + " --replay-shards 2");
        TrainingListener fault = new TrainingListener() {
            @Override
            public void onInterval(IntervalReport report) {
                if (report.interval() == 5) {
                    nodes.get(0).interrupt();
                }
            }
        };
        Attachments attached =
                Attachments.none().with(fault).with(plan(folder, 4, null)).collectedBy(on(config, 1, 1));

        String message = assertThrows(TrainingFailedException.class, () -> new Trainer(config, attached).run())
                .getMessage();

        assertTrue(
                message.matches(".*node 127.0.0.1:\\d+ has ended, and with it shards 0, 1 of 2 of the replay memory, "
                        + "which no other machine holds: go on from the last checkpoint with 'hts resume'.*"),
                message);
        try (CheckpointFile from = CheckpointFile.open(new CheckpointFolder(folder, KEEP_ALL).file(4))) {
            assertEquals(SmallRuns.serial(config(DQN)), run(config, on(config, 1, 1), plan(folder, 0, from)));
        }
    }

    @Test
    void shouldRefuseMoreHoldersThanThereAreNodes() {
        RunConfig config = config(DQN + " --replay-shards 2");

        String message = assertThrows(
                        ConfigurationException.class, () -> run(config, on(config, 1, 2), CheckpointPlan.NONE))
                .getMessage();

        assertTrue(message.contains("--replay-nodes"), message);
        assertTrue(message.contains("there are 1"), message);
    }
}
