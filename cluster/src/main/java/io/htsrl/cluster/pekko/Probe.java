package io.htsrl.cluster.pekko;

import io.htsrl.cluster.security.HostPort;
import io.htsrl.cluster.security.Identity;
import io.htsrl.cluster.security.Secret;
import io.htsrl.cluster.security.Tls;
import io.htsrl.core.error.ShownText;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/**
 * Begins to join a learner as a node does, but stays outside. It checks the learner and measures the connection, and is
 * never counted as a node. One thread.
 */
public final class Probe implements AutoCloseable {
    private static final Duration KNOCK = Duration.ofSeconds(1);
    private static final int ROUND_TRIPS = 50;
    private static final int PIECES = 96;
    private static final int SMALL = 64;

    /** Speed of a connection: {@code roundTrip} in seconds, the others in bytes per second. */
    public record Speed(double roundTrip, double out, double in) {}

    /** Thrown when the learner would refuse a node of this machine; the message is for the user. */
    public static final class RefusedException extends Exception {
        private static final long serialVersionUID = 1;

        RefusedException(String message) {
            super(ShownText.line(message));
        }
    }

    private final NodeActor.Self self;
    private final byte[] nonce = Secret.nonce();
    private final Duration patience;
    private final Host host;
    private final ActorRef<Object> other;
    private final BlockingQueue<Message> come = new LinkedBlockingQueue<>();
    private long session;
    private int number;

    /** @param patience time limit for each answer */
    public Probe(HostPort learner, HostPort bind, Secret secret, Optional<Tls> tls, Duration patience) {
        this.patience = patience;
        this.host = new Host(bind, bind, "--bind", Tls.by(tls, secret), line -> {});
        this.other = host.at(learner, Host.LEARNER);
        this.self = new NodeActor.Self(learner, address().toString(), "doctor " + address(), secret, patience);
        host.start(
                Behaviors.receiveMessage(message -> {
                    if (message instanceof Message understood) {
                        come.add(understood);
                    }
                    return Behaviors.same();
                }),
                Host.NODE);
    }

    /** Returns the address to which the learner answers. */
    public HostPort address() {
        return host.address();
    }

    /**
     * Checks secret and build. Returns the settings of the learner's run; empty where the learner does not answer.
     *
     * @throws RefusedException with the learner's reason
     */
    public Optional<Map<String, String>> enter() throws RefusedException, InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        Optional<Message.Welcome> welcome = Optional.empty();
        while (welcome.isEmpty() && System.nanoTime() < end) {
            other.tell(NodeActor.hello(self, nonce));
            welcome = next(Message.Welcome.class, KNOCK, this::isLearners);
        }
        welcome.ifPresent(let -> session = let.session());
        return welcome.map(Message.Welcome::settings);
    }

    private boolean isLearners(Message.Proven message) {
        return message.isProven(self.secret(), ServerHandshake.LEARNER, nonce);
    }

    /**
     * Returns whether a node of this machine would be admitted; false where the learner does not answer any more.
     *
     * @throws RefusedException where it would be refused
     */
    public boolean examined(Identity identity) throws RefusedException, InterruptedException {
        other.tell(new Message.Examine(session, identity.digest(), identity.facts()));
        return next(Message.Examined.class, patience, examined -> examined.session() == session)
                .isPresent();
    }

    /** Measures the connection; empty where answers are missing. */
    public Optional<Speed> speed() throws RefusedException, InterruptedException {
        double[] trips = new double[ROUND_TRIPS];
        for (int i = 0; i < ROUND_TRIPS; i++) {
            long begin = System.nanoTime();
            ping(SMALL, SMALL);
            if (next(Message.Pong.class, patience, pong -> pong.session() == session)
                    .isEmpty()) {
                return Optional.empty();
            }
            trips[i] = (System.nanoTime() - begin) / 1e9;
        }
        Arrays.sort(trips);
        double out = perSecond(Link.PIECE, SMALL);
        double in = perSecond(SMALL, Link.PIECE);
        return out > 0 && in > 0 ? Optional.of(new Speed(trips[ROUND_TRIPS / 2], out, in)) : Optional.empty();
    }

    /** Returns bytes per second with a window of pieces in transit, as in a run. 0 where answers are missing. */
    private double perSecond(int there, int back) throws RefusedException, InterruptedException {
        long begin = System.nanoTime();
        int sent = 0;
        for (int answered = 0; answered < PIECES; answered++) {
            while (sent < PIECES && sent - answered < Link.WINDOW) {
                ping(there, back);
                sent++;
            }
            if (next(Message.Pong.class, patience, pong -> pong.session() == session)
                    .isEmpty()) {
                return 0;
            }
        }
        return (double) PIECES * Math.max(there, back) * 1e9 / (System.nanoTime() - begin);
    }

    private void ping(int there, int back) {
        other.tell(new Message.Ping(session, number++, back, new byte[there]));
    }

    /** Returns the learner's next message of that kind; all others are dropped. */
    private <M extends Message> Optional<M> next(Class<M> kind, Duration wait, Predicate<M> isLearners)
            throws RefusedException, InterruptedException {
        long end = System.nanoTime() + wait.toNanos();
        while (true) {
            Message message = come.poll(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
            if (message == null) {
                return Optional.empty();
            }
            if (message instanceof Message.Refused refused && isLearners(refused)) {
                throw new RefusedException("refused: " + refused.why());
            }
            if (kind.isInstance(message) && isLearners.test(kind.cast(message))) {
                return Optional.of(kind.cast(message));
            }
        }
    }

    @Override
    public void close() {
        host.close();
    }
}
