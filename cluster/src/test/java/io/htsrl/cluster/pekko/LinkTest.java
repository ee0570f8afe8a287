package io.htsrl.cluster.pekko;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cluster.columns.Parcel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.lifecycle.BeforeTry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LinkTest {
    private static final long PATIENCE = 1_000_000_000L;
    private static final long STEP = PATIENCE / 10;

    private List<Message> there;
    private List<Message> back;
    private Link sender;
    private Link receiver;
    private List<byte[]> come;

    @BeforeTry
    @BeforeEach
    void begin() {
        there = new ArrayList<>();
        back = new ArrayList<>();
        come = new ArrayList<>();
        sender = new Link(7, there::add, 1 << 30);
        receiver = new Link(7, back::add, 1 << 30);
    }

    private static byte[] parcel(int length) {
        return new Parcel.Lane(new byte[length]).encoded();
    }

    private void take(Message message, long now) throws IOException {
        if (message instanceof Message.Piece piece) {
            receiver.accept(piece).ifPresent(parcel -> come.add(((Parcel.Lane) parcel).bytes()));
        } else if (message instanceof Message.Confirmed confirmed) {
            sender.confirmed(confirmed, now);
        }
    }

    /** The connection loses, doubles and reorders messages in both directions. */
    @Property(tries = 30)
    void shouldBringEveryParcelOnceAndInOrder(
            @ForAll @Size(min = 1, max = 12) List<@IntRange(max = 700_000) Integer> lengths,
            @ForAll long seed,
            @ForAll @IntRange(max = 60) int lossPercent)
            throws IOException {
        Random chance = new Random(seed);
        List<byte[]> sent = new ArrayList<>();
        for (int length : lengths) {
            byte[] bytes = new byte[length];
            chance.nextBytes(bytes);
            sent.add(bytes);
            sender.send(new Parcel.Lane(bytes).encoded(), 0);
        }
        long now = 0;
        while (sender.confirmedBytes() < sender.bytesOut()) {
            assertTrue(now < 1_000_000 * STEP, "it comes to an end");
            now += STEP;
            sender.flush(now);
            List<Message> way = chance.nextBoolean() ? there : back;
            if (!way.isEmpty()) {
                Message message = way.remove(chance.nextInt(Math.min(2, way.size())));
                if (chance.nextInt(10) == 0) {
                    way.add(message);
                }
                if (chance.nextInt(100) >= lossPercent) {
                    take(message, now);
                }
            }
        }

        assertEquals(sent.size(), come.size());
        for (int i = 0; i < sent.size(); i++) {
            assertArrayEquals(sent.get(i), come.get(i), "parcel " + i);
        }
        assertEquals(sender.bytesOut(), receiver.bytesIn());
    }

    /** What happens to one frame of an exchange, and with RESET to all that are in transit with it. */
    private enum Fault {
        LOST,
        DOUBLED,
        LATE,
        RESET
    }

    /** Sends parcels in both directions over a network with one fault; returns the number of frames sent. */
    private int exchange(Fault fault, int victim) throws IOException {
        List<Integer> lengths = List.of(3, 2 * Link.PIECE + 5, 0, 9 * Link.PIECE);
        List<List<Message>> ways = List.of(new ArrayList<>(), new ArrayList<>()); // in transit, to each end
        List<List<Integer>> arrived = List.of(new ArrayList<>(), new ArrayList<>());
        List<Message> late = new ArrayList<>();
        int[] lateTo = {0};
        int[] frames = {0};
        List<Link> ends = new ArrayList<>();
        for (int to : new int[] {1, 0}) {
            ends.add(new Link(
                    7,
                    frame -> {
                        boolean hit = frames[0]++ == victim;
                        lateTo[0] = hit ? to : lateTo[0];
                        (hit && fault == Fault.LATE ? late : ways.get(to)).add(frame);
                        if (hit && fault == Fault.DOUBLED) {
                            ways.get(to).add(frame);
                        } else if (hit && fault == Fault.LOST) {
                            ways.get(to).remove(frame);
                        } else if (hit && fault == Fault.RESET) {
                            ways.forEach(List::clear);
                        }
                    },
                    1 << 30));
        }
        long now = 0;
        for (int length : lengths) {
            ends.get(0).send(parcel(length), now);
            ends.get(1).send(parcel(length), now);
        }
        while (ends.stream().anyMatch(end -> end.confirmedBytes() < end.bytesOut())) {
            assertTrue(now < 20 * PATIENCE, fault + " of frame " + victim + ": both ends wait for each other");
            if (ways.stream().allMatch(List::isEmpty)) {
                late.forEach(frame -> ways.get(lateTo[0]).add(frame));
                late.clear();
                now += STEP;
                for (Link end : ends) {
                    end.flush(now);
                }
            }
            for (int to = 0; to < 2; to++) {
                Message frame = ways.get(to).isEmpty() ? null : ways.get(to).remove(0);
                List<Integer> own = arrived.get(to);
                if (frame instanceof Message.Piece piece) {
                    ends.get(to).accept(piece).ifPresent(parcel -> own.add(((Parcel.Lane) parcel).bytes().length));
                } else if (frame instanceof Message.Confirmed confirmed) {
                    ends.get(to).confirmed(confirmed, now);
                }
            }
        }
        assertEquals(List.of(lengths, lengths), arrived, fault + " of frame " + victim);
        return frames[0];
    }

    @Test
    void shouldBringAllParcelsWhateverHappensToOneFrame() throws IOException {
        int frames = exchange(Fault.LOST, -1);
        assertTrue(frames > 50, frames + " frames");
        for (Fault fault : Fault.values()) {
            for (int victim = 0; victim < frames; victim++) {
                exchange(fault, victim);
            }
        }
    }

    @Test
    void shouldHaveAWindowUnderWayAndNoMore() {
        sender.send(new byte[20 * Link.PIECE], 0);
        assertEquals(Link.WINDOW, there.size());

        sender.confirmed(new Message.Confirmed(7, 3), 1);
        assertEquals(Link.WINDOW + 3, there.size(), "three more");
    }

    @Test
    void shouldRefuseWhatDoesNotFit() throws IOException {
        Link small = new Link(7, back::add, 3L * Link.PIECE);
        byte[] one = new byte[Link.PIECE];
        assertThrows(IOException.class, () -> small.accept(new Message.Piece(7, 0, false, new byte[Link.PIECE + 1])));
        for (int i = 0; i < 3; i++) {
            small.accept(new Message.Piece(7, i, false, one));
        }
        assertEquals(
                0, small.accept(new Message.Piece(7, 9, false, one)).stream().count(), "not the next one");
        assertThrows(IOException.class, () -> small.accept(new Message.Piece(7, 3, true, one)));
    }

    @Test
    void shouldRefuseAParcelThatIsNone() {
        assertThrows(IOException.class, () -> receiver.accept(new Message.Piece(7, 0, true, new byte[] {99})));
    }

    /** The link is as slow as it may be: what has not come yet must not be sent over and over. */
    @Property(tries = 20)
    void shouldNotFillASlowLinkWithTheSame(
            @ForAll @IntRange(min = 1, max = 30) int pieces, @ForAll @IntRange(min = 1, max = 50) int ticksEach)
            throws IOException {
        sender.send(parcel(pieces * Link.PIECE - 64), 0);
        int carried = 0;
        for (long tick = 0; sender.confirmedBytes() < sender.bytesOut(); tick++) {
            sender.flush(tick * STEP);
            if (tick % ticksEach == ticksEach - 1 && carried < there.size()) {
                take(there.get(carried++), tick * STEP);
                take(back.get(back.size() - 1), tick * STEP);
            }
        }

        assertEquals(1, come.size());
        int bound = ticksEach < 10 ? pieces : 4 * pieces + 3 * Link.WINDOW;
        assertTrue(there.size() <= bound, there.size() + " pieces were sent for " + pieces);
    }

    /** The receiver stops: the network gets one window, again and again at longer and longer times. */
    @Test
    void shouldSendNoMoreThanSomeWindowsToAReceiverThatStopped() {
        sender.send(parcel(500 * Link.PIECE), 0);

        for (long now = 0; now < 100 * PATIENCE; now += STEP) {
            sender.flush(now);
        }

        assertTrue(there.size() <= 16 * Link.WINDOW, there.size() + " pieces");
    }
}
