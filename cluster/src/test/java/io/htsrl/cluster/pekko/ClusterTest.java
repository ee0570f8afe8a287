package io.htsrl.cluster.pekko;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.checkpoints.CheckpointFolder;
import io.htsrl.cluster.DiceProvider;
import io.htsrl.cluster.SmallRuns;
import io.htsrl.cluster.columns.ColumnCodec;
import io.htsrl.cluster.columns.ColumnCodec.ColumnResult;
import io.htsrl.cluster.columns.ColumnRunner;
import io.htsrl.cluster.lanes.LaneBoard;
import io.htsrl.cluster.security.HostPort;
import io.htsrl.cluster.security.Secret;
import io.htsrl.cluster.security.Tls;
import io.htsrl.cluster.table.AssignmentTable;
import io.htsrl.cluster.table.ClusterCounters.Count;
import io.htsrl.cluster.table.ColumnDecoders;
import io.htsrl.cluster.table.ColumnDecoders.DecodedColumn;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.time.Timeline;
import io.htsrl.executors.ReplicaDelta;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.StorageBank;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.CheckpointPlan;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.config.RunConfigBuilder;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TrainingFailedException;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.rollouts.RolloutSource;
import io.htsrl.trainer.rollouts.Rollouts;
import io.htsrl.trainer.rollouts.StartStates;
import io.htsrl.trainer.run.Trainer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Learner and nodes each have a Pekko, as in a run, but in one process: what they say goes over TCP. */
class ClusterTest {
    private static final HostPort ANY = new HostPort("127.0.0.1", 0);
    private static final Duration LONG = Duration.ofHours(1);

    private final List<String> logs = new CopyOnWriteArrayList<>();
    private final List<CompletableFuture<String>> nodes = new ArrayList<>();

    private ClusterRollouts opened; // the last one

