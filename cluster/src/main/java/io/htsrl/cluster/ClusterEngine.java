package io.htsrl.cluster;

import io.htsrl.cluster.columns.NodeMemory;
import io.htsrl.cluster.lanes.LaneBoard;
import io.htsrl.cluster.lanes.NodeLanes;
import io.htsrl.cluster.pekko.ClusterRollouts;
import io.htsrl.cluster.pekko.Host;
import io.htsrl.cluster.security.HostPort;
import io.htsrl.cluster.security.Secret;
import io.htsrl.cluster.security.Tls;
import io.htsrl.cluster.table.AssignmentTable;
import io.htsrl.core.environment.SavedState;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.time.TimeSpan;
import io.htsrl.learners.Algorithm;
import io.htsrl.learners.Algorithms;
import io.htsrl.learners.LearnerLanes;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.engine.RolloutEngine;
import io.htsrl.trainer.rollouts.RolloutSource;
import io.htsrl.trainer.rollouts.Rollouts;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The rollout engine of {@code hts train --nodes N} and {@code --local-nodes N}. Stateless. It loads Pekko only when a
 * run begins.
 */
public final class ClusterEngine implements RolloutEngine {
    /** Heap of each local node; see {@link LocalNodes}. */
    static final long LOCAL_HEAP = 256L << 20;

    private static final int MOST_LOCAL = 64;
    private static final Duration SHORTEST_LEASE = Duration.ofMillis(500);
    private static final Duration LONGEST_LEASE = Duration.ofHours(24);
    private static final String LEASES =
            "must be between " + TimeSpan.text(SHORTEST_LEASE) + " and " + TimeSpan.text(LONGEST_LEASE);
    private static final String LANES = "--learner-nodes";
    private static final String MOST_LANES = " at most: they are some of the nodes";
    private static final String NEAR =
            "must be loopback without --secret-file and --tls-keystore: anybody who reaches it could join";
    private static final String OWN_SECRET =
            "must not be given with --nodes and without --secret-file: they have a secret of their own";
    private static final String RESTARTS =
            "must not be given with --nodes: an environment that dies is run again elsewhere, in the same bits";
    private static final String SAVED = "must be able to save its state, or to replay an episode, to be run on nodes";
    private static final String MAKE_SECRET =
            "make one with 'head -c 32 /dev/urandom | base64 > secret', and give all machines --secret-file secret";

    @Override
    public String name() {
        return "cluster";
    }

    @Override
    public Class<? extends Record> settings() {
        return ClusterSettings.class;
    }

    @Override
    public boolean isWanted(Record own) {
        return ((ClusterSettings) own).all() > 0;
    }

    @Override
    public void check(Record own, RunConfig config, Violations violations) {
        ClusterSettings settings = (ClusterSettings) own;
        if (settings.all() > 0) {
            checkAddress(settings, violations);
            checkRun(config, violations);
        }
        checkLanes(settings, config, violations);
    }

    @Override
    public void checkWithEnvironment(Record own, RunConfig config, Violations violations) {
        ClusterSettings settings = (ClusterSettings) own;
        if (settings.all() > 0) {
            boolean saved = config.ask(SavedState::resumes);
            violations.check(saved, "--env", config.env(), SAVED, "train it without --nodes");
        }
        if (settings.localNodes() > 0) {
            checkLocal(settings, config, violations);
        }
    }

    private static void checkAddress(ClusterSettings settings, Violations violations) {
        Optional<HostPort> bind = HostPort.of(settings.bind());
        boolean proof = settings.secretFile().isPresent() || settings.tlsGiven();
        Duration lease = settings.nodeLease();
        boolean inRange = lease.compareTo(SHORTEST_LEASE) >= 0 && lease.compareTo(LONGEST_LEASE) <= 0;
        boolean near = proof || bind.map(HostPort::loopback).orElse(true);
        boolean ownSecret = settings.nodes() > 0 && settings.drawsSecret();
        settings.checkProof(violations);
        violations
                .check(bind.isPresent(), "--bind", settings.bind(), HostPort.RULE, "give one that nodes reach")
                .check(near, "--bind", settings.bind(), NEAR, MAKE_SECRET)
                .check(!ownSecret, "--local-nodes", settings.localNodes(), OWN_SECRET, MAKE_SECRET)
                .check(inRange, "--node-lease", TimeSpan.text(lease), LEASES, "give 2s");
    }

    private static void checkLanes(ClusterSettings settings, RunConfig config, Violations violations) {
        int nodes = settings.all();
        int sharing = settings.learnerNodes();
        boolean remembers = config.network().memory().stateSize() > 0;
        Algorithm algorithm = Algorithms.of(config.algorithm());
        String one = "must be 0 with --algo " + algorithm.name() + ", whose minibatches no machines share";
        String other = "choose one of " + String.join(", ", Algorithms.names(Algorithm::sharesRows));
        violations
                .check(sharing <= nodes, LANES, sharing, "must be " + nodes + MOST_LANES, "give more --nodes")
                .check(sharing == 0 || algorithm.sharesRows(), LANES, sharing, one, "leave it out, or " + other)
                .check(sharing == 0 || !remembers, LANES, sharing, "must be 0 with --memory", "leave it out");
    }

    /** Checks a setting that has one value with nodes. */
    private static void checkFixed(String flag, Object value, Object needed, String why, Violations violations) {
        violations.check(
                value.equals(needed), flag, value, "must be " + needed + " with --nodes" + why, "leave it out");
    }

