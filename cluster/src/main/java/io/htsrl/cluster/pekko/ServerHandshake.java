package io.htsrl.cluster.pekko;

import io.htsrl.cluster.pekko.LearnerActor.Door;
import io.htsrl.cluster.security.HostPort;
import io.htsrl.cluster.security.Identity;
import io.htsrl.cluster.security.Secret;
import io.htsrl.core.error.ShownText;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.apache.pekko.actor.typed.ActorRef;

/**
 * Admits nodes: checks the build first, then each node's reading of the settings. Both sides report a refusal. TLS by
 * the secret or by certificates has authenticated the sender before; without TLS only this machine reaches the learner.
 * The learner's actor.
 */
final class ServerHandshake {
    /** Number of nodes that are joining: twice the limit of {@code --nodes}. Later ones replace the oldest. */
    private static final int MOST = 8192;
    /** Number of one host's nodes that may begin to join within {@link #RECENT}; further ones are ignored. */
    static final int MOST_RECENT = 128;

    static final long RECENT = 10_000_000_000L;

    private static final int MOST_TEXT = 256;

    /** A node that is joining, since a time in nanoseconds. */
    record RemoteNode(ActorRef<Object> other, HostPort at, Message.Hello hello, long since) {
        String name() {
            return ShownText.of(hello.name());
        }
    }

    private final Host host;
    private final Door door;
    private final LongSupplier clock;
    private final Secret sessions = Secret.drawn();
    private final Map<Long, RemoteNode> entering = new LinkedHashMap<>(); // by session, oldest first

    /** @param clock time in nanoseconds */
    ServerHandshake(Host host, Door door, LongSupplier clock) {
        this.host = host;
        this.door = door;
        this.clock = clock;
    }

    void log(String line) {
        door.log().accept(line);
    }

    void hello(Message.Hello hello) {
        if (hello.nonce().length != Secret.NONCE) {
            return;
        }
        // a repeated message gets the same session, since the answer may have been lost
        long session = ByteBuffer.wrap(sessions.proof("session", hello.nonce())).getLong();
        Optional<HostPort> address = HostPort.of(hello.address());
        boolean known = entering.containsKey(session);
        if (known || address.isPresent() && hello.name().length() <= MOST_TEXT && accepts(address.get())) {
            RemoteNode node = known ? entering.get(session) : node(hello, address.get());
            entering.put(session, node);
            welcome(session, known, node);
        }
    }

    private RemoteNode node(Message.Hello hello, HostPort address) {
        if (entering.size() == MOST) {
            entering.remove(entering.keySet().iterator().next());
        }
        return new RemoteNode(host.at(address, Host.NODE), address, hello, clock.getAsLong());
    }

    private void welcome(long session, boolean known, RemoteNode node) {
        String build = Identity.build();
        String other = node.hello().build();
        if (other.equals(build)) {
            node.other()
                    .tell(new Message.Welcome(
                            session, door.settings(), node.hello().nonce()));
        } else {
            String why = "it is hts-rl " + ShownText.of(other) + ", and the learner " + build;
            refuse(node, known, why + ": use one build on all machines");
        }
    }

    /**
     * Returns whether an address may be answered. Limits the addresses of a host; without encryption only addresses of
     * this machine are accepted.
     */
    private boolean accepts(HostPort address) {
        if (!door.encrypted() && host.address().loopback() && !address.literallyLoopback()) {
            return false;
        }
        long now = clock.getAsLong();
        return entering.values().stream()
                        .filter(node -> now - node.since() <= RECENT && sameHost(node.at(), address))
                        .count()
                < MOST_RECENT;
    }

    private static boolean sameHost(HostPort one, HostPort other) {
        return one.host().equals(other.host()) || one.literallyLoopback() && other.literallyLoopback();
    }

    int entering() {
        return entering.size();
    }

    private void refuse(RemoteNode node, boolean logged, String why) {
        if (!logged) {
            log(node.name() + " is refused: " + why);
        }
        node.other().tell(new Message.Refused(why, node.hello().nonce()));
    }

    /** Admits a node that is ready; empty where it is refused, or only tests the connection. */
    Optional<RemoteNode> ready(Message.Ready ready) {
        RemoteNode node = entering.remove(ready.session());
        if (node == null) {
            return Optional.empty();
        }
        String why = door.identity().refusal(ready.identity());
        if (!why.isEmpty()) {
            refuse(node, false, why);
        } else if (!ready.joins()) {
            log(node.name() + " tests the connection");
            node.other().tell(new Message.Bye(ready.session(), "it would be admitted"));
        }
        return why.isEmpty() && ready.joins() ? Optional.of(node) : Optional.empty();
    }

    void unable(Message.Unable unable) {
        RemoteNode node = entering.remove(unable.session());
        if (node != null) {
            log(node.name() + " cannot take part: " + unable.why());
        }
    }
}
