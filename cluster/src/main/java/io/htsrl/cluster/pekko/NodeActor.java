package io.htsrl.cluster.pekko;

import io.htsrl.cluster.columns.ColumnRunner;
import io.htsrl.cluster.columns.NodeMemory;
import io.htsrl.cluster.columns.UnitThread;
import io.htsrl.cluster.lanes.LaneThread;
import io.htsrl.cluster.pekko.NodeParameters.NodeReports;
import io.htsrl.cluster.pekko.ShardsActor.ShardStore;
import io.htsrl.cluster.security.HostPort;
import io.htsrl.cluster.security.Identity;
import io.htsrl.cluster.security.Secret;
import io.htsrl.cluster.wire.Allowance;
import io.htsrl.cluster.wire.Message;
import io.htsrl.cluster.wire.Parcel;
import io.htsrl.cluster.wire.Relay;
import io.htsrl.core.error.ShownText;
import io.htsrl.trainer.config.RunConfig;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.PostStop;
import org.apache.pekko.actor.typed.javadsl.AbstractBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.Receive;

/**
 * A node's end, from the first knock until the learner says goodbye, or is not heard of any more. Pekko calls it, one
 * message at a time.
 */
final class NodeActor extends AbstractBehavior<Object> {
    private static final Duration TICK = Duration.ofMillis(200);
    private static final int TICKS_PER_KNOCK = 5;
    private static final int LOOKS = 5;
    /** After which what another node does not hand over is asked of the learner. */
    private static final Duration HAND_OVER = Duration.ofSeconds(1);

    private static final long MOST = 1L << 31;
    /** How a node's time with a learner ends. */
    enum Way {
        /** The run is over. */
        OVER,
        /** The learner is not heard of. */
        LOST,
        /** The learner will not have it, or it cannot run what it was given. */
        REFUSED
    }

    /** The end; {@code why} is for people. */
    record End(Way way, String why) {}

    /**
     * What a node has from its command line.
     *
     * @param learner  where it joins
     * @param address  where it is reached
     * @param silence  after which the learner counts as lost
     * @param host     by which other nodes are reached
     */
    record Self(HostPort learner, String address, String name, Secret secret, Duration silence, Host host) {}

    private record Prepared(long session, Identity identity, RunConfig config) {}

    private record Unprepared(long session, String why) {}

    private record Outgoing(byte[] parcel) {}

    private enum Tick {
        NOW
    }

    private final Self self;
    private final ActorRef<Object> learner;
    private final Consumer<String> log;
    private final CompletableFuture<End> ended;
    private final ClientHandshake handshake;
    private final Allowance waiting = new Allowance(NodeMemory.MOST_WAITING);
    private Link link; // null until it was let in
    private UnitThread units;
    private LaneThread lane;
    private NodeParameters acting; // null until it was let in
    private boolean answered;
    private boolean preparing;
    private long heard = System.nanoTime();
    private long ticks;
    private int looks; // that have found the learner silent for too long

    private NodeActor(
            ActorContext<Object> context,
            ActorRef<Object> learner,
            Self self,
            Consumer<String> log,
            CompletableFuture<End> ended) {
        super(context);
        this.self = self;
        this.learner = learner;
        this.log = log;
        this.ended = ended;
        this.handshake = new ClientHandshake(self.learner(), self.address(), self.name(), self.secret());
    }

    /** @param ended completed at the end, once */
    static Behavior<Object> behavior(
            ActorRef<Object> learner, Self self, Consumer<String> log, CompletableFuture<End> ended) {
        return Behaviors.setup(context -> Behaviors.withTimers(timers -> {
            timers.startTimerWithFixedDelay(Tick.NOW, Duration.ZERO, TICK);
            return new NodeActor(context, learner, self, log, ended);
        }));
    }

    @Override
    public Receive<Object> createReceive() {
        return newReceiveBuilder()
                .onMessage(Message.PieceOf.class, of -> then(() -> piece(of)))
                .onMessage(Message.Confirmed.class, confirmed -> then(() -> confirmed(confirmed)))
                .onMessage(Message.Handed.class, handed -> then(() -> between(acting -> acting.handed(handed))))
                .onMessage(Message.Taken.class, taken -> then(() -> between(acting -> acting.taken(taken))))
                .onMessage(Message.Beat.class, beat -> then(() -> inSession(beat.session(), this::heard)))
                .onMessage(Outgoing.class, outgoing -> then(() -> link.send(outgoing.parcel())))
                .onMessage(Message.Challenge.class, challenge -> then(() -> challenge(challenge)))
                .onMessage(Message.Welcome.class, welcome -> then(() -> welcome(welcome)))
                .onMessage(Prepared.class, prepared -> then(() -> prepared(prepared)))
                .onMessage(Unprepared.class, unprepared -> then(() -> unprepared(unprepared)))
                .onMessage(Message.Refused.class, refused -> then(() -> refused(refused)))
                .onMessage(
                        Message.Bye.class, bye -> then(() -> inSession(bye.session(), () -> end(Way.OVER, bye.why()))))
                .onMessageEquals(Tick.NOW, () -> then(this::tick))
                .onSignal(PostStop.class, signal -> {
                    stopUnits();
                    end(Way.LOST, "the connection was closed");
                    return this;
                })
                .build();
    }

