package io.htsrl.cluster.pekko;

import io.htsrl.cluster.columns.ColumnResult;
import io.htsrl.cluster.columns.ColumnRunner;
import io.htsrl.cluster.columns.ColumnUnit;
import io.htsrl.cluster.columns.UnitThread;
import io.htsrl.cluster.door.HostPort;
import io.htsrl.cluster.door.Identity;
import io.htsrl.cluster.door.Secret;
import io.htsrl.cluster.door.Tls;
import io.htsrl.cluster.seen.NodesSeen;
import io.htsrl.cluster.table.Coordinator;
import io.htsrl.cluster.table.Fill;
import io.htsrl.cluster.table.Hand;
import io.htsrl.cluster.table.Lease;
import io.htsrl.cluster.table.Tally;
import io.htsrl.cluster.tree.Tree;
import io.htsrl.core.error.RunFailedException;
import io.htsrl.core.run.RunAbortedException;
import io.htsrl.core.run.RunControl;
import io.htsrl.storage.StorageBank;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.rollouts.RolloutGauges;
import io.htsrl.trainer.rollouts.RolloutSite;
import io.htsrl.trainer.rollouts.Rollouts;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.pekko.actor.typed.ActorRef;

/** The banks of a run, filled by nodes; by this machine where there is none. Thread rule of {@link Rollouts}. */
public final class ClusterRollouts implements Rollouts {
    /** This machine, among the hands. */
    static final int OWN = 0;

    private static final int GIVEN_UP = 15; // leases

    private final RunControl control;
    private final Consumer<String> tell;
    private final Host host;
    private final Coordinator coordinator;
    private final NodesSeen seen;
    private final UnitThread own;
    private final ActorRef<Object> actor;
    private boolean closed; // by one thread
    private volatile CompletableFuture<Void> waiting = CompletableFuture.completedFuture(null);

    /**
     * Serves nodes from now on.
     *
     * @param bind  where
     * @param lease how long a node may be silent
     * @param tell  hears what a person wants to know
     */
    public ClusterRollouts(
            RunConfig config, RolloutSite site, HostPort bind, Secret secret, Duration lease, Consumer<String> tell) {
        this(config, site, bind, secret, Optional.empty(), lease, Tree.FAN_OUT, tell);
    }

    /**
     * The same.
     *
     * @param tls    what travels is encrypted by; empty for nothing
     * @param fanOut nodes that the parameters go to from one machine
     */
    public ClusterRollouts(
            RunConfig config,
            RolloutSite site,
            HostPort bind,
            Secret secret,
            Optional<Tls> tls,
            Duration lease,
            int fanOut,
            Consumer<String> tell) {
        this.control = site.control();
        this.tell = tell;
        LearnerActor.Door door = new LearnerActor.Door(Identity.settings(config), Identity.of(config), secret, tell);
        this.host = new Host(bind, "--bind", tls, tell);
        this.own = new UnitThread(() -> new ColumnRunner(config), new OwnReports());
        this.coordinator = new Coordinator(site.shape(), site.states(), new OwnHand(), Lease.of(lease), tell);
        this.seen =
                new NodesSeen(coordinator, site.timeline(), config.pipeline().executors());
        this.actor = host.start(
                LearnerActor.behavior(host, coordinator, seen, door, lease.multipliedBy(GIVEN_UP), fanOut),
                Host.LEARNER);
        host.beginCluster();
        control.onAbort(() -> waiting.cancel(false));
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
        waiting = there;
        control.checkAborted();
        actor.tell(new LearnerActor.Await(nodes, there));
        try {
            there.get(limit.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException | CancellationException e) {
            throw RunAbortedException.INSTANCE;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw RunAbortedException.INSTANCE;
        }
    }

    @Override
    public void fill(long interval, float[] parameters, StorageBank bank, StorageBank filled) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        waiting = done;
        control.checkAborted(); // behind the line above: an abort before it would not find it
        actor.tell(new LearnerActor.Begin(new Fill(interval, parameters, bank, filled, done)));
        try {
            done.get();
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
        CompletableFuture<LearnerActor.Figures> told = new CompletableFuture<>();
        actor.tell(new LearnerActor.End("the run is over", told));
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

    private void summarize(LearnerActor.Figures figures) {
        Tally tally = coordinator.tally(); // the actor has written it before it told
        tell.accept(String.format(
                Locale.ROOT,
                "%s joined, %d lost; %,d columns, %,d given again, %,d came twice and were equal; %.1f MB travelled",
                figures.nodes() == 1 ? "1 node" : figures.nodes() + " nodes",
                tally.lost(),
                tally.columns(),
                tally.again(),
                tally.duplicates(),
                figures.bytes() / 1e6));
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
            actor.tell(new LearnerActor.Own(result));
        }

        @Override
        public void missing(ColumnUnit unit) {
            actor.tell(new LearnerActor.OwnMissing(unit.interval(), unit.attempt()));
        }

        @Override
        public void failed(ColumnUnit unit, String message) {
            actor.tell(new LearnerActor.OwnFailed(unit.interval(), unit.attempt(), message));
        }
    }
}
