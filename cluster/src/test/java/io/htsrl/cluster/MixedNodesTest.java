package io.htsrl.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.htsrl.cli.Hts;
import io.htsrl.cluster.lanes.LaneBoard;
import io.htsrl.cluster.pekko.ClusterRollouts;
import io.htsrl.cluster.pekko.Host;
import io.htsrl.cluster.security.HostPort;
import io.htsrl.cluster.table.AssignmentTable;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.rollouts.RolloutSource;
import io.htsrl.trainer.run.Trainer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Nodes run on other Javas, with other vectors, in another network; a learner stands still. */
@Tag("slow")
@Timeout(1800)
class MixedNodesTest {
    private static final Duration LONG = Duration.ofHours(1);
    private static final Duration SHORT = Duration.ofMillis(500); // where a test waits for silence
    private static final String SPACE = "hts-mixed-test";
    private static final String HERE = "10.231.77.1";
    private static final String THERE = "10.231.77.2";

    private final LineLog logs = new LineLog();

    /** Starts nodes of a learner. */
    @FunctionalInterface
    private interface Start {
        void of(HostPort learner) throws IOException;
    }

    private RolloutSource by(RunConfig config, Duration lease, String host, int count, Start start) {
        return site -> open(config, site, lease, host, count, start);
    }

    private ClusterRollouts open(
            RunConfig config, RolloutSource.RolloutSite site, Duration lease, String host, int count, Start start) {
        ClusterRollouts rollouts = new ClusterRollouts(
                config,
                site,
                new Host(new HostPort(host, 0), Optional.empty(), logs),
                lease,
                0,
                logs,
                new LaneBoard(0, AssignmentTable.Lease.of(lease), logs),
                () -> {});
        try {
            start.of(rollouts.address());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        assertTrue(rollouts.await(count, LONG), "nodes join");
        return rollouts;
    }

    private static String digest(RunConfig config, TrainingListener listener, RolloutSource source) throws Exception {
        return new Trainer(
                        config,
                        Attachments.none().with(listener).with(Duration.ZERO).collectedBy(source))
                .run()
                .digest();
    }

    /** Rows as long as several vectors of any width, and a rest. */
    private static RunConfig wide() {
        List<String> arguments = new ArrayList<>(SmallRuns.arguments("ppo", "Acrobot-v1", 2, 5));
        arguments.set(arguments.indexOf("16,16"), "72,41");
        return Hts.configure(arguments.toArray(String[]::new));
    }

    @Tag("thorough")
    @Test
    void shouldHaveTheSameBitsOnAllJavasAndVectors() throws Exception {
        RunConfig config = wide();
        String other;
        try (Stream<Path> all =
                Files.exists(Path.of("/usr/lib/jvm")) ? Files.list(Path.of("/usr/lib/jvm")) : Stream.of()) {
            other = all.filter(home -> home.getFileName().toString().contains("-25-"))
                    .map(home -> home.resolve("bin/java"))
                    .filter(Files::isExecutable)
                    .map(Path::toString)
                    .findFirst()
                    .orElse(NodeProcesses.java());
        }
        try (NodeProcesses nodes = new NodeProcesses()) {
            String digest = digest(config, TrainingListener.NONE, by(config, LONG, "127.0.0.1", 2, learner -> {
                nodes.start(learner, NodeProcesses.java(), List.of(), List.of("-XX:UseAVX=2"), List.of());
                nodes.start(learner, other, List.of(), List.of("-XX:UseAVX=3"), List.of());
            }));

            assertEquals(SmallRuns.serial(config), digest);
            assertTrue(logs.any("2 nodes joined"), logs + "");
        }
    }

    /** The nodes hold what they have, and go on; nobody is lost. */
    @Test
    @EnabledIfSystemProperty(named = "hts.long", matches = "true", disabledReason = "half a minute: -Dhts.long=true")
    void shouldGoOnAfterTheLearnerHasStoodStill() throws Exception {
        RunConfig config = SmallRuns.config("ppo", "CartPole-v1", 2);
        long self = ProcessHandle.current().pid();
        TrainingListener stops = new TrainingListener() {
            @Override
            public void onInterval(IntervalReport report) {
                if (report.interval()
                        == 3) { // a process of its own, which sends the second signal when this one cannot
                    try {
                        NodeProcesses.run("sh", "-c", "kill -STOP " + self + "; sleep 4; kill -CONT " + self);
                    } catch (IOException | InterruptedException e) {
                        throw new AssertionError(e);
                    }
                }
            }
        };
        try (NodeProcesses nodes = new NodeProcesses()) {
            String digest = digest(config, stops, by(config, SHORT, "127.0.0.1", 2, learner -> {
                for (int i = 0; i < 2; i++) {
                    nodes.start(learner, NodeProcesses.java(), List.of(), List.of(), List.of());
                }
            }));

            assertEquals(SmallRuns.serial(config), digest);
        }
    }

    /** A namespace is another machine, as far as the network goes: its cable is pulled, and put back. */
    @Test
    @EnabledIfSystemProperty(named = "hts.long", matches = "true", disabledReason = "half a minute: -Dhts.long=true")
    void shouldOutliveACableThatIsPulled() throws Exception {
        assumeTrue(NodeProcesses.succeeds("ip", "netns", "add", SPACE), "network namespaces need root and iproute2");
        RunConfig config = SmallRuns.config("a2c", "CartPole-v1", 1);
        TrainingListener cable = new TrainingListener() {
            @Override
            public void onInterval(IntervalReport report) {
                try {
                    if (report.interval() == 2) {
                        NodeProcesses.run("ip", "link", "set", "hts-test0", "down");
                        logs.await("has been silent for", 1);
                    } else if (report.interval() == 5) {
                        NodeProcesses.run("ip", "link", "set", "hts-test0", "up");
                        logs.await("answers again", 1);
                    }
                } catch (IOException | InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        };
        try (NodeProcesses nodes = new NodeProcesses()) {
            NodeProcesses.run("ip", "link", "add", "hts-test0", "type", "veth", "peer", "name", "hts-test1");
            NodeProcesses.run("ip", "link", "set", "hts-test1", "netns", SPACE);
            NodeProcesses.run("ip", "addr", "add", HERE + "/30", "dev", "hts-test0");
            NodeProcesses.run("ip", "link", "set", "hts-test0", "up");
            List<String> inside = List.of("ip", "netns", "exec", SPACE);
            NodeProcesses.run("ip", "netns", "exec", SPACE, "ip", "addr", "add", THERE + "/30", "dev", "hts-test1");
            NodeProcesses.run("ip", "netns", "exec", SPACE, "ip", "link", "set", "hts-test1", "up");
            String digest = digest(config, cable, by(config, SHORT, HERE, 2, learner -> {
                nodes.start(learner, NodeProcesses.java(), inside, List.of(), List.of("--bind", THERE + ":0"));
                nodes.start(learner, NodeProcesses.java(), List.of(), List.of(), List.of("--bind", HERE + ":0"));
            }));

            assertEquals(SmallRuns.serial(config), digest);
        } finally {
            NodeProcesses.succeeds("ip", "link", "del", "hts-test0");
            NodeProcesses.succeeds("ip", "netns", "del", SPACE);
        }
    }
}