    private Behavior<Object> then(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | Error e) {
            end(Way.LOST, "the node failed: " + e);
        }
        return this;
    }

    private void end(Way way, String why) {
        ended.complete(new End(way, why));
    }

    private void stopUnits() {
        waiting.close();
        if (units != null) {
            units.close();
            lane.close();
        }
    }

    private void heard() {
        heard = System.nanoTime();
    }

    /** Drops messages that do not carry this node's session, which only the learner knows. */
    private void inSession(long session, Runnable step) {
        if (link != null && session == link.session()) {
            step.run();
        }
    }

    // ---- the door ----

    private void tick() {
        if (!answered && ticks++ % TICKS_PER_KNOCK == 0) {
            learner.tell(handshake.hello());
        }
        if (link != null) {
            learner.tell(new Message.Beat(link.session(), units.progress()));
            link.flush();
            acting.tick().ifPresent(want -> link.send(Parcel.CODEC.encode(want)));
        }
        boolean listening = link != null || answered && !preparing; // meanwhile the learner has nothing to say
        boolean overdue =
                listening && System.nanoTime() - heard > self.silence().toNanos();
        looks = overdue ? looks + 1 : 0; // a process that was held up as a whole reads what has come meanwhile first
        if (looks > LOOKS) {
            end(Way.LOST, "the learner is not heard of any more");
        }
    }

    /** A challenge that does not prove the secret does not come from the learner, and is ignored. */
    private void challenge(Message.Challenge challenge) {
        Optional<Message.Answer> answer = answered ? Optional.empty() : handshake.answer(challenge);
        if (answer.isPresent()) {
            answered = true;
            heard();
            learner.tell(answer.get());
        }
    }

    private void refused(Message.Refused refused) {
        if (handshake.refuses(refused)) {
            end(Way.REFUSED, "refused: " + refused.why());
        }
    }

    /** Makes what the settings name, so they must be proven to come from the learner. */
    private void welcome(Message.Welcome welcome) {
        if (preparing || !answered || !handshake.welcomes(welcome)) {
            return;
        }
        preparing = true;
        heard();
        ActorRef<Object> own = getContext().getSelf();
        Thread thread = new Thread(
                () -> {
                    try { // an environment of Python takes seconds to begin
                        RunConfig config = Identity.run(welcome.settings());
                        own.tell(new Prepared(welcome.session(), Identity.of(config), config));
                    } catch (RuntimeException | Error e) {
                        own.tell(new Unprepared(welcome.session(), ShownText.reason(e)));
                    }
                },
                "prepare");
        thread.setDaemon(true);
        thread.start();
    }

    private void prepared(Prepared prepared) {
        heard();
        link = new Link(prepared.session(), learner, MOST);
        ActorRef<Object> own = getContext().getSelf();
        Consumer<byte[]> out = parcel -> own.tell(new Outgoing(parcel)); // other threads write to this actor alone
        units = new UnitThread(() -> new ColumnRunner(prepared.config()), new NodeReports(out, waiting));
        acting = new NodeParameters(
                new Relay(self.address(), prepared.session(), HAND_OVER.toNanos(), this::toNode), units);
        lane = new LaneThread(prepared.config(), answer -> out.accept(Parcel.CODEC.encode(new Parcel.Lane(answer))));
        holdShards(prepared);
        learner.tell(new Message.Ready(
                prepared.session(),
                prepared.identity().digest(),
                prepared.identity().facts()));
        log.accept("joined " + self.learner() + ": " + prepared.config().env() + ", "
                + prepared.config().algorithm().algorithm());
    }

    /** An actor of its own, whose end is this one's too. */
    private void holdShards(Prepared prepared) {
        ShardStore shards =
                new ShardStore(prepared.config(), Runtime.getRuntime().maxMemory());
        ActorRef<Object> theirs = self.host().at(self.learner(), Host.REPLAY);
        getContext().watch(getContext().spawn(ShardsActor.behavior(shards, prepared.session(), theirs), Host.SHARDS));
    }

    private void unprepared(Unprepared unprepared) {
        learner.tell(new Message.Unable(unprepared.session(), unprepared.why()));
        end(Way.REFUSED, "cannot run what the learner runs: " + unprepared.why());
    }

    // ---- work ----

    private void piece(Message.PieceOf of) {
        inSession(of.session(), () -> take(of));
    }

    private void take(Message.PieceOf of) {
        heard();
        try {
            link.accept(of).forEach(this::parcel);
        } catch (IOException e) {
            end(Way.LOST, "the learner sends what makes no sense: " + e.getMessage());
        }
    }

    private void parcel(Parcel parcel) {
        if (parcel instanceof Parcel.Policy policy) {
            acting.policy(policy);
        } else if (parcel instanceof Parcel.Plan plan) {
            acting.plan(plan);
        } else if (parcel instanceof Parcel.Work work) {
            acting.work(work.unit());
        } else if (parcel instanceof Parcel.Lane order) {
            lane.submit(order.bytes());
        }
    }

    private void toNode(String address, Message message) {
        HostPort.of(address).ifPresent(at -> self.host().at(at, Host.NODE).tell(message));
    }

    /** Another node may be quicker than the learner is with letting this one in. */
    private void between(Consumer<NodeParameters> step) {
        if (acting != null) {
            step.accept(acting);
        }
    }

    private void confirmed(Message.Confirmed confirmed) {
        inSession(confirmed.session(), () -> {
            heard();
            waiting.give(link.confirmed(confirmed));
        });
    }
}