    private CompletableFuture<String> node(HostPort learner, Secret secret) {
        CompletableFuture<String> ended = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                Optional<Tls> tls = Tls.by(Optional.empty(), secret);
                ended.complete(
                        new Node(learner, () -> new Host(ANY, tls, logs::add), tls, LONG, LONG, line -> {}, () -> false)
                                .run());
            } catch (InterruptedException | RuntimeException e) {
                ended.completeExceptionally(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return ended;
    }

    private RolloutSource on(RunConfig config, int count) {
        return on(config, count, 0);
    }

    private RolloutSource on(RunConfig config, int count, int audit) {
        return site -> {
            ClusterRollouts rollouts = rollouts(config, site, Secret.NONE, audit);
            opened = rollouts;
            for (int i = 0; i < count; i++) {
                nodes.add(node(rollouts.address(), Secret.NONE));
            }
            assertTrue(rollouts.await(count, LONG), "nodes join");
            return rollouts;
        };
    }

    private ClusterRollouts rollouts(RunConfig config, RolloutSource.RolloutSite site, Secret secret) {
        return rollouts(config, site, secret, 0);
    }

    private ClusterRollouts rollouts(RunConfig config, RolloutSource.RolloutSite site, Secret secret, int audit) {
        Host host = new Host(ANY, Tls.by(Optional.empty(), secret), logs::add);
        LaneBoard lanes = new LaneBoard(0, AssignmentTable.Lease.of(LONG), logs::add);
        return new ClusterRollouts(config, site, host, LONG, audit, logs::add, lanes, () -> {});
    }

    private static RolloutSource.RolloutSite site(RunConfig config) {
        try (ColumnRunner runner = new ColumnRunner(config)) {
            return new RolloutSource.RolloutSite(
                    runner.shape(),
                    new StartStates(runner.shape().environments()),
                    null,
                    new RunControl(),
                    Timeline.off());
        }
    }

    @Test
    void shouldGoOnFromACheckpointThatAnybodyWrote(@TempDir Path folder) throws Exception {
        RunConfig config = SmallRuns.config("ppo", "CartPole-v1", 2);
        String whole = SmallRuns.serial(config);
        CheckpointPlan plan = CheckpointPlan.of(folder, 4, 9, null);

        String onNodes = new Trainer(config, Attachments.none().with(plan).collectedBy(on(config, 2)))
                .run()
                .digest();
        assertEquals(whole, onNodes);

        CheckpointFolder written = new CheckpointFolder(folder, 9);
        try (CheckpointFile from = CheckpointFile.open(written.file(4))) {
            assertEquals(whole, resumed(config, from, RolloutSource.HERE), "written on nodes, gone on with here");
        }
        try (CheckpointFile from = CheckpointFile.open(written.file(8))) {
            assertEquals(whole, resumed(config, from, on(config, 1)), "gone on with on a node");
        }
        for (CompletableFuture<String> node : nodes) {
            assertEquals("", node.get(), "it ends with the run");
        }
    }

    private static String resumed(RunConfig config, CheckpointFile from, RolloutSource source) throws Exception {
        CheckpointPlan plan = CheckpointPlan.of(Path.of("target"), 0, 9, from);
        return new Trainer(config, Attachments.none().with(plan).collectedBy(source))
                .run()
                .digest();
    }

    private long counted(String before, String behind) {
        Pattern pattern = Pattern.compile(".*" + before + "([0-9,]+)" + behind + ".*");
        return logs.stream()
                .map(pattern::matcher)
                .filter(Matcher::matches)
                .mapToLong(found -> Long.parseLong(found.group(1).replace(",", "")))
                .sum();
    }

    @Test
    void shouldCountTheColumnsThatWereCompared() throws Exception {
        RunConfig config = SmallRuns.config("a2c", "CartPole-v1", 1);

        String digest = new Trainer(config, Attachments.none().collectedBy(on(config, 1, 1)))
                .run()
                .digest();

        assertEquals(SmallRuns.serial(config), digest);
        long fromNodes = opened.tally().count(Count.COLUMNS) - opened.tally().count(Count.OWN);
        long compared = counted(", ", " audited");
        assertTrue(compared + counted(" ", " audits were dropped") >= fromNodes, logs::toString);
    }

    /** Nothing new begins before one of the columns has been compared: a message says that no bits are reliable. */
    @Test
    void shouldNameTheColumnOfAnEnvironmentThatPlaysDice() {
        RunConfig config = RunConfigBuilder.builder(SmallRuns.config("a2c", DiceProvider.NAME, 1))
                .allowNondeterminism(true)
                .build();
        TrainingListener patient = new TrainingListener() {
            @Override
            public void onInterval(IntervalReport report) {
                while (opened.tally().count(Count.AUDITED) == 0) {
                    LockSupport.parkNanos(1_000_000);
                }
            }
        };

        String message = assertThrows(
                        TrainingFailedException.class,
                        () -> new Trainer(
                                        config, Attachments.none().with(patient).collectedBy(on(config, 2, 1)))
                                .run())
                .getCause()
                .getMessage();

        String machine = "(the learner's own machine|node 127\\S+)";
        assertTrue(
                message.matches("(?s)column \\d+ of interval \\d+ came twice with different bits, from " + machine
                        + " and from " + machine + ".*must follow from seed and actions alone, on every machine"),
                message);
    }

    /** Its first column comes again when the last bank is filled, with the bits of the interval before. */
    private record LateDifference(ClusterRollouts rollouts, BankShape shape, List<ColumnResult> last)
            implements Rollouts {
        @Override
        public void fill(long interval, float[] parameters, StorageBank bank, StorageBank filled) {
            rollouts.fill(interval, parameters, bank, filled);
            byte[] other = new ColumnCodec(shape).column(filled, 0);
            last.clear();
            last.add(new ColumnResult(interval, 1, 0, other, ReplicaDelta.of(new byte[1])));
        }

        @Override
        public void close() {
            CompletableFuture<DecodedColumn> decoded = new CompletableFuture<>();
            try (ColumnDecoders decoders = new ColumnDecoders(shape)) {
                decoders.submit(last.get(0), decoded::complete);
                rollouts.filled(decoded.join());
            }
            rollouts.close();
        }
    }

    /** The run has nothing left to fill when the comparison is made. */
    @Test
    void shouldEndWithAFailureWhereAColumnOfTheLastIntervalDiffers() {
        RunConfig config = SmallRuns.config("a2c", "CartPole-v1", 1);
        RolloutSource source = site -> {
            Host host = new Host(ANY, Optional.empty(), line -> {});
            LaneBoard lanes = new LaneBoard(0, AssignmentTable.Lease.of(LONG), logs::add);
            ClusterRollouts made = new ClusterRollouts(config, site, host, LONG, 0, logs::add, lanes, () -> {});
            return new LateDifference(made, site.shape(), new ArrayList<>());
        };

        String message = assertThrows(
                        TrainingFailedException.class,
                        () -> new Trainer(config, Attachments.none().collectedBy(source)).run())
                .getCause()
                .getMessage();

        assertTrue(message.contains("column 0 of interval 9 came twice with different bits"), message);
    }

    @Test
    void shouldTakeNodesThatComeLate() throws Exception {
        RunConfig config = SmallRuns.config("a2c", "CartPole-v1", 1);
        CompletableFuture<HostPort> address = new CompletableFuture<>();
        CompletableFuture<ClusterRollouts> open = new CompletableFuture<>();
        TrainingListener late = new TrainingListener() {
            @Override
            public void onInterval(IntervalReport report) {
                if (report.interval() == 3) { // the learner did the first ones itself
                    nodes.add(node(address.join(), Secret.NONE));
                    assertTrue(open.join().await(1, LONG));
                }
            }
        };

        String digest = new Trainer(config, Attachments.none().with(late).collectedBy(site -> {
                    ClusterRollouts rollouts = rollouts(config, site, Secret.NONE);
                    address.complete(rollouts.address());
                    open.complete(rollouts);
                    return rollouts;
                }))
                .run()
                .digest();

        assertEquals(SmallRuns.serial(config), digest);
        assertEquals("", nodes.get(0).get());
        assertTrue(logs.stream().anyMatch(line -> line.startsWith("1 node joined, 0 lost")), logs.toString());
    }

    @Test
    void shouldRefuseWhoDoesNotKnowTheSecret(@TempDir Path folder) throws Exception {
        RunConfig config = SmallRuns.config("a2c", "CartPole-v1", 1);
        Secret secret = Secret.of(Optional.of(Files.writeString(folder.resolve("one"), "0123456789abcdef")));
        Secret wrong = Secret.of(Optional.of(Files.writeString(folder.resolve("two"), "fedcba9876543210")));
        try (ClusterRollouts rollouts = rollouts(config, site(config), secret)) {

            String why = node(rollouts.address(), wrong).get();

            assertTrue(why.contains("does not know the secret: give both sides the same --secret-file"), why);
            assertEquals(
                    List.of("a machine is refused: it does not know the secret: give both sides the same"
                            + " --secret-file"),
                    logs.stream().distinct().toList());
            CompletableFuture<String> known = node(rollouts.address(), secret);
            assertTrue(rollouts.await(1, LONG), "who knows it is let in");
            rollouts.close();
            assertEquals("", known.get());
        }
    }
}
