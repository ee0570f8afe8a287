package io.htsrl.cluster.pekko;

import io.htsrl.cluster.columns.ColumnUnit;
import io.htsrl.cluster.columns.Parcel;
import io.htsrl.cluster.lanes.LaneBoard;
import io.htsrl.cluster.security.Identity;
import io.htsrl.cluster.table.ClusterCounters.Count;
import io.htsrl.cluster.table.ClusterMetrics;
import io.htsrl.cluster.table.ColumnWorker;
import io.htsrl.cluster.table.Coordinator;
import io.htsrl.cluster.table.Coordinator.BankRequest;
import io.htsrl.cluster.table.NodeMetrics;
import io.htsrl.core.error.ShownText;
import io.htsrl.trainer.selfplay.OpponentState;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;

/**
 * The learner's end: admits nodes, and runs the {@link Coordinator} on its thread. Pekko calls it, one message at a
 * time.
 */
final class LearnerActor extends StepActor {
    private static final Duration TICK = Duration.ofMillis(100);
    private static final int TICKS_PER_BEAT = 5;
    /** Most bytes of one node's incomplete parcel. */
    private static final long MOST = 1L << 30;

    /**
     * Objects that are notified of nodes.
     *
     * @param lanes lanes of the learner
     * @param opponents returns those of the current interval
     * @param atWork called often while the lease of a machine bounds what others wait for
     * @param stopped called when this actor has ended, for any reason
     */
    record Listeners(
            Coordinator coordinator,
            LaneBoard lanes,
            ClusterMetrics metrics,
            Supplier<OpponentState> opponents,
            Runnable atWork,
            Runnable stopped) {}

    /** Data for the handshake. */
    record Door(Map<String, String> settings, Identity identity, boolean encrypted, Consumer<String> log) {}

    /** Requests a number of nodes; {@code there} is completed when they have joined. */
    record Await(int nodes, CompletableFuture<Void> there) {}

    /**
     * Ends the run for this reason, when its audits have ended or that time has passed; {@code done} is completed when
     * all nodes were notified.
     */
    record End(String why, Duration audits, CompletableFuture<Void> done) {}

    /** The encoded parameters of the newest version and its opponents, which are the same for all nodes. */
    private static final class PolicyBytes {
        private final Supplier<OpponentState> newestOpponents;
        private OpponentState opponents;
        private long version = -1;
        private byte[] bytes;

        PolicyBytes(Supplier<OpponentState> newestOpponents) {
            this.newestOpponents = newestOpponents;
        }

        void update(long newest, float[] parameters) {
            if (newest != version) {
                opponents = newestOpponents.get();
                bytes = new Parcel.Policy(newest, parameters, opponents.ids(), opponents.weights()).encoded();
                version = newest;
            }
        }
    }

    /**
     * An admitted node: a worker at the other end of a link.
     *
     * @param sent the opponents that the node has
     */
    private record NodeLink(int id, String name, Link link, PolicyBytes policies, NodeMetrics metrics, Set<Long> sent)
            implements ColumnWorker {
        @Override
        public void work(ColumnUnit unit, float[] parameters) {
            long now = System.nanoTime();
            if (metrics.lacks(unit.version())) {
                policies.update(unit.version(), parameters);
                send(policies.opponents, now);
                link.send(policies.bytes, now);
                metrics.sent(unit, policies.bytes.length, link.bytesOut(), now);
            }
            link.send(new Parcel.Work(unit).encoded(), now);
            metrics.given(unit, now);
        }

        /** Sends the opponents that the node lacks. A node forgets those that a state has no longer. */
        private void send(OpponentState state, long now) {
            for (int i = 0; i < state.ids().length; i++) {
                if (sent.add(state.ids()[i])) {
                    link.send(new Parcel.Opponent(state.ids()[i], state.parameters()[i]).encoded(), now);
                }
            }
            sent.retainAll(Arrays.stream(state.ids()).boxed().toList());
        }

        void confirmed(Message.Confirmed confirmed) {
            long now = System.nanoTime();
            link.confirmed(confirmed, now);
            metrics.confirmed(link.confirmedBytes(), now);
        }
    }

    private final Coordinator coordinator;
    private final LaneBoard lanes;
    private final Listeners listeners;
    private final ServerHandshake handshake;
    private final PolicyBytes policies;
    private final Map<Long, NodeLink> links = new HashMap<>(); // by session
    private final Duration patience;
    private final ConnectionWatch watch;
    private Await awaiting;
    private long ticks;
    private int nodes;
    private End end; // null before the run has ended
    private long endBy;
    private boolean ended;

    private LearnerActor(ActorContext<Object> context, Host host, Listeners listeners, Door door, Duration patience) {
        super(context);
        this.listeners = listeners;
        this.coordinator = listeners.coordinator();
        this.policies = new PolicyBytes(listeners.opponents());
        this.lanes = listeners.lanes();
        this.handshake = new ServerHandshake(host, door, System::nanoTime);
        this.patience = patience;
        this.watch = new ConnectionWatch(host.system, session -> later(() -> leave(session, "has ended")));
        onNode(Message.Piece.class, this::piece);
        onNode(Message.Confirmed.class, NodeLink::confirmed);
        onNode(Message.Beat.class, (node, beat) -> {
            lanes.renew(node.id(), now());
            coordinator.beat(node.id(), beat.progress(), now());
        });
        on(Message.Hello.class, handshake::hello);
        on(Message.Ready.class, this::ready);
        on(Message.Unable.class, handshake::unable);
        onNode(Message.Bye.class, (node, bye) -> leave(bye.session(), "leaves: " + ShownText.line(bye.why())));
        onNode(Message.Drain.class, (node, drain) -> {
            coordinator.drain(node.id());
            lanes.leave(node.id());
        });
        on(Parcel.class, report -> report(ClusterRollouts.OWN, report)); // of this process
        on(BankRequest.class, this::begin);
        on(Await.class, this::await);
        on(End.class, this::end);
        onStop(() -> {
            watch.close();
            listeners.stopped().run(); // or threads that wait for a bank never end
        });
    }

