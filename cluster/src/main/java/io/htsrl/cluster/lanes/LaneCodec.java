package io.htsrl.cluster.lanes;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Orders and answers as bytes and back: floats as their bits, little-endian. Pure functions. */
public final class LaneCodec {
    private static final byte ROWS_OF_FLOATS = 1;
    private static final byte ROWS_OF_BYTES = 2;
    private static final byte LOAD = 3;
    private static final byte FORWARD = 4;
    private static final byte BACK = 5;
    private static final byte GO_ON = 6;
    private static final byte OUTPUTS = 7;
    private static final byte SUMS = 8;
    private static final byte FAILED = 9;
    private static final int HEAD = 64; // above what stands beside arrays

    private LaneCodec() {}

    public static byte[] encode(LaneOrder order) {
        if (order instanceof LaneOrder.Rows rows) {
            return rows.floats() != null
                    ? floats(begin(ROWS_OF_FLOATS, rows.bank(), rows.floats().length), rows.floats())
                    : bytes(begin(ROWS_OF_BYTES, rows.bank(), rows.bytes().length), rows.bytes());
        } else if (order instanceof LaneOrder.Load load) {
            return floats(begin(LOAD, load.version(), load.parameters().length), load.parameters());
        } else if (order instanceof LaneOrder.Forward forward) {
            ByteBuffer out = begin(FORWARD, forward.pass(), 2 * forward.offsets().length)
                    .putLong(forward.bank())
                    .putLong(forward.version())
                    .putInt(forward.frames())
                    .putInt(forward.stride());
            ints(out, forward.offsets());
            ints(out, forward.depths());
            return end(out);
        } else if (order instanceof LaneOrder.Back back) {
            byte first = (byte) (back.first() ? 1 : 0);
            return floats(begin(BACK, back.pass(), back.outputGradient().length).put(first), back.outputGradient());
        } else if (order instanceof LaneOrder.GoOn on) {
            return floats(begin(GO_ON, on.pass(), on.sums().length).putInt(on.slice()), on.sums());
        }
        throw new IllegalArgumentException("an order of another kind");
    }

    public static byte[] encode(LaneAnswer answer) {
        if (answer instanceof LaneAnswer.Outputs outputs) {
            return floats(
                    begin(OUTPUTS, outputs.pass(), outputs.outputs().length)
                            .putLong(outputs.low())
                            .putLong(outputs.high()),
                    outputs.outputs());
        } else if (answer instanceof LaneAnswer.Sums sums) {
            return floats(begin(SUMS, sums.pass(), sums.sums().length).putInt(sums.slice()), sums.sums());
        } else if (answer instanceof LaneAnswer.Failed failed) {
            byte[] message = failed.message().getBytes(StandardCharsets.UTF_8);
            return bytes(begin(FAILED, 0, message.length), message);
        }
        throw new IllegalArgumentException("an answer of another kind");
    }

    /** @throws IOException when these are the bytes of no order */
    public static LaneOrder order(byte[] bytes) throws IOException {
        try {
            ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
            byte kind = in.get();
            long number = in.getLong();
            return checked(
                    in,
                    switch (kind) {
                        case ROWS_OF_FLOATS -> new LaneOrder.Rows(number, floats(in), null);
                        case ROWS_OF_BYTES -> new LaneOrder.Rows(number, null, bytes(in));
                        case LOAD -> new LaneOrder.Load(number, floats(in));
                        case FORWARD ->
                            new LaneOrder.Forward(
                                    number, in.getLong(), in.getLong(), in.getInt(), in.getInt(), ints(in), ints(in));
                        case BACK -> new LaneOrder.Back(number, in.get() == 1, floats(in));
                        case GO_ON -> new LaneOrder.GoOn(number, in.getInt(), floats(in));
                        default -> throw new IOException("there is no order of kind " + kind);
                    });
        } catch (BufferUnderflowException e) {
            throw new IOException("an order is cut off", e);
        }
    }

    /** @throws IOException when these are the bytes of no answer */
    public static LaneAnswer answer(byte[] bytes) throws IOException {
        try {
            ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
            byte kind = in.get();
            long number = in.getLong();
            return checked(
                    in,
                    switch (kind) {
                        case OUTPUTS -> new LaneAnswer.Outputs(number, in.getLong(), in.getLong(), floats(in));
                        case SUMS -> new LaneAnswer.Sums(number, in.getInt(), floats(in));
                        case FAILED -> new LaneAnswer.Failed(new String(bytes(in), StandardCharsets.UTF_8));
                        default -> throw new IOException("there is no answer of kind " + kind);
                    });
        } catch (BufferUnderflowException e) {
            throw new IOException("an answer is cut off", e);
        }
    }

    private static <T> T checked(ByteBuffer in, T read) throws IOException {
        if (in.hasRemaining()) {
            throw new IOException(in.remaining() + " bytes follow what a lane is told or says");
        }
        return read;
    }

    /** @param words floats, ints or bytes that follow, at most */
    private static ByteBuffer begin(byte kind, long number, int words) {
        int most = Math.addExact(Math.multiplyExact(words, Float.BYTES), HEAD);
        return ByteBuffer.allocate(most)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(kind)
                .putLong(number);
    }

    private static byte[] end(ByteBuffer out) {
        byte[] bytes = new byte[out.position()];
        out.flip().get(bytes);
        return bytes;
    }

    private static byte[] floats(ByteBuffer out, float[] values) {
        out.putInt(values.length);
        out.asFloatBuffer().put(values);
        return end(out.position(out.position() + values.length * Float.BYTES));
    }

    private static float[] floats(ByteBuffer in) {
        float[] values = new float[count(in, Float.BYTES)];
        in.asFloatBuffer().get(values);
        in.position(in.position() + values.length * Float.BYTES);
        return values;
    }

    private static void ints(ByteBuffer out, int[] values) {
        out.putInt(values.length);
        out.asIntBuffer().put(values);
        out.position(out.position() + values.length * Integer.BYTES);
    }

    private static int[] ints(ByteBuffer in) {
        int[] values = new int[count(in, Integer.BYTES)];
        in.asIntBuffer().get(values);
        in.position(in.position() + values.length * Integer.BYTES);
        return values;
    }

    private static byte[] bytes(ByteBuffer out, byte[] values) {
        return end(out.putInt(values.length).put(values));
    }

    private static byte[] bytes(ByteBuffer in) {
        byte[] values = new byte[count(in, 1)];
        in.get(values);
        return values;
    }

    /** Before anything is allocated. */
    private static int count(ByteBuffer in, int size) {
        int count = in.getInt();
        if (count < 0 || count > in.remaining() / size) {
            throw new BufferUnderflowException();
        }
        return count;
    }
}
