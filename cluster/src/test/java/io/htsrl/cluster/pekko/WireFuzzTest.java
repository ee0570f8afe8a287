package io.htsrl.cluster.pekko;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.htsrl.cluster.columns.ColumnCodec.ColumnResult;
import io.htsrl.cluster.columns.ColumnUnit;
import io.htsrl.cluster.pekko.Message.Parcel;
import io.htsrl.executors.ReplicaDelta;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Decodes mutated messages and parcels, from a fixed seed. Each is decoded or refused with an {@link IOException}, and
 * allocates at most a multiple of its own length, whatever lengths it announces. {@code -Dhts.fuzz=10000000} makes more.
 */
class WireFuzzTest {
    private static final int COUNT = Integer.getInteger("hts.fuzz", 200_000);
    /** Allocated bytes per byte: an empty text of a list takes 4 bytes there, and an object and a reference here. */
    private static final int FACTOR = 64;
    /** Allocated bytes of any message: its exception, and accessors that a JDK makes now and then (115 KB on Java 25). */
    private static final int BASE = 512 << 10;

    private static final byte[] BYTES = {1, 2, 3, 4, 5, 6, 7, 8};
    private static final List<Message> MESSAGES = List.of(
            new Message.Hello("127.0.0.1:7", "node", "0.1", BYTES),
            new Message.Welcome(-5, Map.of("a", "b\nc", "d", ""), BYTES),
            new Message.Ready(9, "00ff", "cartpole", true),
            new Message.Refused("no", BYTES),
            new Message.Unable(4, "no such environment"),
            new Message.Piece(3, 0, true, BYTES),
            new Message.Confirmed(3, 1L << 40),
            new Message.Beat(3, 77),
            new Message.Bye(3, "over"),
            new Message.Drain(3));
    private static final List<Parcel> PARCELS = List.of(
            new Parcel.Policy(8, new float[] {1, -0f, Float.NaN}),
            new Parcel.Work(new ColumnUnit(7, 8, 2, 3, 5, new byte[][] {null, BYTES})),
            new Parcel.Full(new ColumnResult(7, 2, 4, BYTES, new ReplicaDelta(BYTES, 5, new byte[0], true))),
            new Parcel.Missing(7, 2),
            new Parcel.Failed(7, 2, "threw"),
            new Parcel.Lane(BYTES));

    private final Random chance = new Random(43);
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final MessageSerializer serializer = new MessageSerializer();

    /** Flips bits, writes a large number, cuts off, doubles or inserts bytes; one to four times. */
    private byte[] mutated(byte[] bytes) {
        byte[] some = bytes.clone();
        for (int times = 1 + chance.nextInt(4); times > 0; times--) {
            int at = chance.nextInt(Math.max(1, some.length));
            switch (chance.nextInt(5)) {
                case 0 -> some = Arrays.copyOf(some, at + 1);
                case 1 -> some = Arrays.copyOf(some, some.length + chance.nextInt(64));
                case 2 -> Arrays.fill(some, at, Math.min(some.length, at + 4), (byte) chance.nextInt());
                case 3 -> some[at] = (byte) (chance.nextBoolean() ? 0x7f : chance.nextInt());
                default -> some[at] ^= (byte) (1 << chance.nextInt(8));
            }
        }
        return some;
    }

    /** Decodes; returns whether the bytes were refused. */
    private boolean refused(byte[] bytes, boolean message) {
        try {
            if (message) {
                serializer.fromBinaryJava(bytes, Message.class);
            } else {
                new Link(3, confirmed -> {}, 1 << 20).accept(new Message.Piece(3, 0, true, bytes));
            }
            return false;
        } catch (UncheckedIOException | IOException e) {
            return true;
        }
    }

    private boolean measured(byte[] bytes, boolean message) {
        long before = threads.getCurrentThreadAllocatedBytes();
        boolean refused = refused(bytes, message);
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertTrue(
                allocated <= BASE + (long) FACTOR * bytes.length,
                () -> allocated + " bytes for " + Arrays.toString(bytes));
        return refused;
    }

    @Test
    void shouldRefuseMutatedBytesOrDecodeThemInABoundedMemory() {
        for (int i = 0; i < 100; i++) { // loads classes, and lets the JDK make its accessors
            MESSAGES.forEach(each -> assertFalse(refused(Message.CODEC.encode(each), true)));
            PARCELS.forEach(each -> assertFalse(refused(each.encoded(), false)));
            assertTrue(refused(new byte[] {99}, true) && refused(new byte[] {99}, false));
        }
        int[] refused = new int[2];
        for (int i = 0; i < COUNT; i++) {
            boolean message = chance.nextBoolean();
            byte[] bytes = message
                    ? Message.CODEC.encode(MESSAGES.get(chance.nextInt(MESSAGES.size())))
                    : PARCELS.get(chance.nextInt(PARCELS.size())).encoded();
            refused[measured(mutated(bytes), message) ? 1 : 0]++;
        }

        assertEquals(COUNT, refused[0] + refused[1]);
        assertTrue(refused[0] > COUNT / 20 && refused[1] > COUNT / 20, Arrays.toString(refused));
    }
}
