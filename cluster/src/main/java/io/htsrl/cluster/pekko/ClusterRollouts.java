package io.htsrl.cluster.pekko;

import io.htsrl.cluster.columns.ColumnRunner;
import io.htsrl.cluster.columns.ColumnUnit;
import io.htsrl.cluster.columns.Parcel;
import io.htsrl.cluster.columns.UnitThread;
import io.htsrl.cluster.lanes.LaneBoard;
import io.htsrl.cluster.security.HostPort;
import io.htsrl.cluster.security.Identity;
import io.htsrl.cluster.table.AssignmentTable;
import io.htsrl.cluster.table.ClusterCounters;
import io.htsrl.cluster.table.ClusterCounters.Count;
import io.htsrl.cluster.table.ClusterMetrics;
import io.htsrl.cluster.table.ColumnDecoders.DecodedColumn;
import io.htsrl.cluster.table.ColumnWorker;
import io.htsrl.cluster.table.Coordinator;
import io.htsrl.cluster.table.Coordinator.Audit;
import io.htsrl.cluster.table.Coordinator.BankRequest;
import io.htsrl.cluster.table.LeaseWait;
import io.htsrl.core.error.RunFailedException;
import io.htsrl.core.error.ShownText;
import io.htsrl.core.run.RunAbortedException;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.time.Activity;
import io.htsrl.storage.StorageBank;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.model.RecordedSettings;
import io.htsrl.trainer.rollouts.RolloutSource;
import io.htsrl.trainer.rollouts.Rollouts;
import io.htsrl.trainer.selfplay.OpponentState;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.pekko.actor.typed.ActorRef;

/** Fills the banks of a run by nodes, or by this machine while none exist. Thread rule of {@link Rollouts}. */
public final class ClusterRollouts implements Rollouts {
    /** Worker number of this machine. */
    static final int OWN = 0;

    private static final int GIVEN_UP = 15; // leases
    private static final Duration NOTIFIED_WITHIN = Duration.ofSeconds(2);
    private final RunControl control;
    private final Consumer<String> log;
    private final Host host;
    private final Coordinator coordinator;
    private final ClusterMetrics metrics;
    private final UnitThread own;
    private final LaneBoard lanes;
    private final ActorRef<Object> actor;
    private final Duration lease;
    private final Runnable afterwards;
    private boolean closed; // accessed by one thread
    private volatile boolean down;
    private final AtomicLong atWork = new AtomicLong(); // grows while a lease bounds others' waits
    private final Set<CompletableFuture<Void>> waiting = ConcurrentHashMap.newKeySet(); // futures that are waited for

    /**
     * Starts serving nodes.
     *
     * @param host address at which nodes join; closed with this
     * @param lease how long a node may be silent
     * @param audit one in so many columns is computed again; 0 for none
     * @param lines receives lines for the user
     * @param lanes lanes of the learner, for which nodes compute rows
     * @param afterwards run when this is closed
     */
    public ClusterRollouts(
            RunConfig config,
            RolloutSource.RolloutSite site,
            Host host,
            Duration lease,
            int audit,
            Consumer<String> lines,
            LaneBoard lanes,
            Runnable afterwards) {
        this.afterwards = afterwards;
        this.log = ShownText.lines(lines);
        this.lanes = lanes;
        lanes.follow(site.control());
        this.control = site.control();
        this.host = host;
        this.own = new UnitThread(() -> new ColumnRunner(config), this::report);
        this.lease = lease;
        // read by the actor while it gives work, which is never during a swap
        Supplier<OpponentState> opponents = () ->
                site.opponents() == null ? OpponentState.NONE : site.opponents().state();
        ColumnWorker worker = new OwnWorker(OWN, "the learner's own machine", own, opponents);
        this.coordinator = new Coordinator(
                site.shape(), site.states(), worker, AssignmentTable.Lease.of(lease), log, Audit.drawn(audit));
        this.metrics = new ClusterMetrics(
                coordinator, site.timeline(), config.pipeline().executors());
        LearnerActor.Door door =
                new LearnerActor.Door(RecordedSettings.of(config), Identity.of(config), host.encrypted, log);
        LearnerActor.Listeners listeners = new LearnerActor.Listeners(
                coordinator, lanes, metrics, opponents, atWork::incrementAndGet, this::goneDown);
        this.actor =
                host.start(LearnerActor.behavior(host, listeners, door, lease.multipliedBy(GIVEN_UP)), Host.LEARNER);
        control.onAbort(() -> waiting.forEach(each -> each.cancel(false)));
        host.system.getWhenTerminated().thenRun(this::goneDown);
    }

    /** Ends every wait, since the learner's actor or all of Pekko has ended. */
    private void goneDown() {
        down = true;
        waiting.forEach(each -> each.completeExceptionally(cutOff(-1)));
        lanes.end(cutOff(-1));
    }

