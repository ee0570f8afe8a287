package io.htsrl.cluster.pekko;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.Hts;
import io.htsrl.cluster.SmallRuns;
import io.htsrl.cluster.lanes.LaneBoard;
import io.htsrl.cluster.lanes.NodeLanes;
import io.htsrl.cluster.security.HostPort;
import io.htsrl.cluster.table.AssignmentTable;
import io.htsrl.learners.LearnerLanes;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.rollouts.RolloutSource;
import io.htsrl.trainer.rollouts.Rollouts;
import io.htsrl.trainer.run.Trainer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nodes share the learner's minibatches, as in a run, over TCP in one process. */
@Timeout(1800)
class LanesOnNodesTest {
    private static final HostPort ANY = new HostPort("127.0.0.1", 0);
    private static final Duration LONG = Duration.ofHours(1);

    private final List<String> logs = new CopyOnWriteArrayList<>();
    private final List<Thread> nodes = new ArrayList<>();

    private void node(HostPort learner) {
        Thread thread = new Thread(() -> {
            try {
                new Node(
                                learner,
                                () -> new Host(ANY, Optional.empty(), line -> {}),
                                Optional.empty(),
                                LONG,
                                LONG,
                                line -> {},
                                () -> false)
                        .run();
            } catch (InterruptedException e) {
                // killed
            }
        });
        thread.setDaemon(true);
        nodes.add(thread);
        thread.start();
    }

    /** Two nodes, both of which share. */
    private final class TwoNodes implements RolloutSource {
        private final RunConfig config;
        private final Duration lease;
        private final LaneBoard board;

        TwoNodes(RunConfig config, Duration lease) {
            this.config = config;
            this.lease = lease;
            this.board = new LaneBoard(2, AssignmentTable.Lease.of(lease), logs::add);
        }

        @Override
        public LearnerLanes lanes() {
            return new NodeLanes(board);
        }

        @Override
        public Rollouts open(RolloutSource.RolloutSite site) {
            ClusterRollouts rollouts = new ClusterRollouts(
                    config, site, new Host(ANY, Optional.empty(), logs::add), lease, 0, logs::add, board, () -> {});
            node(rollouts.address());
            node(rollouts.address());
            assertTrue(rollouts.await(2, LONG), "nodes join");
            return rollouts;
        }
    }

    private String digest(RunConfig config, Duration lease, TrainingListener listener) throws Exception {
        Attachments attachments = Attachments.none().with(listener).collectedBy(new TwoNodes(config, lease));
        return new Trainer(config, attachments).run().digest();
    }

    private static RunConfig config(String algorithm) {
        List<String> arguments = new ArrayList<>(SmallRuns.arguments(algorithm, "CartPole-v1", 1, 3));
        if (algorithm.equals("ppo")) {
            arguments.addAll(List.of("--update-epochs", "2", "--num-minibatches", "2"));
        }
        return Hts.configure(arguments.toArray(String[]::new));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a2c", "ppo"})
    void shouldHaveTheDigestOfSerial(String algorithm) throws Exception {
        RunConfig config = config(algorithm);

        assertEquals(SmallRuns.serial(config), digest(config, LONG, TrainingListener.NONE));
        assertTrue(
                logs.stream()
                        .anyMatch(line -> line.matches(
                                "minibatches that were shared with nodes: [1-9][0-9,]*; begun and done again: 0")),
                logs.toString());
        for (Thread node : nodes) {
            node.join(LONG.toMillis());
            assertFalse(node.isAlive(), "it ends with the run");
        }
    }

    @Test
    @Tag("slow")
    void shouldHaveTheDigestOfSerialThoughANodeIsKilled() throws Exception {
        RunConfig config = config("ppo");
        TrainingListener kill = new TrainingListener() {
            @Override
            public void onInterval(IntervalReport report) { // by the learner's thread, before its minibatches
                if (report.interval() == 3) {
                    nodes.get(0).interrupt();
                    try {
                        nodes.get(0).join(LONG.toMillis());
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                }
            }
        };

        assertEquals(SmallRuns.serial(config), digest(config, Duration.ofMillis(600), kill));
        assertFalse(logs.stream().anyMatch(line -> line.endsWith("done again: 0")), logs.toString());
    }
}
