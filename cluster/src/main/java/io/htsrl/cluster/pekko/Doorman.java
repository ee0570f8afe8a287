package io.htsrl.cluster.pekko;

import io.htsrl.cluster.door.HostPort;
import io.htsrl.cluster.door.Identity;
import io.htsrl.cluster.door.Secret;
import io.htsrl.cluster.pieces.Piece;
import io.htsrl.cluster.wire.Message;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.pekko.actor.typed.ActorRef;

/**
 * Lets nodes in: secret first, then build, then what each has made of the settings. A refusal is said on both sides. The
 * learner's actor.
 */
final class Doorman {
    static final String LEARNER = "learner";
    static final String NODE = "node";
    /** Who knocks and does not go on is forgotten for later ones. */
    private static final int MOST = 1024;

    /** A node on its way in. */
    record Guest(ActorRef<Object> other, String address, String name, String build, byte[] nonce) {}

    private final Host host;
    private final LearnerActor.Door door;
    private final Map<String, Guest> knocking = oldestForgotten(); // by address
    private final Map<Long, Guest> entering = oldestForgotten(); // by session

    Doorman(Host host, LearnerActor.Door door) {
        this.host = host;
        this.door = door;
    }

    private static <K, V> Map<K, V> oldestForgotten() {
        return new LinkedHashMap<>() {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
                return size() > MOST;
            }
        };
    }

    void tell(String line) {
        door.tell().accept(line);
    }

    void hello(Message.Hello hello) {
        Optional<HostPort> address = HostPort.of(hello.address());
        if (address.isEmpty()) {
            return;
        }
        ActorRef<Object> other = host.at(address.get(), NODE);
        Guest before = knocking.get(hello.address()); // who knocks again has perhaps not heard the answer
        byte[] nonce = before == null ? Secret.nonce() : before.nonce();
        Guest guest = new Guest(other, hello.address(), hello.name(), hello.build(), nonce);
        knocking.put(hello.address(), guest);
        other.tell(new Message.Challenge(guest.nonce(), door.secret().proof(LEARNER, hello.nonce())));
    }

    void answer(Message.Answer answer) {
        Guest guest = knocking.remove(answer.address());
        if (guest == null) {
            return;
        }
        if (!door.secret().isProof(NODE, guest.nonce(), answer.proof())) {
            refuse(guest, "it does not know the secret: give both sides the same --secret-file");
            return;
        }
        String build = Identity.build();
        if (!guest.build().equals(build)) {
            refuse(
                    guest,
                    "it is hts-rl " + guest.build() + ", and the learner " + build + ": use one build on all machines");
            return;
        }
        long session = ByteBuffer.wrap(Secret.nonce()).getLong();
        entering.put(session, guest);
        guest.other().tell(new Message.Welcome(session, door.settings()));
    }

    /** A node is ready; empty where it is refused. */
    Optional<Guest> ready(Message.Ready ready) {
        Guest guest = entering.remove(ready.session());
        if (guest == null) {
            return Optional.empty();
        }
        String why = door.identity().refusal(new Identity(ready.digest(), ready.facts()));
        if (!why.isEmpty()) {
            refuse(guest, why);
            return Optional.empty();
        }
        return Optional.of(guest);
    }

    /** Somebody who tests the connection, and stays outside: what would be said to a node. */
    void examine(Message.Examine examine) {
        Guest guest = entering.get(examine.session());
        if (guest == null) {
            return;
        }
        String why = door.identity().refusal(new Identity(examine.digest(), examine.facts()));
        tell(guest.name() + " tests the connection" + (why.isEmpty() ? "" : ", and would be refused: " + why));
        guest.other().tell(why.isEmpty() ? new Message.Examined(examine.session()) : new Message.Refused(why));
    }

    /** The same, with bytes: at most as many as a piece has, and so often. */
    void ping(Message.Ping ping) {
        Guest guest = entering.get(ping.session());
        if (guest != null && ping.number() < MOST && ping.wanted() >= 0 && ping.wanted() <= Piece.SIZE) {
            guest.other().tell(new Message.Pong(ping.session(), ping.number(), new byte[ping.wanted()]));
        }
    }

    void unable(Message.Unable unable) {
        Guest guest = entering.remove(unable.session());
        if (guest != null) {
            tell(guest.name() + " cannot take part: " + unable.why());
        }
    }

    private void refuse(Guest guest, String why) {
        tell(guest.name() + " is refused: " + why);
        guest.other().tell(new Message.Refused(why));
    }
}
