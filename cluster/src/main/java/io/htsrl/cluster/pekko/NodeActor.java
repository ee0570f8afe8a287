package io.htsrl.cluster.pekko;

import io.htsrl.cluster.columns.ColumnRunner;
import io.htsrl.cluster.columns.NodeMemory;
import io.htsrl.cluster.columns.UnitThread;
import io.htsrl.cluster.lanes.LaneThread;
import io.htsrl.cluster.pekko.NodeParameters.NodeReports;
import io.htsrl.cluster.security.HostPort;
import io.htsrl.cluster.security.Identity;
import io.htsrl.cluster.security.Secret;
import io.htsrl.cluster.wire.Allowance;
import io.htsrl.cluster.wire.Message;
import io.htsrl.cluster.wire.Parcel;
import io.htsrl.cluster.wire.Relay;
import io.htsrl.core.error.ShownText;
import io.htsrl.core.run.DaemonThreads;
import io.htsrl.trainer.config.RunConfig;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;

/**
 * A node's end, from the first message to the learner until the learner ends the run or falls silent. Pekko calls it,
 * one message at a time.
 */
final class NodeActor extends StepActor {
    private static final Duration TICK = Duration.ofMillis(200);
    private static final int TICKS_PER_KNOCK = 5;
    private static final int LOOKS = 5;
    /** Time after which parameters that another node has not sent are requested from the learner. */
    private static final Duration HAND_OVER = Duration.ofSeconds(1);

    private static final long MOST = 1L << 31;
    /** Reason for the end of a node's session with a learner. */
    enum Way {
        /** The run has ended. */
        OVER,
        /** The learner is silent. */
        LOST,
        /** The learner refuses the node, or the node cannot run the settings. */
        REFUSED
    }

    /** The end of the session; {@code why} is a text for the user. */
    record End(Way way, String why) {}

    /**
     * Data from a node's command line.
     *
     * @param learner  address of the learner
     * @param address  address at which the node is reached
     * @param silence  time without a message after which the learner counts as lost
     * @param host     host that reaches other nodes
     */
    record Self(HostPort learner, String address, String name, Secret secret, Duration silence, Host host) {}

    private final Self self;
    private final ActorRef<Object> learner;
    private final Consumer<String> log;
    private final CompletableFuture<End> ended;
    private final ClientHandshake handshake;
    private final Allowance waiting = new Allowance(NodeMemory.MOST_WAITING);
    private Link link; // null until it was admitted
    private UnitThread units;
    private LaneThread lane;
    private NodeParameters acting; // null until it was admitted
    private boolean answered;
    private boolean preparing;
    private long heard = System.nanoTime();
    private long ticks;
    private int looks; // number of ticks that have found the learner silent for too long

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
        this.handshake = new ClientHandshake(self.address(), self.name(), self.secret());
        on(Message.PieceOf.class, of -> inSession(of.session(), () -> take(of)));
        on(Message.Confirmed.class, confirmed -> inSession(confirmed.session(), () -> confirmed(confirmed)));
        on(Message.Handed.class, handed -> between(acting -> acting.handed(handed)));
        on(Message.Taken.class, taken -> between(acting -> acting.taken(taken)));
        on(Message.Beat.class, beat -> inSession(beat.session(), this::heard));
        on(Message.Challenge.class, this::challenge);
        on(Message.Welcome.class, this::welcome);
        on(Message.Refused.class, this::refused);
        on(Message.Bye.class, bye -> inSession(bye.session(), () -> end(Way.OVER, bye.why())));
        onStop(() -> {
            stopUnits();
            end(Way.LOST, "the connection was closed");
        });
    }

    /** @param ended completed once, at the end */
    static Behavior<Object> behavior(
            ActorRef<Object> learner, Self self, Consumer<String> log, CompletableFuture<End> ended) {
        return behavior(TICK, context -> new NodeActor(context, learner, self, log, ended));
    }

    @Override
    void failed(Throwable fault) {
        end(Way.LOST, "the node failed: " + fault);
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

    @Override
    void tick() {
        if (!answered && ticks++ % TICKS_PER_KNOCK == 0) {
            learner.tell(handshake.hello());
        }
        if (link != null) {
            learner.tell(new Message.Beat(link.session(), units.progress()));
            link.flush();
            acting.tick().ifPresent(want -> link.send(Parcel.CODEC.encode(want)));
        }
        boolean listening = link != null || answered && !preparing; // otherwise the learner has nothing to send
        boolean overdue =
                listening && System.nanoTime() - heard > self.silence().toNanos();
        looks = overdue ? looks + 1 : 0; // a suspended process first reads what arrived meanwhile
        if (looks > LOOKS) {
            end(Way.LOST, "the learner is not heard of any more");
        }
    }

    /** Answers a challenge. One that does not prove the secret does not come from the learner and is ignored. */
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

    /** Makes the objects that the settings name, so the settings must carry the learner's proof. */
    private void welcome(Message.Welcome welcome) {
        if (preparing || !answered || !handshake.welcomes(welcome)) {
            return;
        }
        preparing = true;
        heard();
        DaemonThreads.start("prepare", () -> {
            try { // a Python environment takes seconds to start
                RunConfig config = Identity.run(welcome.settings());
                Identity identity = Identity.of(config);
                later(() -> prepared(welcome.session(), identity, config));
            } catch (RuntimeException | Error e) {
                later(() -> unprepared(welcome.session(), ShownText.reason(e)));
            }
        });
    }

    private void prepared(long session, Identity identity, RunConfig config) {
        heard();
        link = new Link(session, learner, MOST);
        NodeReports reports = new NodeReports(parcel -> later(() -> link.send(parcel)), waiting);
        units = new UnitThread(() -> new ColumnRunner(config), reports);
        acting = new NodeParameters(new Relay(self.address(), session, HAND_OVER.toNanos(), this::toNode), units);
        lane = new LaneThread(config, answer -> reports.send(new Parcel.Lane(answer)));
        learner.tell(new Message.Ready(session, identity.digest(), identity.facts()));
        log.accept("joined " + self.learner() + ": " + config.env() + ", "
                + config.algorithm().algorithm());
    }

    private void unprepared(long session, String why) {
        learner.tell(new Message.Unable(session, why));
        end(Way.REFUSED, "cannot run what the learner runs: " + why);
    }

    // ---- work ----

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

    /** Runs a step for a message of another node. It may arrive before the learner's admission, and is then ignored. */
    private void between(Consumer<NodeParameters> step) {
        if (acting != null) {
            step.accept(acting);
        }
    }

    private void confirmed(Message.Confirmed confirmed) {
        heard();
        waiting.give(link.confirmed(confirmed));
    }
}
