package io.htsrl.cluster;

import io.htsrl.cluster.columns.NodeMemory;
import io.htsrl.cluster.lanes.LaneBoard;
import io.htsrl.cluster.lanes.NodeLanes;
import io.htsrl.cluster.pekko.ClusterOptions;
import io.htsrl.cluster.pekko.ClusterRollouts;
import io.htsrl.cluster.security.HostPort;
import io.htsrl.cluster.security.Secret;
import io.htsrl.cluster.security.Tls;
import io.htsrl.cluster.table.Lease;
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
import io.htsrl.trainer.rollouts.RolloutSite;
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
    private static final Duration SHORTEST = Duration.ofMillis(500);
    /** Heap of each local node; see {@link LocalNodes}. */
    static final long LOCAL_HEAP = 256L << 20;

    private static final int MOST_LOCAL = 64;

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
        return ((ClusterSettings) own).wanted();
    }

    @Override
    public void check(Record own, RunConfig config, Violations violations) {
        ClusterSettings settings = (ClusterSettings) own;
        if (settings.wanted()) {
            checkAddress(settings, violations);
            checkRun(config, violations);
            checkLocal(settings, config, violations);
        }
        checkLanes(settings, config, violations);
    }

    private static void checkAddress(ClusterSettings settings, Violations violations) {
        boolean address = HostPort.of(settings.bind()).isPresent();
        settings.checkProof(violations);
        violations
                .check(
                        address,
                        "--bind",
                        settings.bind(),
                        "must be an address, HOST:PORT",
                        "give an address of this machine that nodes reach, such as 10.0.0.1:25520")
                .check(
                        !address
                                || settings.secretFile().isPresent()
                                || settings.tls().tlsKeystore().isPresent()
                                || HostPort.of(settings.bind()).get().loopback(),
                        "--bind",
                        settings.bind(),
                        "must be loopback without --secret-file and --tls-keystore: anybody who reaches it could join",
                        "make one with 'head -c 32 /dev/urandom | base64 > secret', and give all machines "
                                + "--secret-file secret")
                .check(
                        settings.nodes() == 0 || !settings.drawsSecret(),
                        "--local-nodes",
                        settings.localNodes(),
                        "must not be given with --nodes and without --secret-file: they have a secret of their own,"
                                + " which other nodes cannot know",
                        "make one with 'head -c 32 /dev/urandom | base64 > secret', and give --secret-file secret")
                .check(
                        settings.nodeLease().compareTo(SHORTEST) >= 0,
                        "--node-lease",
                        TimeSpan.text(settings.nodeLease()),
                        "must be at least 500ms",
                        "give 2s, for example");
    }

    private static void checkLanes(ClusterSettings settings, RunConfig config, Violations violations) {
        int nodes = settings.all();
        Algorithm algorithm = Algorithms.of(config.algorithm());
        violations
                .check(
                        settings.learnerNodes() <= nodes,
                        "--learner-nodes",
                        settings.learnerNodes(),
                        "must be " + nodes + " at most: they are some of the nodes",
                        "give more --nodes or --local-nodes")
                .check(
                        settings.learnerNodes() == 0 || algorithm.sharesRows(),
                        "--learner-nodes",
                        settings.learnerNodes(),
                        "must be 0 with --algo " + algorithm.name() + ", whose minibatches no machines share",
                        "leave it out, or choose one of " + String.join(", ", Algorithms.names(Algorithm::sharesRows)))
                .check(
                        settings.learnerNodes() == 0
                                || config.network().memory().stateSize() == 0,
                        "--learner-nodes",
                        settings.learnerNodes(),
                        "must be 0 with --memory, whose gradients go back through whole rollouts",
                        "leave it out: --nodes may still step the environments");
    }

    private static void checkRun(RunConfig config, Violations violations) {
        PipelineConfig pipeline = config.pipeline();
        violations
                .check(
                        pipeline.schedule() == Schedule.HTS,
                        "--schedule",
                        pipeline.schedule(),
                        "must be hts with --nodes",
                        "leave it out: its bits are those of serial")
                .check(
                        pipeline.backend() == Backend.JVM,
                        "--backend",
                        pipeline.backend(),
                        "must be jvm with --nodes",
                        "leave it out")
                .check(
                        !pipeline.restartEnvironments(),
                        "--restart-environments",
                        null,
                        "must not be given with --nodes: an environment that dies is run again elsewhere, in the same"
                                + " bits",
                        "remove it")
                .check(
                        pipeline.stepTimeout().isZero(),
                        "--step-timeout",
                        TimeSpan.text(pipeline.stepTimeout()),
                        "must be none with --nodes, whose environments --node-lease watches",
                        "remove it")
                .check(
                        pipeline.actors() == 0,
                        "--actors",
                        pipeline.actors(),
                        "must be 0 with --nodes: their executors serve themselves",
                        "leave it out")
                .check(
                        config.maker() == null,
                        "environment",
                        config.env(),
                        "must be one that nodes find by its name",
                        "provide it as a service");
        if (violations.isEmpty() && config.environments().exists()) {
            violations.check(
                    config.ask(SavedState::resumes),
                    "--env",
                    config.env(),
                    "must be able to save its state, or to replay an episode, to be run on nodes",
                    "train it without --nodes");
        }
    }

    /** Checks the memory of local nodes. Nodes of other machines check their own memory before their first interval. */
    private static void checkLocal(ClusterSettings settings, RunConfig config, Violations violations) {
        if (settings.localNodes() == 0
                || !violations.isEmpty()
                || !config.environments().exists()) {
            return;
        }
        NodeMemory all = config.ask(made -> new NodeMemory(
                config.bankShape(made.spec()), config.policy(made.spec()).parameterCount()));
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
        LaneBoard lanes = new LaneBoard(settings.learnerNodes(), Lease.of(settings.nodeLease()), lines);
        return new RolloutSource() {
            @Override
            public LearnerLanes lanes() {
                return settings.learnerNodes() == 0 ? LearnerLanes.HERE : new NodeLanes(lanes);
            }

            @Override
            public Rollouts open(RolloutSite site) {
                return ClusterEngine.open(settings, config, site, lines, lanes);
            }
        };
    }

    private static Rollouts open(
            ClusterSettings settings, RunConfig config, RolloutSite site, Consumer<String> log, LaneBoard lanes) {
        boolean drawn = settings.drawsSecret();
        Secret secret = drawn ? Secret.drawn() : Secret.of(settings.secretFile());
        Optional<Tls> tls = settings.tls().read();
        HostPort bind = HostPort.of(settings.bind()).orElseThrow();
        try {
            ClusterOptions options = new ClusterOptions(Tls.by(tls, secret), settings.nodeLease(), settings.audit());
            LocalNodes local = new LocalNodes();
            ClusterRollouts rollouts = new ClusterRollouts(config, site, bind, options, log, lanes, local::close);
            boolean joined = false;
            try {
                awaitNodes(settings, rollouts, local, drawn ? Optional.of(secret) : Optional.empty(), log);
                joined = true;
                return rollouts;
            } finally {
                if (!joined) {
                    rollouts.close();
                }
            }
        } catch (NoClassDefFoundError e) {
            throw new ConfigurationException(new Violations()
                    .add(
                            "--nodes",
                            settings.all(),
                            "needs Apache Pekko, whose jars are not there (" + e.getMessage() + ")",
                            "start the program with its launcher 'hts', which adds them"));
        }
    }

    /** Starts local nodes and waits for all nodes; {@code drawn} is the secret that local nodes receive. */
    private static void awaitNodes(
            ClusterSettings settings,
            ClusterRollouts rollouts,
            LocalNodes local,
            Optional<Secret> drawn,
            Consumer<String> log) {
        HostPort address = rollouts.address();
        boolean remote = settings.nodes() > 0;
        if (remote) {
            log.accept("waits for " + settings.nodes() + " at " + address + ": hts node --join " + address
                    + settings.secretFile()
                            .map(file -> " --secret-file " + file)
                            .orElse("")
                    + (settings.tls().wanted() ? " --tls-keystore ... --tls-truststore ..." : ""));
        }
        local.start(settings.localNodes(), address, settings.secretFile(), settings.tls(), drawn);
        Violations.require(
                rollouts.await(settings.all(), settings.nodeTimeout()),
                remote ? "--nodes" : "--local-nodes",
                remote ? settings.nodes() : settings.localNodes(),
                "must all join within --node-timeout (" + settings.nodeTimeout().toSeconds() + " s), and have not",
                "start each with 'hts node --join " + address
                        + "', give --node-timeout 10m, or ask for fewer: more may join later");
    }
}
