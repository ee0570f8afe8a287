package io.htsrl.cluster.pekko;

import io.htsrl.cluster.LineLog;
import io.htsrl.cluster.lanes.LaneBoard;
import io.htsrl.cluster.security.HostPort;
import io.htsrl.cluster.security.Secret;
import io.htsrl.cluster.security.Tls;
import io.htsrl.cluster.table.AssignmentTable;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.rollouts.RolloutSource;
import io.htsrl.trainer.rollouts.Rollouts;
import io.htsrl.trainer.run.Trainer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.apache.pekko.actor.PoisonPill;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.javadsl.Adapter;

/**
 * A learner and its nodes in this process, each behind relays: links to nodes are one each, and so are links to the
 * learner. One thread, and that of the learner for what happens at intervals.
 */
final class LinkedNodes implements AutoCloseable {
    static final Duration LEASE = Duration.ofMillis(300);
    private static final int FIRST = 2; // of 127.0.0.2
    private static final Duration LONG = Duration.ofHours(1);

    /** What happens behind an interval, on the learner's thread. */
    @FunctionalInterface
    interface Event {
        void at(long interval) throws Exception;
    }

    private final List<Cable> toNodes = new ArrayList<>();
    private final List<Cable> toLearner = new ArrayList<>();
    private final List<Relay> before = new ArrayList<>(); // the nodes
    private final Relay beforeLearner;
    private final List<Thread> nodes = new ArrayList<>();
    private final List<AtomicBoolean> drained = new ArrayList<>();
    private final Duration lease;
    private final LineLog logs = new LineLog();
    private final Secret secret = Secret.drawn(); // TLS finds damaged bytes
    private Host learnerHost;
    private final CountDownLatch aborted = new CountDownLatch(1);
    private volatile boolean hangs; // the learner's actor, from its next line until the run has been given up
    private volatile boolean over;
    private ClusterRollouts rollouts;

    /** Nobody has begun. */
    LinkedNodes(int count) throws IOException {
        this(count, LEASE);
    }

    /** @param lease one hour for a test in which nobody may be lost, however busy the machine is */
    LinkedNodes(int count, Duration lease) throws IOException {
        this.lease = lease;
        for (int i = 0; i < count; i++) {
            Cable cable = new Cable();
            toNodes.add(cable);
            drained.add(new AtomicBoolean());
            toLearner.add(new Cable());
            before.add(new Relay(Relay.free(host(i)), from -> cable));
        }
        Cable other = new Cable();
        beforeLearner = new Relay(Relay.free("127.0.0.1"), from -> {
            int node = from.getAddress()[3] - FIRST;
            return node >= 0 && node < count ? toLearner.get(node) : other;
        });
    }

    /** What a node listens at and connects from, so that the learner's relay knows it. */
    private static String host(int node) {
        return "127.0.0." + (FIRST + node);
    }

    Cable toNode(int node) {
        return toNodes.get(node);
    }

    Cable toLearner(int node) {
        return toLearner.get(node);
    }

    /** Holds both ways. */
    void hold(int node, boolean now) {
        toNode(node).hold(now);
        toLearner(node).hold(now);
    }

    /** As SIGTERM does; waits until the node has left. */
    void drain(int node) throws InterruptedException {
        drained.get(node).set(true);
        logs.await("has ended its work", 1);
    }

    /** Waits until the learner counts a node as lost, because it does not hear it. */
    void awaitLost(int node) throws InterruptedException {
        logs.awaitLive("node " + before.get(node).address(), false);
    }

    /** Waits until the learner counts it as live: its next beat arrives, or it has lost the learner and joins again. */
    void awaitBack(int node) throws InterruptedException {
        logs.awaitLive("node " + before.get(node).address(), true);
    }

    /** Closes all of the learner's Pekko. */
    void takeLearnerDown() throws Exception {
        learnerHost.close();
    }

    /** Ends its actor alone. */
    void takeLearnersActorDown() {
        ActorRef<Object> actor = learnerHost.at(learnerHost.address(), Host.LEARNER);
        Adapter.toClassic(actor).tell(PoisonPill.getInstance(), org.apache.pekko.actor.ActorRef.noSender());
    }

    /** It does nothing more until the run has been given up. */
    void hangLearnersActor() {
        hangs = true; // at the next line that it tells
        learnerHost
                .at(learnerHost.address(), Host.LEARNER)
                .tell(new Message.Hello("127.0.0.1:1", "stranger", "", Secret.nonce()));
    }

    private void tell(String line) {
        logs.accept(line);
        try {
            if (hangs) {
                aborted.await();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    String run(RunConfig config, Event event) throws Exception {
        return run(config, Duration.ZERO, event);
    }

    /** @param patience after which a run stands still; zero for never */
    String run(RunConfig config, Duration patience, Event event) throws Exception {
        TrainingListener events = new TrainingListener() {
            @Override
            public void onInterval(IntervalReport report) {
                try {
                    event.at(report.interval());
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }
        };
        return new Trainer(
                        config, Attachments.none().with(events).with(patience).collectedBy(site -> open(config, site)))
                .run()
                .digest();
    }

    /** A learner whose nodes take no rows. */
    static ClusterRollouts learner(
            RunConfig config, RolloutSource.RolloutSite site, Host host, Duration lease, Consumer<String> logs) {
        LaneBoard lanes = new LaneBoard(0, AssignmentTable.Lease.of(lease), logs);
        return new ClusterRollouts(config, site, host, lease, 0, logs, lanes, () -> {});
    }

    private static Host translated(HostPort seen, HostPort bind, Optional<Tls> tls) {
        return new Host(seen, bind, tls, line -> {});
    }

    private Rollouts open(RunConfig config, RolloutSource.RolloutSite site) {
        site.control().onAbort(aborted::countDown);
        learnerHost = translated(beforeLearner.address(), beforeLearner.target(), Tls.by(Optional.empty(), secret));
        rollouts = new ClusterRollouts(
                config,
                site,
                learnerHost,
                lease,
                0,
                this::tell,
                new LaneBoard(0, AssignmentTable.Lease.of(lease), logs),
                () -> {});
        for (int i = 0; i < toNodes.size(); i++) {
            begin(i);
        }
        if (!rollouts.await(toNodes.size(), LONG)) {
            throw new IllegalStateException("nodes do not join: " + logs);
        }
        return rollouts;
    }

    private void begin(int index) {
        HostPort seen = before.get(index).address();
        HostPort bind = before.get(index).target();
        HostPort learner = rollouts.address();
        Optional<Tls> tls = Tls.by(Optional.empty(), secret);
        Thread thread = new Thread(() -> {
            try {
                new Node(
                                learner,
                                () -> translated(seen, bind, tls),
                                tls,
                                lease.multipliedBy(5), // as without settings: 2 s and 10 s
                                LONG,
                                line -> {},
                                drained.get(index)::get)
                        .run();
            } catch (InterruptedException | RuntimeException e) {
                if (!over) { // Pekko that starts in an interrupted thread throws others
                    throw new IllegalStateException("a node has ended", e);
                }
            }
        });
        nodes.add(thread);
        thread.start();
    }

    LineLog logs() {
        return logs;
    }

    @Override
    public void close() throws IOException {
        over = true;
        nodes.forEach(Thread::interrupt);
        for (int i = 0; i < before.size(); i++) {
            hold(i, false);
            before.get(i).close();
        }
        beforeLearner.close();
    }
}