    private static void checkRun(RunConfig config, Violations violations) {
        PipelineConfig pipeline = config.pipeline();
        checkFixed("--schedule", pipeline.schedule(), Schedule.HTS, ", whose bits are those of serial", violations);
        checkFixed("--backend", pipeline.backend(), Backend.JVM, "", violations);
        checkFixed("--actors", pipeline.actors(), 0, ": their executors serve themselves", violations);
        String timeout = TimeSpan.text(pipeline.stepTimeout());
        String none = TimeSpan.text(Duration.ZERO);
        checkFixed("--step-timeout", timeout, none, ", whose environments --node-lease watches", violations);
        boolean restarts = pipeline.restartEnvironments();
        boolean named = config.maker() == null;
        violations
                .check(!restarts, "--restart-environments", null, RESTARTS, "remove it")
                .check(named, "environment", config.env(), "must be one that nodes find by its name", "make a service");
    }

    /** Checks the memory of local nodes. Nodes of other machines check their own memory before their first interval. */
    private static void checkLocal(ClusterSettings settings, RunConfig config, Violations violations) {
        NodeMemory all = config.ask(made -> NodeMemory.of(
                config,
                config.bankShape(made.spec()),
                config.policy(made.spec()).parameterCount()));
        NodeMemory share = all.share(settings.all());
        violations.check(
                share.fits(LOCAL_HEAP),
                "--local-nodes",
                settings.localNodes(),
                "must be enough: " + share.rule(LOCAL_HEAP),
                all.fewest(LOCAL_HEAP, settings.nodes() + MOST_LOCAL)
                                .map(fewest ->
                                        "give --local-nodes " + (fewest - settings.nodes()) + ", fewer --num-envs, ")
                                .orElse("give fewer --num-envs, ")
                        + "or start nodes with 'HTS_JAVA_OPTS=" + share.flag() + " ./hts node' and give --nodes");
    }

    @Override
    public RolloutSource source(Record own, RunConfig config, Consumer<String> log) {
        ClusterSettings settings = (ClusterSettings) own;
        Consumer<String> lines = line -> log.accept("  nodes     " + line);
        LaneBoard board = new LaneBoard(settings.learnerNodes(), AssignmentTable.Lease.of(settings.nodeLease()), lines);
        return new NodeRollouts(settings, config, lines, board);
    }

    /** Rollouts of one run by nodes. */
    private record NodeRollouts(ClusterSettings settings, RunConfig config, Consumer<String> log, LaneBoard board)
            implements RolloutSource {
        @Override
        public LearnerLanes lanes() {
            return settings.learnerNodes() == 0 ? LearnerLanes.HERE : new NodeLanes(board);
        }

        @Override
        public Rollouts open(RolloutSource.RolloutSite site) {
            Secret secret = settings.drawsSecret() ? Secret.drawn() : Secret.of(settings.secretFile());
            Optional<Tls> tls = settings.encryption(secret);
            HostPort bind = HostPort.of(settings.bind()).orElseThrow();
            try {
                Host host = new Host(bind, tls, log);
                LocalNodes local = new LocalNodes();
                ClusterRollouts rollouts = new ClusterRollouts(
                        config, site, host, settings.nodeLease(), settings.audit(), log, board, local::close);
                try {
                    awaitNodes(rollouts, local, secret);
                    return rollouts;
                } catch (RuntimeException | Error e) {
                    rollouts.close();
                    throw e;
                }
            } catch (NoClassDefFoundError e) {
                throw new ConfigurationException(
                        "--nodes",
                        settings.all(),
                        "needs Apache Pekko, whose jars are not there (" + e.getMessage() + ")",
                        "start the program with its launcher 'hts', which adds them");
            }
        }

        /** Starts local nodes and waits for all nodes. */
        private void awaitNodes(ClusterRollouts rollouts, LocalNodes local, Secret secret) {
            HostPort address = rollouts.address();
            boolean remote = settings.nodes() > 0;
            if (remote) {
                log.accept("waits for " + settings.nodes() + " at " + address + ": hts node --join " + address
                        + settings.secretFile()
                                .map(file -> " --secret-file " + file)
                                .orElse("")
                        + (settings.tlsGiven() ? " --tls-keystore ... --tls-truststore ..." : ""));
            }
            Optional<Secret> drawn = settings.drawsSecret() ? Optional.of(secret) : Optional.empty();
            local.start(settings.localNodes(), address, settings.secretFile(), settings.tlsFlags(), drawn);
            boolean joined = rollouts.await(settings.all(), settings.nodeTimeout(), local.firstEnd());
            String ended = local.ended();
            Violations.require(
                    ended.isEmpty(),
                    "--local-nodes",
                    settings.localNodes(),
                    "must be nodes that join; one ended before, with exit code " + ended,
                    "see its message above");
            String rule = "must be nodes that join within --node-timeout ("
                    + settings.nodeTimeout().toSeconds() + " s)";
            String longer = "give --node-timeout 10m, or ask for fewer: more may join later";
            if (remote) {
                String start = "start each with 'hts node --join " + address + "', ";
                Violations.require(joined, "--nodes", settings.nodes(), rule, start + longer);
            } else {
                Violations.require(joined, "--local-nodes", settings.localNodes(), rule, longer);
            }
        }
    }
}
