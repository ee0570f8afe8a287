package io.htsrl.cluster.pekko;

import io.htsrl.cluster.lanes.LaneBoard;
import io.htsrl.cluster.security.Identity;
import io.htsrl.cluster.security.Secret;
import io.htsrl.cluster.table.ClusterMetrics;
import io.htsrl.cluster.table.Coordinator;
import io.htsrl.cluster.table.Coordinator.BankRequest;
import io.htsrl.cluster.wire.Message;
import io.htsrl.cluster.wire.Parcel;
import io.htsrl.core.error.ShownText;
import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.PostStop;
import org.apache.pekko.actor.typed.javadsl.AbstractBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.Receive;

/** The learner's end: lets nodes in, and is the thread of the {@link Coordinator}. Pekko calls it, one message at a time. */
final class LearnerActor extends AbstractBehavior<Object> {
    private static final Duration TICK = Duration.ofMillis(100);
    private static final int TICKS_PER_BEAT = 5;
    /** Of parcels of one node that are being put together: a window of them is under way at most. */
    private static final long MOST = 1L << 30;

    private enum Tick {
        NOW
    }

    /**
     * Who hears of nodes.
     *
     * @param lanes   of the learner
     * @param beside  other actors, which hear of nodes that join and leave
     * @param atWork  that somebody has work, and is heard of; often
     * @param stopped that this actor has ended, whatever for
     */
    record Listeners(
            Coordinator coordinator,
            LaneBoard lanes,
            ClusterMetrics metrics,
            List<ActorRef<Object>> beside,
            Runnable atWork,
            Runnable stopped) {}

    /** What the door needs to know. */
    record Door(Map<String, String> settings, Identity identity, Secret secret, Consumer<String> log) {}

    private final Coordinator coordinator;
    private final LaneBoard lanes;
    private final ClusterMetrics metrics;
    private final ServerHandshake handshake;
    private final Broadcast broadcast;
    private final Map<Long, NodeLink> links = new HashMap<>(); // by session
    private final Duration patience;
    private final List<ActorRef<Object>> beside;
    private final ConnectionWatch watch;
    private final Runnable atWork;
    private final Runnable stopped;
    private LearnerCommands.Await awaiting;
    private long ticks;
    private int nodes;
    private long bytes; // of links that are closed
    private boolean ended;

    private LearnerActor(
            ActorContext<Object> context, Host host, Listeners listeners, Door door, Duration patience, int fanOut) {
        super(context);
        this.broadcast = new Broadcast(fanOut);
        this.coordinator = listeners.coordinator();
        this.lanes = listeners.lanes();
        this.metrics = listeners.metrics();
        this.handshake = new ServerHandshake(host, door, System::nanoTime);
        this.patience = patience;
        this.beside = listeners.beside();
        this.atWork = listeners.atWork();
        this.stopped = listeners.stopped();
        ActorRef<Object> self = context.getSelf();
        this.watch = new ConnectionWatch(session -> self.tell(new LearnerCommands.Gone(session)));
    }

    /**
     * The learner's actor.
     *
     * @param patience after which a silent node is given up, and has to knock again
     * @param fanOut   nodes that the parameters go to from one machine
     */
    static Behavior<Object> behavior(Host host, Listeners listeners, Door door, Duration patience, int fanOut) {
        return Behaviors.setup(context -> Behaviors.withTimers(timers -> {
            timers.startTimerWithFixedDelay(Tick.NOW, TICK);
            return new LearnerActor(context, host, listeners, door, patience, fanOut);
        }));
    }

    @Override
    public Receive<Object> createReceive() {
        return newReceiveBuilder()
                .onMessage(Message.PieceOf.class, this::piece)
                .onMessage(Message.Confirmed.class, this::confirmed)
                .onMessage(Message.Beat.class, this::beat)
                .onMessage(Message.Hello.class, hello -> then(() -> handshake.hello(hello)))
                .onMessage(Message.Answer.class, answer -> then(() -> handshake.answer(answer)))
                .onMessage(Message.Ready.class, ready -> then(() -> ready(ready)))
                .onMessage(Message.Examine.class, examine -> then(() -> handshake.examine(examine)))
                .onMessage(Message.Ping.class, ping -> then(() -> handshake.ping(ping)))
                .onMessage(Message.Unable.class, unable -> then(() -> handshake.unable(unable)))
                .onMessage(Message.Bye.class, bye -> then(() -> leave(bye.session(), "leaves: " + bye.why())))
                .onMessage(LearnerCommands.Gone.class, gone -> then(() -> leave(gone.session(), "has ended")))
                .onMessage(LearnerCommands.Begin.class, begin -> then(() -> begin(begin.fill())))
                .onMessage(LearnerCommands.Await.class, await -> then(() -> await(await)))
                .onMessage(
                        LearnerCommands.Decoded.class,
                        decoded -> then(() -> coordinator.result(decoded.worker(), decoded.column(), now())))
                .onMessage(
                        LearnerCommands.OwnFailed.class,
                        own -> then(() -> coordinator.failed(
                                ClusterRollouts.OWN, own.interval(), own.attempt(), own.message(), now())))
                .onMessage(
                        LearnerCommands.OwnMissing.class,
                        own -> then(
                                () -> coordinator.missing(ClusterRollouts.OWN, own.interval(), own.attempt(), now())))
                .onMessage(LearnerCommands.ToLane.class, to -> then(() -> toLane(to)))
                .onMessage(LearnerCommands.End.class, this::end)
                .onMessageEquals(Tick.NOW, () -> then(this::tick))
                .onSignal(
                        PostStop.class,
                        signal -> then(() -> {
                            watch.close();
                            stopped.run(); // or whoever waits for a bank would wait for ever
                        }))
                .build();
    }