    private static RunFailedException cutOff(long interval) {
        return new RunFailedException(
                "the learner was cut off from its nodes, and has stopped; resume from its last checkpoint with 'hts"
                        + " resume'",
                interval,
                null);
    }

    /** Returns the counters of the run; to be read after {@link #close}. */
    public ClusterCounters tally() {
        return coordinator.tally();
    }

    /** Returns the address at which nodes join. */
    public HostPort address() {
        return host.address();
    }

    /**
     * Waits for nodes.
     *
     * @return whether they have joined in time
     */
    public boolean await(int nodes, Duration limit) {
        return await(nodes, limit, new CompletableFuture<>());
    }

    /**
     * Waits until so many nodes have joined, or until {@code end} completes.
     *
     * @return whether the wait ended in time
     */
    public boolean await(int nodes, Duration limit, CompletionStage<?> end) {
        CompletableFuture<Void> there = new CompletableFuture<>();
        end.thenRun(() -> there.complete(null));
        return await(there, new LearnerActor.Await(nodes, there), limit, -1);
    }

    /** Sends a wish to the learner's actor and waits; returns whether it was fulfilled in time. */
    private boolean await(CompletableFuture<Void> done, Object wish, Duration limit, long interval) {
        waiting.add(done);
        try {
            control.checkAborted(); // after the line above: an abort before that line would not find the future
            if (down) { // for the same reason
                throw cutOff(interval);
            }
            actor.tell(wish);
            String what = Activity.WAIT_FOR_ENVIRONMENTS.label();
            LeaseWait.await(done, limit, control.waits().ofCurrentThread(), atWork::get, what);
            return true;
        } catch (TimeoutException e) {
            return false;
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
            waiting.removeIf(each -> each == done);
        }
    }

    @Override
    public void fill(long interval, float[] parameters, StorageBank bank, StorageBank filled) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        await(
                done,
                new BankRequest(interval, parameters, bank, filled, done),
                Duration.ofDays(10_000),
                interval); // leases end it
    }

    @Override
    public Map<String, Double> metrics() {
        return metrics.metrics();
    }

    @Override
    public List<Rollouts.NodeGauge> nodes() {
        return metrics.nodes();
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        CompletableFuture<Void> done = new CompletableFuture<>();
        boolean whole = !control.aborted();
        Duration audits = whole ? lease : Duration.ZERO;
        actor.tell(new LearnerActor.End("the run is over", audits, done));
        RunFailedException failure = null;
        try {
            done.get(audits.plus(NOTIFIED_WITHIN).toMillis(), TimeUnit.MILLISECONDS);
            summarize();
            failure = coordinator.failure();
        } catch (ExecutionException | TimeoutException e) {
            // nodes detect the end by themselves
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            own.close();
            host.close();
            coordinator.decoders().close();
            afterwards.run();
        }
        if (whole && failure != null) {
            throw failure; // found by an audit of the last interval
        }
    }

    private void summarize() {
        ClusterCounters tally = coordinator.tally(); // the actor has written it before it completed the future
        log.accept(String.format(
                Locale.ROOT,
                "%s joined, %d lost; %,d columns, %,d reassigned, %,d retried, %,d audited, %,d duplicates; %.1f MB "
                        + "transferred",
                tally.count(Count.JOINED) == 1 ? "1 node" : tally.count(Count.JOINED) + " nodes",
                tally.count(Count.LOST),
                tally.count(Count.COLUMNS),
                tally.count(Count.AGAIN),
                tally.count(Count.SECOND),
                tally.count(Count.AUDITED),
                tally.count(Count.DUPLICATE),
                tally.count(Count.BYTES) / 1e6));
        warn(tally.count(Count.AUDITS_DROPPED), "audits were dropped: their columns were not compared");
        warn(tally.count(Count.FOREIGN), "answers of nodes were ignored: other nodes had been asked");
        if (!lanes.summary().isEmpty()) {
            log.accept(lanes.summary());
        }
    }

    private void warn(long count, String what) {
        if (count > 0) {
            log.accept(String.format(Locale.ROOT, "warning: %,d %s", count, what));
        }
    }

    /** The learner's own machine. */
    private record OwnWorker(int id, String name, UnitThread units, Supplier<OpponentState> opponents)
            implements ColumnWorker {
        @Override
        public void work(ColumnUnit unit, float[] parameters) {
            units.submit(unit, parameters, opponents.get());
        }
    }

    private void report(Parcel report) {
        actor.tell(report);
    }

    /** Receives a column of the learner's own machine. Any thread. */
    void filled(DecodedColumn column) {
        actor.tell((Runnable) () -> coordinator.result(OWN, column, System.nanoTime()));
    }
}