    /**
     * Creates the learner's actor.
     *
     * @param patience time after which a silent node is removed and has to join again
     */
    static Behavior<Object> behavior(Host host, Listeners listeners, Door door, Duration patience) {
        return behavior(TICK, context -> new LearnerActor(context, host, listeners, door, patience));
    }

    /** Handles messages of admitted nodes by a step, and drops others. */
    private <M extends Message.InSession> void onNode(Class<M> kind, BiConsumer<NodeLink, M> step) {
        on(
                kind,
                message -> Optional.ofNullable(links.get(message.session()))
                        .ifPresent(node -> step.accept(node, message)));
    }

    private static long now() {
        return System.nanoTime();
    }

    /** Ends the run on an internal fault, since ending this actor would leave the run waiting. */
    @Override
    void failed(Throwable fault) {
        coordinator.fail("the cluster failed: " + fault, fault);
    }

    // ---- the door ----

    private void ready(Message.Ready ready) {
        if (ended || links.containsKey(ready.session())) {
            return;
        }
        handshake.ready(ready).ifPresent(remote -> {
            int id = ++nodes;
            Link link = new Link(ready.session(), remote.other()::tell, MOST);
            NodeMetrics metrics = listeners.metrics().joined(id, remote.name(), link::bytesOut, link::bytesIn, now());
            NodeLink node = new NodeLink(id, remote.name(), link, policies, metrics, new HashSet<>());
            links.put(ready.session(), node);
            coordinator.join(node, now());
            Consumer<byte[]> wire = order -> later(() -> link.send(new Parcel.Lane(order).encoded(), now()));
            lanes.join(id, remote.name(), wire, now());
            watch.watch(ready.session(), remote.at());
            handshake.log(remote.name() + " has joined");
            look();
            await(awaiting);
        });
    }

    private void await(Await await) {
        awaiting = await;
        if (awaiting != null && coordinator.live() >= awaiting.nodes()) {
            awaiting.there().complete(null);
            awaiting = null;
        }
    }

    // ---- nodes ----

    private void begin(BankRequest fill) {
        coordinator.begin(fill, now());
        look();
    }

    private void look() {
        listeners.metrics().look(links.values().stream().map(NodeLink::metrics).toList(), now());
    }

    private void piece(NodeLink node, Message.Piece piece) {
        lanes.renew(node.id(), now());
        try {
            node.link().accept(piece).ifPresent(parcel -> parcel(node, parcel));
        } catch (IOException e) {
            leave(piece.session(), "sends what makes no sense, and has to join anew: " + e.getMessage());
        }
    }

    private void parcel(NodeLink node, Parcel parcel) {
        if (parcel instanceof Parcel.Lane lane) {
            lanes.answer(node.id(), lane.bytes(), now());
            return;
        } else if (parcel instanceof Parcel.Full full) {
            node.metrics().column(full.result().interval(), full.result().attempt(), now());
        }
        report(node.id(), parcel);
    }

    private void report(int worker, Parcel report) {
        if (report instanceof Parcel.Full full) {
            coordinator
                    .decoders()
                    .submit(full.result(), column -> later(() -> coordinator.result(worker, column, now())));
        } else if (report instanceof Parcel.Missing missing) {
            coordinator.missing(worker, missing.interval(), missing.attempt(), now());
        } else if (report instanceof Parcel.Failed failed) {
            String message = ShownText.line(failed.message());
            coordinator.failed(worker, failed.interval(), failed.attempt(), message, now());
        }
    }

    private void leave(long session, String why) {
        watch.forget(session);
        NodeLink node = links.remove(session);
        if (node != null) {
            coordinator.tally().add(Count.BYTES, node.link().bytes());
            coordinator.leave(node.id(), why, now());
            lanes.leave(node.id());
            look();
        }
    }

    @Override
    void tick() {
        endWhenAudited();
        if (ended) {
            return;
        }
        long now = now();
        coordinator.tick(now);
        lanes.tick(now);
        look();
        if (coordinator.working(now)) {
            listeners.atWork().run();
        }
        boolean beat = ticks++ % TICKS_PER_BEAT == 0;
        for (NodeLink node : links.values()) {
            node.link().flush(now);
            if (beat) {
                node.link().tell(new Message.Beat(node.link().session(), 0));
            }
        }
        for (NodeLink node : List.copyOf(links.values())) {
            if (coordinator.drained(node.id())) {
                node.link().tell(new Message.Bye(node.link().session(), "the learner has all its results"));
                leave(node.link().session(), "has ended its work");
            } else if (coordinator.silent(node.id(), now) > patience.toNanos()) {
                leave(node.link().session(), "is given up");
            }
        }
    }

    private void end(End newEnd) {
        end = newEnd;
        endBy = now() + end.audits().toNanos();
        endWhenAudited();
    }

    private void endWhenAudited() {
        if (end == null || ended || coordinator.openAudits() > 0 && now() < endBy) {
            return;
        }
        ended = true;
        coordinator.endAudits();
        for (NodeLink node : links.values()) {
            coordinator.tally().add(Count.BYTES, node.link().bytes());
            node.link().tell(new Message.Bye(node.link().session(), end.why()));
        }
        links.clear();
        end.done().complete(null);
    }
}
