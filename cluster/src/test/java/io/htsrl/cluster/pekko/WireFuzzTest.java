package io.htsrl.cluster.pekko;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.htsrl.cluster.lanes.LaneAnswer;
import io.htsrl.cluster.lanes.LaneOrder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Decodes mutated messages, parcels, and orders and answers of lanes, from a fixed seed. Each is decoded or refused
 * with an {@link IOException}, and allocates at most a multiple of its own length, whatever lengths it announces.
 * {@code -Dhts.long=true} makes ten million.
 */
class WireFuzzTest {
    private static final int COUNT = Boolean.getBoolean("hts.long") ? 10_000_000 : 200_000;
    /** Allocated bytes per byte: an empty text of a list takes 4 bytes there, and an object and a reference here. */
    private static final int FACTOR = 64;
    /**
     * Allocated bytes of any message: its exception, and accessors that a JDK makes now and then (115 KB on Java 25).
     */
    private static final int BASE = 512 << 10;

    private static final float[] FLOATS = {1, -0f, Float.NaN};
    private static final List<LaneOrder> ORDERS = List.of(
            new LaneOrder.Rows(1, FLOATS, new byte[0]),
            new LaneOrder.Load(2, FLOATS),
            new LaneOrder.Forward(3, 1, 2, 4, 84, new int[] {0, 84}, new int[] {1, 4}),
            new LaneOrder.Backward(3, true, FLOATS),
            new LaneOrder.Accumulate(3, 5, FLOATS));
    private static final List<LaneAnswer> ANSWERS = List.of(
            new LaneAnswer.Outputs(3, "8000", FLOATS),
            new LaneAnswer.SliceSums(3, 5, FLOATS),
            new LaneAnswer.Failed("threw"));

    private final Random chance = new Random(43);
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final Message.Serializer serializer = new Message.Serializer();

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

    /** A decoder of bytes. */
    private enum Kind {
        MESSAGE,
        PARCEL,
        ORDER,
        ANSWER
    }

    private byte[] valid(Kind kind, int index) {
        return switch (kind) {
            case MESSAGE -> Message.CODEC.encode(CodecsTest.MESSAGES.get(index % CodecsTest.MESSAGES.size()));
            case PARCEL ->
                CodecsTest.PARCELS.get(index % CodecsTest.PARCELS.size()).encoded();
            case ORDER -> LaneOrder.CODEC.encode(ORDERS.get(index % ORDERS.size()));
            case ANSWER -> LaneAnswer.CODEC.encode(ANSWERS.get(index % ANSWERS.size()));
        };
    }

    /** Decodes; returns whether the bytes were refused. */
    private boolean refused(byte[] bytes, Kind kind) {
        try {
            switch (kind) {
                case MESSAGE -> serializer.fromBinaryJava(bytes, Message.class);
                case PARCEL -> new Link(3, confirmed -> {}, 1 << 20).accept(new Message.Piece(3, 0, true, bytes));
                case ORDER -> LaneOrder.CODEC.decode(bytes);
                default -> LaneAnswer.CODEC.decode(bytes);
            }
            return false;
        } catch (UncheckedIOException | IOException e) {
            return true;
        }
    }

    private boolean measured(byte[] bytes, Kind kind) {
        long before = threads.getCurrentThreadAllocatedBytes();
        boolean refused = refused(bytes, kind);
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertTrue(
                allocated <= BASE + (long) FACTOR * bytes.length,
                () -> allocated + " bytes for " + Arrays.toString(bytes));
        return refused;
    }

    @Test
    void shouldRefuseMutatedBytesOrDecodeThemInABoundedMemory() {
        Kind[] kinds = Kind.values();
        for (int i = 0; i < 100; i++) { // loads classes, and lets the JDK make its accessors
            for (Kind kind : kinds) {
                assertFalse(refused(valid(kind, i), kind));
                assertTrue(refused(new byte[] {99}, kind));
            }
        }
        int[] refused = new int[2];
        for (int i = 0; i < COUNT; i++) {
            Kind kind = kinds[chance.nextInt(kinds.length)];
            refused[measured(mutated(valid(kind, chance.nextInt(1 << 16))), kind) ? 1 : 0]++;
        }

        assertEquals(COUNT, refused[0] + refused[1]);
        assertTrue(refused[0] > COUNT / 20 && refused[1] > COUNT / 20, Arrays.toString(refused));
    }
}
