package io.htsrl.benchmarks.nodes;

import io.htsrl.cli.Hts;
import io.htsrl.cluster.LocalNodes;
import io.htsrl.cluster.lanes.LaneBoard;
import io.htsrl.cluster.pekko.ClusterRollouts;
import io.htsrl.cluster.pekko.Host;
import io.htsrl.cluster.security.HostPort;
import io.htsrl.cluster.table.AssignmentTable;
import io.htsrl.cluster.table.ClusterCounters.Recovery;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.rollouts.RolloutSource;
import io.htsrl.trainer.rollouts.Rollouts;
import io.htsrl.trainer.run.Trainer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A run on node processes, some of which are killed at drawn moments and replaced by fresh ones. Compares its digests
 * with those of {@code serial} and times each recovery. One thread, beside those of the run and one that kills.
 */
final class KilledRun {
    private static final Duration LEASE = Duration.ofSeconds(2);
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final int ENVIRONMENTS = 12;
    private static final int STEPS = 64;
    private static final int FIRST = 2; // interval of the first kill: all nodes are warm
    private static final int BETWEEN = 3; // intervals between two kills
    /** Time of a step; an interval on three nodes takes half a second. */
    private static final String STEP_TIME = "constant:2ms";

    private static final double MOMENTS_MILLIS = 500;

    /** Result of a run. Times are nanoseconds, of kills that the learner noticed. */
    record Result(int kills, boolean equal, String detail, List<Long> detections, List<Recovery> recoveries) {}

    private final String algorithm;
    private final long seed;
    private final int nodes;
    private final int kills;
    private final RandomStream draws;
    private final List<Long> killed = new ArrayList<>(); // nanoTime of each; the killing thread writes
    private final List<String> digests = new ArrayList<>(); // the learner's thread writes
    private ClusterRollouts rollouts;

    /** @param draws stream of this run alone */
    KilledRun(String algorithm, long seed, int nodes, int kills, RandomStream draws) {
        this.algorithm = algorithm;
        this.seed = seed;
        this.nodes = nodes;
        this.kills = kills;
        this.draws = draws;
    }

    Result run() throws Exception {
        List<String> expected = new ArrayList<>();
        String digest = new Trainer(config(Schedule.SERIAL), Attachments.none().with(collecting(expected)))
                .run()
                .digest();
        ScheduledExecutorService killer = Executors.newSingleThreadScheduledExecutor();
        String digestOnNodes;
        try (LocalNodes processes = new LocalNodes()) {
            digestOnNodes = new Trainer(
                            config(Schedule.HTS),
                            Attachments.none()
                                    .with(killing(processes, killer))
                                    .with(Duration.ZERO) // a node may start slowly
                                    .collectedBy(site -> open(site, processes)))
                    .run()
                    .digest();
            killer.shutdown();
            killer.awaitTermination(1, TimeUnit.MINUTES);
        } finally {
            killer.shutdownNow();
        }
        return result(digestOnNodes.equals(digest), expected);
    }

    private RunConfig config(Schedule schedule) {
        int steps = ENVIRONMENTS * STEPS * (FIRST + kills * BETWEEN + BETWEEN);
        List<String> flags = new ArrayList<>(List.of(
                "--algo",
                algorithm,
                "--env",
                "CartPole-v1",
                "--seed",
                Long.toString(seed),
                "--num-envs",
                Integer.toString(ENVIRONMENTS),
                "--sync-interval",
                Integer.toString(STEPS),
                "--total-timesteps",
                Integer.toString(steps),
                "--hidden-sizes",
                "16,16",
                "--learners",
                "1",
                "--schedule",
                schedule.name().toLowerCase(Locale.ROOT)));
        if (schedule == Schedule.HTS) { // step time changes no bit: the reference needs none
            flags.addAll(List.of("--executors", "1", "--step-time", STEP_TIME));
        }
        if (algorithm.equals("dqn")) {
            flags.addAll(List.of("--learning-starts", "1024", "--buffer-size", "4096", "--batch-size", "16"));
        }
        return Hts.configure(flags.toArray(String[]::new));
    }

    private Rollouts open(RolloutSource.RolloutSite site, LocalNodes processes) {
        rollouts = new ClusterRollouts(
                config(Schedule.HTS),
                site,
                new Host(new HostPort("127.0.0.1", 0), Optional.empty(), line -> {}),
                LEASE,
                0,
                line -> {},
                new LaneBoard(0, AssignmentTable.Lease.of(LEASE), line -> {}),
                () -> {});
        processes.start(nodes, rollouts.address(), Optional.empty(), List.of(), Optional.empty());
        awaitAll();
        return rollouts;
    }

    private void awaitAll() {
        if (!rollouts.await(nodes, PATIENCE)) {
            throw new IllegalStateException(nodes + " nodes have not joined in time");
        }
    }

    private static TrainingListener collecting(List<String> digests) {
        return new TrainingListener() {
            @Override
            public void onInterval(IntervalReport report) {
                digests.add(report.digest());
            }
        };
    }

    /**
     * Schedules the kills, on the learner's thread: the nodes are collecting the next interval, whose columns are lost.
     */
    private TrainingListener killing(LocalNodes processes, ScheduledExecutorService killer) {
        return new TrainingListener() {
            @Override
            public void onInterval(IntervalReport report) {
                digests.add(report.digest());
                long kill = report.interval() - FIRST;
                if (kill >= 0 && kill % BETWEEN == 0 && kill / BETWEEN < kills) {
                    awaitAll();
                    long number = kill / BETWEEN;
                    killer.schedule(
                            () -> kill(processes, draws.uniform(number, 0)),
                            (long) (draws.uniform(number, 1) * MOMENTS_MILLIS),
                            TimeUnit.MILLISECONDS);
                }
            }
        };
    }

    private void kill(LocalNodes processes, double which) {
        List<Process> alive =
                processes.processes().stream().filter(Process::isAlive).toList();
        killed.add(System.nanoTime());
        alive.get((int) (which * alive.size())).destroyForcibly();
        processes.start(1, rollouts.address(), Optional.empty(), List.of(), Optional.empty());
    }

    private Result result(boolean same, List<String> expected) {
        boolean equal = same && digests.equals(expected) && killed.size() == kills;
        List<Recovery> recoveries = new ArrayList<>(rollouts.tally().recoveries());
        recoveries.sort(Comparator.comparingLong(Recovery::noticed));
        List<Long> detections = new ArrayList<>();
        List<Recovery> ofKills = new ArrayList<>();
        for (int kill = 0; kill < killed.size(); kill++) {
            long from = killed.get(kill);
            long to = kill + 1 < killed.size() ? killed.get(kill + 1) : Long.MAX_VALUE;
            recoveries.stream()
                    .filter(each -> each.noticed() >= from && each.noticed() < to)
                    .findFirst()
                    .ifPresent(each -> {
                        detections.add(each.noticed() - from);
                        ofKills.add(each);
                    });
        }
        String detail = equal ? "equal" : "DIFFERENT: " + digests + ", expected " + expected;
        return new Result(killed.size(), equal, detail, detections, ofKills);
    }
}
