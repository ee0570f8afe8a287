package io.htsrl.cluster.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A chain of three nodes, whose messages lie in a queue until a test delivers them. */
class RelayTest {
    private static final long SECOND = 1_000_000_000L;

    private record Sent(String to, Message message) {}

    private final Deque<Sent> wire = new ArrayDeque<>();
    private final Map<String, Relay> relays = new HashMap<>();
    private final Map<String, Parcel.Policy> got = new HashMap<>();
    private final Parcel.Policy policy = new Parcel.Policy(7, new float[300_000]); // of several pieces

    @BeforeEach
    void make() {
        for (int i = 0; i < 3; i++) {
            String name = "node:" + i;
            relays.put(name, new Relay(name, i, SECOND, (to, message) -> wire.add(new Sent(to, message))));
        }
        policy.parameters()[299_999] = 5;
    }

    private Relay relay(int index) {
        return relays.get("node:" + index);
    }

    private Parcel.Plan plan(int... children) {
        List<Parcel.Child> list = new ArrayList<>();
        for (int child : children) {
            list.add(new Parcel.Child("node:" + child, child));
        }
        return new Parcel.Plan(7, ContentDigest.of(Parcel.CODEC.encode(policy)), list);
    }

    private void deliver(long now) {
        while (!wire.isEmpty()) {
            deliver(wire.poll(), now);
        }
    }

    private void deliver(Sent sent, long now) {
        Relay relay = relays.get(sent.to());
        if (sent.message() instanceof Message.Handed handed) {
            relay.handed(handed, now).ifPresent(policy -> got.put(sent.to(), policy));
        } else if (sent.message() instanceof Message.Taken taken) {
            relay.taken(taken, now);
        }
    }

    @Test
    void shouldHandParametersOnFromNodeToNode() {
        relay(0).plan(plan(1), 0);
        relay(1).plan(plan(2), 0);
        relay(2).plan(plan(), 0);

        assertTrue(relay(0).sent(policy, 0));
        deliver(0);

        assertArrayEquals(policy.parameters(), got.get("node:1").parameters());
        assertArrayEquals(policy.parameters(), got.get("node:2").parameters());
        assertFalse(relay(2).tick(9 * SECOND), "it has them");
    }

    @Test
    void shouldTakeWhatComesBeforeItsPlan() {
        relay(0).plan(plan(1), 0);
        relay(0).sent(policy, 0);
        deliver(0);
        assertTrue(got.isEmpty(), "who knows what it is?");

        assertArrayEquals(
                policy.parameters(), relay(1).plan(plan(), 0).orElseThrow().parameters());
    }

    @Test
    void shouldSendAgainWhatWasLost() {
        relay(0).plan(plan(1), 0);
        relay(1).plan(plan(), 0);
        relay(0).sent(policy, 0);
        assertTrue(wire.size() >= 2, "several pieces");
        wire.clear();

        relay(0).tick(2 * SECOND);
        deliver(2 * SECOND);

        assertArrayEquals(policy.parameters(), got.get("node:1").parameters());
    }

    @Test
    void shouldAskTheLearnerWhereNobodyHandsThemOver() {
        relay(1).plan(plan(2), 0);

        assertFalse(relay(1).tick(SECOND - 1));
        assertTrue(relay(1).tick(SECOND));
        assertFalse(relay(1).tick(SECOND + 1), "not again and again");
        relay(2).plan(plan(), 0);
        assertTrue(relay(1).sent(policy, 2 * SECOND), "the learner answers");
        deliver(2 * SECOND);

        assertArrayEquals(policy.parameters(), got.get("node:2").parameters(), "and they go on from there");
    }

    @Test
    void shouldNotActWithWhatTheLearnerHasNotSaid() {
        byte[] other = Parcel.CODEC.encode(new Parcel.Policy(7, new float[4]));
        relay(1).plan(plan(), 0);

        relay(1).handed(new Message.Handed(1, 7, "node:0", new Piece(0, 0, other.length, other)), 0)
                .ifPresent(policy -> got.put("node:1", policy));

        assertTrue(got.isEmpty());
        assertTrue(relay(1).tick(1), "the learner is asked at once");
        assertFalse(relay(1).sent(new Parcel.Policy(7, new float[4]), 2), "its own must be what it said, too");
    }

    @Test
    void shouldIgnoreStrangersAndConfirmWhatIsLate() {
        byte[] bytes = Parcel.CODEC.encode(policy);
        Piece first = new Piece(0, 0, bytes.length, Arrays.copyOf(bytes, Piece.SIZE));
        relay(1).plan(plan(), 0);

        relay(1).handed(new Message.Handed(99, 7, "node:0", first), 0);
        assertTrue(wire.isEmpty(), "it does not know this node's session");
        relay(1).handed(new Message.Handed(1, 6, "node:0", first), 0);

        assertEquals(new Sent("node:0", new Message.Taken(1, 6, 0)), wire.poll());
    }
}
