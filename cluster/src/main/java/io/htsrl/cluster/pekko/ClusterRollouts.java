package io.htsrl.cluster.pekko;

import io.htsrl.cluster.columns.ColumnResult;
import io.htsrl.cluster.columns.ColumnRunner;
import io.htsrl.cluster.columns.ColumnUnit;
import io.htsrl.cluster.columns.UnitThread;
import io.htsrl.cluster.door.HostPort;
import io.htsrl.cluster.door.Identity;
import io.htsrl.cluster.door.Secret;
import io.htsrl.cluster.lanes.LaneBoard;
import io.htsrl.cluster.seen.NodesSeen;
import io.htsrl.cluster.table.Coordinator;
import io.htsrl.cluster.table.Fill;
import io.htsrl.cluster.table.Hand;
import io.htsrl.cluster.table.Lease;
import io.htsrl.cluster.table.Tally;
import io.htsrl.core.error.RunFailedException;
import io.htsrl.core.run.RunAbortedException;
import io.htsrl.core.run.RunControl;
import io.htsrl.replay.ReplayMemory;
import io.htsrl.storage.StorageBank;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.rollouts.RolloutGauges;
import io.htsrl.trainer.rollouts.RolloutSite;
import io.htsrl.trainer.rollouts.Rollouts;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.apache.pekko.actor.typed.ActorRef;

/** The banks of a run, filled by nodes; by this machine where there is none. Thread rule of {@link Rollouts}. */
public final class ClusterRollouts implements Rollouts {
    /** This machine, among the hands. */
    static final int OWN = 0;

    private static final int GIVEN_UP = 15; // leases
    /** A fill has no limit of its own. */
    private static final Duration ENDLESS = Duration.ofDays(10_000);

    private final RunControl control;
    private final Consumer<String> tell;
    private final Host host;
    private final Coordinator coordinator;
    private final NodesSeen seen;
    private final UnitThread own;
    private final LaneBoard lanes;
    private final ActorRef<Object> actor;
    private final ReplayNodes replay;
    private boolean closed; // by one thread
    private volatile boolean down;
    private final Map<Long, CompletableFuture<Void>> waiting = new ConcurrentHashMap<>(); // what somebody waits for
    private final AtomicLong waits = new AtomicLong();

    /**
     * Serves nodes from now on.
     *
     * @param bind  where
     * @param lease how long a node may be silent
     * @param tell  hears what a person wants to know
     */
    public ClusterRollouts(
            RunConfig config, RolloutSite site, HostPort bind, Secret secret, Duration lease, Consumer<String> tell) {
        this(config, site, bind, Terms.of(secret, lease), tell, new LaneBoard(0, Lease.of(lease), tell));
    }

    /**
     * The same.
     *
     * @param lanes of the learner, which nodes take rows for
     */
    public ClusterRollouts(
            RunConfig config, RolloutSite site, HostPort bind, Terms terms, Consumer<String> tell, LaneBoard lanes) {
        this(config, site, new Host(bind, bind, "--bind", terms.tls(), tell), terms, tell, lanes);
    }

    /** @param host closed with this */
    ClusterRollouts(
            RunConfig config, RolloutSite site, Host host, Terms terms, Consumer<String> tell, LaneBoard lanes) {
        this.lanes = lanes;
        lanes.follow(site.control());
        this.control = site.control();
        this.tell = tell;
        this.host = host;
        this.own = new UnitThread(() -> new ColumnRunner(config), new OwnReports());
        this.coordinator = new Coordinator(site.shape(), site.states(), new OwnHand(), Lease.of(terms.lease()), tell);
        this.seen =
                new NodesSeen(coordinator, site.timeline(), config.pipeline().executors());
        this.replay = new ReplayNodes(host, control, tell);
        LearnerActor.Door door =
                new LearnerActor.Door(Identity.settings(config), Identity.of(config), terms.secret(), tell);
        LearnerActor.Listeners listeners =
                new LearnerActor.Listeners(coordinator, lanes, seen, List.of(replay.actor()));
        this.actor = host.start(
                LearnerActor.behavior(host, listeners, door, terms.lease().multipliedBy(GIVEN_UP), terms.fanOut()),
                Host.LEARNER);
        host.beginCluster();
        control.onAbort(() -> waiting.values().forEach(each -> each.cancel(false)));
        host.system().getWhenTerminated().thenRun(this::goneDown);
    }

