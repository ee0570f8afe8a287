package io.htsrl.cluster.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class PiecesTest {
    private static final long PATIENCE = 10;

    /** A connection that loses, doubles and reorders what it carries, and confirmations too. */
    @Property(tries = 30)
    void shouldBringEveryParcelOnceAndInOrder(
            @ForAll @Size(min = 1, max = 12) List<@IntRange(max = 700_000) Integer> lengths,
            @ForAll long seed,
            @ForAll @IntRange(max = 60) int lossPercent) {
        Random chance = new Random(seed);
        PieceSender sender = new PieceSender(PATIENCE);
        PieceReceiver receiver = new PieceReceiver(12 * 700_000L);
        List<byte[]> sent = new ArrayList<>();
        List<byte[]> come = new ArrayList<>();
        for (int length : lengths) {
            byte[] bytes = new byte[length];
            chance.nextBytes(bytes);
            sent.add(bytes);
            sender.offer(bytes);
        }
        List<Piece> onTheWay = new ArrayList<>();
        for (long now = 0; !sender.idle(); now++) {
            assertTrue(now < 100_000, "it comes to an end");
            for (Piece piece : sender.due(now)) {
                if (chance.nextInt(100) >= lossPercent) {
                    onTheWay.add(piece);
                }
                if (chance.nextInt(10) == 0) {
                    onTheWay.add(piece);
                }
            }
            if (!onTheWay.isEmpty()) {
                Piece piece = onTheWay.remove(chance.nextInt(onTheWay.size()));
                come.addAll(receiver.accept(piece));
                if (chance.nextInt(100) >= lossPercent) {
                    sender.confirmed(piece.parcel(), piece.index());
                }
            }
        }

        assertEquals(sent.size(), come.size());
        for (int i = 0; i < sent.size(); i++) {
            assertArrayEquals(sent.get(i), come.get(i), "parcel " + i);
        }
    }

    @Test
    void shouldHaveAWindowUnderWayAndNoMore() {
        PieceSender sender = new PieceSender(PATIENCE);
        sender.offer(new byte[20 * Piece.SIZE]);

        assertEquals(PieceSender.WINDOW, sender.due(0).size());
        assertEquals(0, sender.due(1).size(), "nobody has confirmed any");

        sender.confirmed(0, 3);
        assertEquals(0, sender.due(2).size(), "the window begins with the oldest");

        sender.confirmed(0, 0);
        assertEquals(8, sender.due(3).get(0).index(), "the next one");
    }

    @Test
    void shouldRefuseWhatDoesNotFit() {
        PieceReceiver receiver = new PieceReceiver(1000);

        assertThrows(IllegalArgumentException.class, () -> receiver.accept(new Piece(0, 0, 2000, new byte[2000])));
        assertThrows(IllegalArgumentException.class, () -> receiver.accept(new Piece(0, 1, 10, new byte[0])));
        assertThrows(IllegalArgumentException.class, () -> receiver.accept(new Piece(0, 0, 10, new byte[9])));
        assertThrows(IllegalArgumentException.class, () -> receiver.accept(new Piece(0, 0, -1, new byte[0])));
        assertThrows(IllegalArgumentException.class, () -> receiver.accept(new Piece(8, 0, 10, new byte[10])));
    }

    /** What is announced reserves nothing: only what has come. */
    @Test
    void shouldHoldWhatHasComeAlone() {
        List<PieceReceiver> receivers = new ArrayList<>();
        for (int i = 0; i < 64; i++) { // of which each would reserve a gigabyte for each of eight parcels
            PieceReceiver receiver = new PieceReceiver(1L << 30);
            for (int parcel = 0; parcel < PieceSender.WINDOW; parcel++) {
                receiver.accept(new Piece(parcel, 1, (1 << 30) - parcel, new byte[Piece.SIZE]));
            }
            receivers.add(receiver);
        }
        assertEquals(64, receivers.size());
    }

    @Test
    void shouldHoldNoMoreThanItMay() {
        PieceReceiver receiver = new PieceReceiver(3L * Piece.SIZE);
        byte[] one = new byte[Piece.SIZE];
        receiver.accept(new Piece(0, 0, 2 * Piece.SIZE, one));
        receiver.accept(new Piece(1, 0, 3 * Piece.SIZE, one));
        receiver.accept(new Piece(1, 1, 3 * Piece.SIZE, one));
        assertEquals(0, receiver.accept(new Piece(1, 1, 3 * Piece.SIZE, one)).size(), "once more");

        assertThrows(IllegalArgumentException.class, () -> receiver.accept(new Piece(1, 2, 3 * Piece.SIZE, one)));
    }

    /** A link as slow as it may be: what has not come yet must not be sent over and over. */
    @Property(tries = 20)
    void shouldNotFillASlowLinkWithTheSame(
            @ForAll @IntRange(min = 1, max = 30) int pieces, @ForAll @IntRange(min = 1, max = 50) int ticksEach) {
        PieceSender sender = new PieceSender(PATIENCE);
        PieceReceiver receiver = new PieceReceiver(1L << 30);
        sender.offer(new byte[pieces * Piece.SIZE]);
        Deque<Piece> link = new ArrayDeque<>();
        int sent = 0;
        int come = 0;
        for (long now = 0; !sender.idle(); now++) {
            List<Piece> due = sender.due(now);
            sent += due.size();
            link.addAll(due);
            if (now % ticksEach == ticksEach - 1 && !link.isEmpty()) {
                Piece piece = link.removeFirst();
                come += receiver.accept(piece).size();
                sender.confirmed(piece.parcel(), piece.index());
            }
        }

        assertEquals(1, come);
        int bound = ticksEach < PATIENCE ? pieces : 4 * pieces + 3 * PieceSender.WINDOW;
        assertTrue(sent <= bound, sent + " pieces were sent for " + pieces);
    }

    /** A receiver that stops: what goes to the network is a window, and that again at longer and longer times. */
    @Test
    void shouldSendNoMoreThanSomeWindowsToAReceiverThatStopped() {
        PieceSender sender = new PieceSender(PATIENCE);
        sender.offer(new byte[500 * Piece.SIZE]);
        int sent = 0;

        for (long now = 0; now < 100 * PATIENCE; now++) {
            sent += sender.due(now).size();
        }

        assertTrue(sent <= 16 * PieceSender.WINDOW, sent + " pieces");
    }
}
