package io.htsrl.cluster.pekko;

import io.htsrl.cluster.security.HostPort;
import io.htsrl.cluster.security.Identity;
import io.htsrl.cluster.security.Secret;
import io.htsrl.cluster.wire.Message;
import io.htsrl.cluster.wire.Piece;
import io.htsrl.core.error.ShownText;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.apache.pekko.actor.typed.ActorRef;

/**
 * Admits nodes: checks the secret first, then the build, then each node's reading of the settings. Both sides report a
 * refusal. A message without a proof of the secret is not answered; its contents are not resolved or kept. The
 * learner's actor.
 */
final class ServerHandshake {
    static final String LEARNER = "learner";
    static final String NODE = "node";
    /** Number of nodes that are joining: twice the limit of {@code --nodes}. Later ones replace the oldest. */
    private static final int MOST = 8192;
    /** Number of one host's addresses without an answer so far; further addresses are ignored. */
    static final int MOST_UNANSWERED = 128;
    /** Nanoseconds after which an address without an answer is dropped. */
    static final long ANSWERED_WITHIN = 10_000_000_000L;

    private static final int MOST_PINGS = 1024;
    private static final int MOST_TEXT = 256;
    private static final int NONCE = 32;

    /** A node that is joining, since a time in nanoseconds. */
    record RemoteNode(ActorRef<Object> other, HostPort at, Message.Hello hello, byte[] nonce, long since) {
        String name() {
            return ShownText.of(hello.name());
        }

        String address() {
            return hello.address();
        }
    }

    private final Host host;
    private final LearnerActor.Door door;
    private final LongSupplier clock;
    private final Map<String, RemoteNode> unanswered = oldestForgotten(); // by address
    private final Map<Long, RemoteNode> entering = oldestForgotten(); // by session
    private boolean reportedStranger;

    /** @param clock time in nanoseconds */
    ServerHandshake(Host host, LearnerActor.Door door, LongSupplier clock) {
        this.host = host;
        this.door = door;
        this.clock = clock;
    }

    private static <K> Map<K, RemoteNode> oldestForgotten() {
        return new LinkedHashMap<>() {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<K, RemoteNode> eldest) {
                return size() > MOST;
            }
        };
    }

    void log(String line) {
        door.log().accept(line);
    }

    void hello(Message.Hello hello) {
        if (hello.nonce().length != NONCE || !ClientHandshake.isProof(door.secret(), NODE, hello.nonce(), hello)) {
            if (!reportedStranger) {
                log("a machine tried to join without the secret and was not answered: give both sides the same "
                        + "--secret-file");
            }
            reportedStranger = true;
            return;
        }
        Optional<HostPort> address = HostPort.of(hello.address());
        if (address.isPresent() && hello.name().length() <= MOST_TEXT && accepts(address.get())) {
            challenge(hello, address.get());
        }
    }

    /**
     * Returns whether an address may be answered. Limits unanswered addresses; without a secret only addresses of this
     * machine are accepted.
     */
    private boolean accepts(HostPort address) {
        if (door.secret() == Secret.NONE && host.address().loopback() && !address.literallyLoopback()) {
            return false;
        }
        long now = clock.getAsLong();
        unanswered.values().removeIf(node -> now - node.since() > ANSWERED_WITHIN);
        return unanswered.containsKey(address.toString())
                || unanswered.values().stream()
                                .filter(node -> sameHost(node.at(), address))
                                .count()
                        < MOST_UNANSWERED;
    }

    private static boolean sameHost(HostPort one, HostPort other) {
        return one.host().equals(other.host()) || one.literallyLoopback() && other.literallyLoopback();
    }

    /** Returns the number of addresses that have not answered yet. */
    int unanswered() {
        return unanswered.size();
    }

    private void challenge(Message.Hello hello, HostPort address) {
        RemoteNode before = unanswered.get(address.toString()); // the answer may have been lost
        RemoteNode node = before != null
                ? new RemoteNode(before.other(), address, hello, before.nonce(), before.since())
                : new RemoteNode(host.at(address, NODE), address, hello, Secret.nonce(), clock.getAsLong());
        unanswered.put(address.toString(), node);
        node.other().tell(new Message.Challenge(node.nonce(), door.secret().proof(LEARNER, hello.nonce())));
    }

    void answer(Message.Answer answer) {
        RemoteNode node = unanswered.get(answer.address());
        if (node == null || !door.secret().isProof(NODE, node.nonce(), answer.proof())) {
            return; // the node itself has proven the secret before, so this message has another sender
        }
        unanswered.remove(answer.address());
        String build = Identity.build();
        if (!node.hello().build().equals(build)) {
            refuse(
                    node,
                    "it is hts-rl " + ShownText.of(node.hello().build()) + ", and the learner " + build
                            + ": use one build on all machines");
            return;
        }
        long session = ByteBuffer.wrap(Secret.nonce()).getLong();
        entering.put(session, node);
        Message.Welcome bare = new Message.Welcome(session, door.settings(), new byte[0]);
        node.other().tell(proven(node, bare));
    }

    private Message.Proven proven(RemoteNode node, Message.Proven bare) {
        return bare.with(
                ClientHandshake.proof(door.secret(), LEARNER, node.hello().nonce(), bare));
    }

    /** Admits a node that is ready; empty where it is refused. */
    Optional<RemoteNode> ready(Message.Ready ready) {
        RemoteNode node = entering.remove(ready.session());
        if (node == null) {
            return Optional.empty();
        }
        String why = door.identity().refusal(new Identity(ready.digest(), ready.facts()));
        if (!why.isEmpty()) {
            refuse(node, why);
            return Optional.empty();
        }
        return Optional.of(node);
    }

    /** Answers a process that tests the connection and does not join, as a node would be answered. */
    void examine(Message.Examine examine) {
        RemoteNode node = entering.get(examine.session());
        if (node == null) {
            return;
        }
        String why = door.identity().refusal(new Identity(examine.digest(), examine.facts()));
        log(node.name() + " tests the connection" + (why.isEmpty() ? "" : ", and would be refused: " + why));
        node.other()
                .tell(
                        why.isEmpty()
                                ? new Message.Examined(examine.session())
                                : proven(node, new Message.Refused(why, new byte[0])));
    }

    /** Answers with bytes, at most as many as a piece has, and a limited number of times. */
    void ping(Message.Ping ping) {
        RemoteNode node = entering.get(ping.session());
        if (node != null && ping.number() < MOST_PINGS && ping.wanted() >= 0 && ping.wanted() <= Piece.SIZE) {
            node.other().tell(new Message.Pong(ping.session(), ping.number(), new byte[ping.wanted()]));
        }
    }

    void unable(Message.Unable unable) {
        RemoteNode node = entering.remove(unable.session());
        if (node != null) {
            log(node.name() + " cannot take part: " + unable.why());
        }
    }

    private void refuse(RemoteNode node, String why) {
        log(node.name() + " is refused: " + why);
        node.other().tell(proven(node, new Message.Refused(why, new byte[0])));
    }
}
