package io.htsrl.benchmarks.soak;

import io.htsrl.cluster.lanes.LaneBoard;
import io.htsrl.cluster.pekko.ClusterRollouts;
import io.htsrl.cluster.pekko.Host;
import io.htsrl.cluster.pekko.Node;
import io.htsrl.cluster.security.HostPort;
import io.htsrl.cluster.table.AssignmentTable;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.rollouts.RolloutSource;
import io.htsrl.trainer.rollouts.Rollouts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Nodes that collect the rollouts of one run, as threads of this process. One thread. */
final class SoakNodes implements AutoCloseable {
    private static final HostPort ANY = new HostPort("127.0.0.1", 0);
    private static final Duration LONG = Duration.ofHours(1);

    private final RunConfig config;
    private final int count;
    private final List<Thread> nodes = new ArrayList<>();

    /** @param count number of nodes; with 0 the run collects its own rollouts */
    SoakNodes(RunConfig config, int count) {
        this.config = config;
        this.count = count;
    }

    Attachments attachedTo(Attachments attached) {
        return count == 0 ? attached : attached.collectedBy(this::open);
    }

    private Rollouts open(RolloutSource.RolloutSite site) {
        ClusterRollouts rollouts = new ClusterRollouts(
                config,
                site,
                host(),
                LONG,
                0,
                line -> {},
                new LaneBoard(0, AssignmentTable.Lease.of(LONG), line -> {}),
                () -> {});
        for (int i = 0; i < count; i++) {
            Thread node = new Thread(() -> join(rollouts.address()), "soak-node");
            node.setDaemon(true);
            node.start();
            nodes.add(node);
        }
        if (!rollouts.await(count, LONG)) {
            throw new IllegalStateException(count + " nodes have not joined");
        }
        return rollouts;
    }

    private static Host host() {
        return new Host(ANY, Optional.empty(), line -> {});
    }

    private static void join(HostPort learner) {
        try {
            new Node(learner, SoakNodes::host, Optional.empty(), LONG, LONG, line -> {}, () -> false).run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() throws InterruptedException {
        for (Thread node : nodes) {
            node.interrupt(); // where the run has failed
            node.join();
        }
    }
}
