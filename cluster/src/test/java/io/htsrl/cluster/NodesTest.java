package io.htsrl.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.Hts;
import io.htsrl.cluster.lanes.LaneBoard;
import io.htsrl.cluster.pekko.ClusterRollouts;
import io.htsrl.cluster.pekko.Host;
import io.htsrl.cluster.pekko.Node;
import io.htsrl.cluster.security.HostPort;
import io.htsrl.cluster.table.AssignmentTable;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.rollouts.RolloutSource;
import io.htsrl.trainer.rollouts.Rollouts;
import io.htsrl.trainer.run.Trainer;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Node processes of this machine are killed and stopped: every run ends in the digest of {@code serial}. */
@Tag("slow")
class NodesTest {
    private static final Duration LONG = Duration.ofHours(1);

    private final List<String> logs = new CopyOnWriteArrayList<>();

    /** Returns what follows {@code hts train}: a run whose states of a memory travel with its columns. */
    private static List<String> remembering(int executors) {
        List<String> arguments = new ArrayList<>(SmallRuns.arguments("ppo", "CartPole-v1", executors, 3));
        arguments.addAll(List.of("--memory", "lstm", "--memory-size", "16"));
        return arguments;
    }

    private static void signal(String signal, Process process) {
        try {
            assertEquals(
                    0,
                    new ProcessBuilder("kill", "-" + signal, "" + process.pid())
                            .start()
                            .waitFor());
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** One is stopped in an interval and goes on later, one is killed: the learner itself does the rest meanwhile. */
    @Test
    void shouldHaveTheDigestOfSerialThoughNodesAreStoppedAndKilled() throws Exception {
        RunConfig config = Hts.configure(remembering(2).toArray(String[]::new));
        LocalNodes nodes = new LocalNodes();
        TrainingListener faults = new TrainingListener() {
            @Override
            public void onInterval(IntervalReport report) { // on the learner's thread: the next interval is under way
                if (report.interval() == 2) {
                    signal("STOP", nodes.processes().get(0));
                } else if (report.interval() == 5) {
                    signal("KILL", nodes.processes().get(1));
                } else if (report.interval() == 7) {
                    signal("CONT", nodes.processes().get(0));
                } else if (report.interval() == 8) {
                    signal("TERM", nodes.processes().get(0)); // it first ends what it has begun
                }
            }
        };
        String digest;
        try (nodes) {
            digest = new Trainer(config, Attachments.none().with(faults).collectedBy(site -> {
                        ClusterRollouts rollouts = new ClusterRollouts(
                                config,
                                site,
                                new Host(new HostPort("127.0.0.1", 0), Optional.empty(), logs::add),
                                Duration.ofMillis(500),
                                0,
                                logs::add,
                                new LaneBoard(0, AssignmentTable.Lease.of(Duration.ofMillis(500)), logs::add),
                                () -> {});
                        nodes.start(2, rollouts.address(), Optional.empty(), List.of(), Optional.empty());
                        assertTrue(rollouts.await(2, LONG), "nodes join");
                        return rollouts;
                    }))
                    .run()
                    .digest();
            assertEquals(128 + 15, nodes.processes().get(0).waitFor(), "by a signal, and not by a fault");
        }

        assertEquals(SmallRuns.serial(config), digest);
        assertTrue(
                logs.stream().anyMatch(line -> line.contains("has ended") || line.contains("has been silent")),
                logs.toString());
        assertFalse(logs.stream().anyMatch(line -> line.contains(" 0 reassigned, 0 retried")), logs.toString());
    }

    /**
     * A run by the command line's settings. They have a secret of their own, on no command line: whoever sees the
     * learner's port there cannot join.
     */
    @Test
    void shouldLetNobodyJoinBesideLocalNodes() throws Exception {
        RunConfig config = SmallRuns.config("a2c", "CartPole-v1", 1);
        RolloutSource local = new ClusterEngine().source(SmallRuns.settings(0, 1, 0), config, logs::add);

        String digest = new Trainer(config, Attachments.none().collectedBy(site -> {
                    Rollouts open = local.open(site);
                    assertTrue(stranger(localNode()).contains("speaks TLS alone: give --secret-file"));
                    return open;
                }))
                .run()
                .digest();

        assertEquals(SmallRuns.serial(config), digest);
        assertTrue(logs.stream().anyMatch(line -> line.contains("1 node joined, 0 lost; 80 columns")), logs.toString());
    }

    /** The local node ends at once, since its class path is empty. */
    @Test
    void shouldNotWaitForALocalNodeThatHasEnded() {
        RunConfig config = SmallRuns.config("a2c", "CartPole-v1", 1);
        RolloutSource local = new ClusterEngine().source(SmallRuns.settings(0, 1, 0), config, logs::add);
        String classPath = System.setProperty("java.class.path", "nowhere");
        try {
            Trainer trainer = new Trainer(config, Attachments.none().collectedBy(local));

            String message =
                    assertThrows(ConfigurationException.class, trainer::run).getMessage();

            assertTrue(message.contains("one ended before, with exit code 1"), message);
        } finally {
            System.setProperty("java.class.path", classPath);
        }
    }

    /** As everybody on this machine can read it. */
    private static List<String> localNode() {
        return ProcessHandle.current()
                .children()
                .map(NodesTest::commandLine)
                .filter(arguments -> arguments.contains("--until-input-ends"))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> commandLine(ProcessHandle process) {
        try {
            return List.of(Files.readString(Path.of("/proc", "" + process.pid(), "cmdline"))
                    .split("\0"));
        } catch (IOException e) {
            return List.of(); // it has ended
        }
    }

    private static String stranger(List<String> arguments) {
        assertEquals(
                List.of("--until-input-ends", "--secret-from-input"),
                arguments.subList(arguments.indexOf("--join") + 2, arguments.size()));
        HostPort learner =
                HostPort.of(arguments.get(arguments.indexOf("--join") + 1)).orElseThrow();
        try {
            return new Node(
                            learner,
                            () -> new Host(new HostPort("127.0.0.1", 0), Optional.empty(), line -> {}),
                            Optional.empty(),
                            LONG,
                            LONG,
                            line -> {},
                            () -> false)
                    .run();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** The test kills the learner and starts it again at the same address, as systemd does. The node keeps running. */
    @Tag("thorough")
    @Test
    void shouldTakeItsNodeBackWhenASupervisorStartsTheLearnerAgain(@TempDir Path folder) throws Exception {
        Path run = folder.resolve("run");
        String address;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            address = "127.0.0.1:" + free.getLocalPort();
        }
        List<String> train = remembering(1);
        train.addAll(List.of("--step-time", "constant:20ms", "--checkpoint-every", "2", "--out", run.toString()));
        try (NodeProcesses nodes = new NodeProcesses()) {
            nodes.start(HostPort.of(address).orElseThrow(), NodeProcesses.java(), List.of(), List.of(), List.of());
            Process learner = learner(address, "train", train);
            assertTrue(printed(learner, " 40 %").isPresent(), "it has a checkpoint");
            learner.destroyForcibly().waitFor();

            Process again = learner(address, "resume", List.of(run.toString()));

            String digest = SmallRuns.serial(Hts.configure(remembering(1).toArray(String[]::new)));
            assertTrue(printed(again, digest).isPresent());
            assertEquals(0, again.waitFor());
        }
    }

    /** Starts one that begins when its node is there. */
    private static Process learner(String address, String command, List<String> arguments) throws IOException {
        List<String> line = new ArrayList<>(LocalNodes.command(new HostPort("", 0), Optional.empty()));
        line.subList(line.indexOf("node"), line.size()).clear();
        line.add(command);
        line.addAll(arguments);
        line.addAll(List.of("--nodes", "1", "--node-timeout", "1h", "--bind", address));
        return new ProcessBuilder(line).redirectError(Redirect.INHERIT).start();
    }

    /** Reads until a line has {@code part}; empty where none has. */
    private static Optional<String> printed(Process process, String part) {
        return process.inputReader().lines().filter(line -> line.contains(part)).findFirst();
    }

    @Test
    void shouldEndLocalNodesWithTheirStandardInput() throws Exception {
        LocalNodes orphans = new LocalNodes();
        HostPort nobody = new HostPort("127.0.0.1", 9);
        orphans.start(1, nobody, Optional.empty(), List.of(), Optional.empty());
        Process orphan = orphans.processes().get(0);
        assertTrue(orphan.isAlive());
        orphan.getOutputStream().close(); // as the system does when this process is killed
        CompletableFuture<Process> ended = orphan.onExit();
        ended.get(LONG.toSeconds(), TimeUnit.SECONDS);
        assertFalse(orphan.isAlive());
    }
}