    /** Pekko takes its system down where it holds this side for the one that was cut off: the run must hear of it. */
    private void goneDown() {
        down = true;
        waiting.values().forEach(each -> each.completeExceptionally(cutOff(-1)));
        lanes.end(cutOff(-1));
        replay.end(cutOff(-1));
    }

    private static RunFailedException cutOff(long interval) {
        return new RunFailedException(
                "the learner was cut off from its nodes, and has stopped; go on from its last checkpoint with 'hts resume'",
                interval,
                null);
    }

    /** What happened; to be read after {@link #close}. */
    public Tally tally() {
        return coordinator.tally();
    }

    /** Where nodes join. */
    public HostPort address() {
        return host.address();
    }

    /**
     * Waits for nodes.
     *
     * @return whether they have come in time
     */
    public boolean await(int nodes, Duration limit) {
        CompletableFuture<Void> there = new CompletableFuture<>();
        try {
            await(there, new ToLearner.Await(nodes, there), limit, -1);
            return true;
        } catch (TimeoutException e) {
            return false;
        }
    }

    private void await(CompletableFuture<Void> done, Object wish, Duration limit, long interval)
            throws TimeoutException {
        Long number = waits.incrementAndGet();
        waiting.put(number, done);
        try {
            control.checkAborted(); // behind the line above: an abort before it would not find it
            if (down) { // the same
                throw cutOff(interval);
            }
            actor.tell(wish);
            done.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RunFailedException failed) {
                throw failed;
            }
            throw new RunFailedException("the cluster failed: " + e.getCause(), interval, e.getCause());
        } catch (CancellationException e) {
            throw RunAbortedException.INSTANCE;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw RunAbortedException.INSTANCE;
        } finally {
            waiting.remove(number);
        }
    }

    /** Memories whose shards lie on so many of the nodes that are there now. */
    public ReplayMemory.Maker memoriesOn(int nodes) {
        return replay.on(nodes);
    }

    @Override
    public void fill(long interval, float[] parameters, StorageBank bank, StorageBank filled) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        try {
            await(done, new ToLearner.Begin(new Fill(interval, parameters, bank, filled, done)), ENDLESS, interval);
        } catch (TimeoutException e) {
            throw new IllegalStateException("leases are much shorter", e);
        }
    }

    @Override
    public RolloutGauges gauges() {
        return seen;
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        replay.close();
        CompletableFuture<ToLearner.Figures> told = new CompletableFuture<>();
        actor.tell(new ToLearner.End("the run is over", told));
        try {
            summarize(told.get(2, TimeUnit.SECONDS));
        } catch (ExecutionException | TimeoutException e) {
            // the nodes will find out for themselves
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            own.close();
            host.close();
        }
    }

    private void summarize(ToLearner.Figures figures) {
        Tally tally = coordinator.tally(); // the actor has written it before it told
        tell.accept(String.format(
                Locale.ROOT,
                "%s joined, %d lost; %,d columns, %,d given again, %,d tried twice, %,d came twice and were equal; %.1f MB "
                        + "travelled",
                figures.nodes() == 1 ? "1 node" : figures.nodes() + " nodes",
                tally.lost(),
                tally.columns(),
                tally.again(),
                tally.seconds(),
                tally.duplicates(),
                figures.bytes() / 1e6));
        if (!lanes.summary().isEmpty()) {
            tell.accept(lanes.summary());
        }
    }

    private final class OwnHand implements Hand {
        @Override
        public int id() {
            return OWN;
        }

        @Override
        public String name() {
            return "the learner's own machine";
        }

        @Override
        public void work(ColumnUnit unit, float[] parameters) {
            own.submit(unit, parameters);
        }
    }

    private final class OwnReports implements UnitThread.Reports {
        @Override
        public void full(ColumnResult result) {
            actor.tell(new ToLearner.Own(result));
        }

        @Override
        public void missing(ColumnUnit unit) {
            actor.tell(new ToLearner.OwnMissing(unit.interval(), unit.attempt()));
        }

        @Override
        public void failed(ColumnUnit unit, String message) {
            actor.tell(new ToLearner.OwnFailed(unit.interval(), unit.attempt(), message));
        }
    }
}