    private static long now() {
        return System.nanoTime();
    }

    /** A fault of ours must end the run, and not this actor alone. */
    private Behavior<Object> then(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | Error e) {
            coordinator.fail("the cluster failed: " + e, e);
        }
        return this;
    }

    // ---- the door ----

    private void ready(Message.Ready ready) {
        if (ended) {
            return;
        }
        handshake.ready(ready).ifPresent(remote -> {
            Link link = new Link(ready.session(), remote.other(), MOST);
            NodeLink node = new NodeLink(++nodes, remote.name(), remote.address(), link, broadcast, metrics);
            links.put(ready.session(), node);
            beside.forEach(
                    each -> each.tell(new LearnerCommands.Joined(ready.session(), remote.name(), remote.other())));
            coordinator.join(node, now());
            ActorRef<Object> own = getContext().getSelf();
            lanes.join(
                    node.id(),
                    node.name(),
                    order -> own.tell(new LearnerCommands.ToLane(ready.session(), order)),
                    now());
            watch.watch(ready.session(), Host.address(remote.other()));
            handshake.log(remote.name() + " has joined");
            look();
            await(awaiting);
        });
    }

    private void await(LearnerCommands.Await await) {
        awaiting = await;
        if (awaiting != null && coordinator.live() >= awaiting.nodes()) {
            awaiting.there().complete(null);
            awaiting = null;
        }
    }

    // ---- nodes ----

    private void begin(BankRequest fill) {
        broadcast.begin(
                fill,
                links.values().stream()
                        .filter(node -> coordinator.live(node.id()))
                        .sorted(Comparator.comparing(NodeLink::id))
                        .toList());
        coordinator.begin(fill, now());
        look();
    }

    private void look() {
        metrics.look(links.values().stream().map(NodeLink::metrics).toList(), now());
    }

    private Behavior<Object> piece(Message.PieceOf of) {
        NodeLink node = links.get(of.session());
        if (node != null) {
            then(() -> {
                heard(node);
                try {
                    node.link().accept(of).forEach(parcel -> parcel(node, parcel));
                } catch (IOException e) {
                    leave(of.session(), "sends what makes no sense, and has to join anew: " + e.getMessage());
                }
            });
        }
        return this;
    }

    private void heard(NodeLink node) {
        node.heard(now());
        lanes.heard(node.id(), now());
    }

    private void parcel(NodeLink node, Parcel parcel) {
        if (parcel instanceof Parcel.Full full) {
            node.metrics().column(full.result().interval(), full.result().attempt(), now());
            ActorRef<Object> own = getContext().getSelf();
            coordinator
                    .decoders()
                    .submit(full.result(), column -> own.tell(new LearnerCommands.Decoded(node.id(), column)));
        } else if (parcel instanceof Parcel.Want want) {
            broadcast.resend(node, want.version());
        } else if (parcel instanceof Parcel.Missing missing) {
            coordinator.missing(node.id(), missing.interval(), missing.attempt(), now());
        } else if (parcel instanceof Parcel.Failed failed) {
            String message = ShownText.line(failed.message());
            coordinator.failed(node.id(), failed.interval(), failed.attempt(), message, now());
        } else if (parcel instanceof Parcel.Lane lane) {
            lanes.answer(node.id(), lane.bytes(), now());
        }
    }

    private void toLane(LearnerCommands.ToLane to) {
        NodeLink node = links.get(to.session());
        if (node != null) {
            node.link().send(Parcel.CODEC.encode(new Parcel.Lane(to.order())));
        }
    }

    private Behavior<Object> confirmed(Message.Confirmed confirmed) {
        NodeLink node = links.get(confirmed.session());
        return node == null ? this : then(() -> node.confirmed(confirmed));
    }

    private Behavior<Object> beat(Message.Beat beat) {
        NodeLink node = links.get(beat.session());
        if (node != null) {
            then(() -> {
                heard(node);
                coordinator.beat(node.id(), beat.progress(), now());
            });
        }
        return this;
    }

    private void leave(long session, String why) {
        watch.forget(session);
        NodeLink node = links.remove(session);
        if (node != null) {
            bytes += node.link().bytes();
            beside.forEach(each -> each.tell(new LearnerCommands.Left(session, why)));
            coordinator.leave(node.id(), why, now());
            lanes.leave(node.id());
            look();
        }
    }

    private void tick() {
        if (ended) {
            return;
        }
        long now = now();
        coordinator.tick(now);
        lanes.tick(now);
        look();
        if (coordinator.held(ClusterRollouts.OWN) > 0
                || links.values().stream().anyMatch(node -> coordinator.held(node.id()) > 0)) {
            atWork.run(); // whoever is silent for a lease holds nothing
        }
        boolean beat = ticks++ % TICKS_PER_BEAT == 0;
        for (NodeLink node : links.values()) {
            node.link().flush();
            if (beat) {
                node.link().other().tell(new Message.Beat(node.link().session(), 0));
            }
        }
        links.values().stream()
                .filter(node -> node.silent(now) > patience.toNanos())
                .max(Comparator.comparing(node -> node.silent(now)))
                .ifPresent(node -> leave(node.link().session(), "is given up"));
    }

    private Behavior<Object> end(LearnerCommands.End end) {
        ended = true;
        long all = bytes;
        for (NodeLink node : links.values()) {
            all += node.link().bytes();
            node.link().other().tell(new Message.Bye(node.link().session(), end.why()));
        }
        links.clear();
        end.told().complete(new LearnerCommands.Figures(nodes, all));
        return this;
    }
}
