package io.htsrl.cluster.pekko;

import io.htsrl.cluster.columns.ColumnRunner;
import io.htsrl.cluster.columns.NodeMemory;
import io.htsrl.cluster.columns.Parcel;
import io.htsrl.cluster.columns.UnitThread;
import io.htsrl.cluster.lanes.LaneThread;
import io.htsrl.cluster.pekko.Node.End;
import io.htsrl.cluster.pekko.Node.Way;
import io.htsrl.cluster.security.HostPort;
import io.htsrl.cluster.security.Identity;
import io.htsrl.cluster.security.Secret;
import io.htsrl.core.error.ShownText;
import io.htsrl.core.run.DaemonThreads;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.selfplay.OpponentState;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
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
    private static final long MOST = Integer.MAX_VALUE - 8;

    /**
     * Data from a node's command line.
     *
     * @param learner address of the learner
     * @param address address at which the node is reached
     * @param silence time without a message after which the learner counts as lost
     * @param joins whether it requests work; else it only tests the connection
     * @param draining whether it accepts no more work
     * @param log receives lines for the user
     */
    record Self(
            HostPort learner,
            String address,
            String name,
            Duration silence,
            boolean joins,
            BooleanSupplier draining,
            Consumer<String> log) {}

    private final Self self;
    private final ActorRef<Object> learner;
    private final CompletableFuture<End> ended;
    private final byte[] nonce = Secret.nonce();
    private final Semaphore room = new Semaphore(NodeMemory.MOST_WAITING, true); // bytes that may still wait
    private long beyond; // waiting bytes of parcels that are larger than all room
    private Link link; // null until it was admitted
    private UnitThread units;
    private LaneThread lane;
    private Parcel.Policy policy; // null before the first
    private OpponentState opponents; // of that policy's interval
    private final Map<Long, float[]> received = new HashMap<>(); // parameters of opponents
    private boolean preparing;
    private long lastMessage = System.nanoTime();
    private long ticks;
    private int looks; // number of ticks that have found the learner silent for too long

    private NodeActor(ActorContext<Object> context, ActorRef<Object> learner, Self self, CompletableFuture<End> ended) {
        super(context);
        this.self = self;
        this.learner = learner;
        this.ended = ended;
        inSession(Message.Piece.class, this::take);
        inSession(Message.Confirmed.class, this::confirmed);
        inSession(Message.Beat.class, beat -> renewLease());
        on(Message.Welcome.class, this::welcome);
        on(Message.Refused.class, this::refused);
        inSession(Message.Bye.class, bye -> end(Way.OVER, bye.why()));
        onStop(() -> {
            room.release(1 << 30); // wakes all threads that wait for room
            if (units != null) {
                units.close();
                lane.close();
            }
            end(Way.LOST, "the connection was closed");
        });
    }

    /** @param ended completed once, at the end */
    static Behavior<Object> behavior(ActorRef<Object> learner, Self self, CompletableFuture<End> ended) {
        return behavior(TICK, context -> new NodeActor(context, learner, self, ended));
    }

    @Override
    void failed(Throwable fault) {
        end(Way.LOST, "the node failed: " + fault);
    }

    private void end(Way way, String why) {
        ended.complete(new End(way, why));
    }

    private void renewLease() {
        lastMessage = System.nanoTime();
    }

    /** Handles messages that carry this node's session, which only the learner knows, and drops others. */
    private <M extends Message.InSession> void inSession(Class<M> kind, Consumer<M> step) {
        on(kind, message -> {
            if (link != null && message.session() == link.session()) {
                step.accept(message);
            }
        });
    }

    // ---- the door ----

    /** Returns the first message to a learner. */
    static Message hello(Self self, byte[] nonce) {
        return new Message.Hello(self.address(), self.name(), Identity.build(), nonce);
    }

    @Override
    void tick() {
        if (!preparing && ticks++ % TICKS_PER_KNOCK == 0) {
            learner.tell(hello(self, nonce));
        }
        boolean draining = self.draining().getAsBoolean();
        if (link == null) {
            if (draining) {
                end(Way.OVER, "stopped before it had work");
            }
            return;
        }
        if (draining) {
            learner.tell(new Message.Drain(link.session()));
        }
        long now = System.nanoTime();
        learner.tell(new Message.Beat(link.session(), units.progress()));
        link.flush(now);
        // a suspended process first reads what arrived meanwhile
        looks = now - lastMessage > self.silence().toNanos() ? looks + 1 : 0;
        if (looks > LOOKS) {
            end(Way.LOST, "the learner no longer answers");
        }
    }

    private void refused(Message.Refused refused) {
        if (Secret.same(nonce, refused.nonce())) { // from the learner that this node contacted
            end(Way.REFUSED, "refused: " + refused.why());
        }
    }

    /** Makes the objects that the settings name, so they must come from the learner. */
    private void welcome(Message.Welcome welcome) {
        if (preparing || !Secret.same(nonce, welcome.nonce())) {
            return;
        }
        preparing = true;
        DaemonThreads.start("prepare", () -> {
            try { // a Python environment takes seconds to start
                RunConfig config = Identity.run(welcome.settings());
                Identity identity = Identity.of(config);
                later(() -> prepared(welcome.session(), identity, config));
            } catch (RuntimeException | Error e) {
                String why = ShownText.reason(e);
                learner.tell(new Message.Unable(welcome.session(), why));
                end(Way.REFUSED, "cannot run what the learner runs: " + why);
            }
        });
    }

    private void prepared(long session, Identity identity, RunConfig config) {
        renewLease();
        link = new Link(session, learner::tell, MOST);
        units = new UnitThread(() -> new ColumnRunner(config), this::send);
        lane = new LaneThread(config, answer -> send(new Parcel.Lane(answer)));
        learner.tell(new Message.Ready(session, identity, self.joins()));
        if (self.joins()) {
            self.log()
                    .accept("joined " + self.learner() + ": " + config.env() + ", "
                            + config.algorithm().algorithm());
        }
    }

    // ---- work ----

    private void take(Message.Piece piece) {
        renewLease();
        try {
            link.accept(piece).ifPresent(this::parcel);
        } catch (IOException e) {
            end(Way.LOST, "the learner sends what makes no sense: " + e.getMessage());
        }
    }

    private void parcel(Parcel parcel) {
        if (parcel instanceof Parcel.Policy newer) {
            policy = newer;
            opponents = new OpponentState(
                    newer.opponents(),
                    newer.weights(),
                    Arrays.stream(newer.opponents()).mapToObj(received::get).toArray(float[][]::new));
            received.keySet().retainAll(Arrays.stream(newer.opponents()).boxed().toList());
        } else if (parcel instanceof Parcel.Opponent opponent) {
            received.put(opponent.id(), opponent.parameters());
        } else if (parcel instanceof Parcel.Work work
                && policy != null
                && policy.version() == work.unit().version()) {
            units.submit(work.unit(), policy.parameters(), opponents);
        } else if (parcel instanceof Parcel.Lane order) {
            lane.submit(order.bytes());
        } else {
            throw new IllegalStateException("a parcel came that does not follow: " + parcel);
        }
    }

    private void confirmed(Message.Confirmed confirmed) {
        renewLease();
        int bytes = link.confirmed(confirmed, System.nanoTime());
        int over = (int) Math.min(beyond, bytes);
        beyond -= over;
        room.release(bytes - over);
    }

    /** Sends a parcel to the learner. Any thread; it blocks while too many bytes wait to be sent. */
    private void send(Parcel parcel) {
        byte[] bytes = parcel.encoded();
        int counted = Math.min(bytes.length, NodeMemory.MOST_WAITING);
        room.acquireUninterruptibly(counted); // confirmations wake it, or the end of this actor
        later(() -> {
            beyond += bytes.length - counted;
            link.send(bytes, System.nanoTime());
        });
    }
}
