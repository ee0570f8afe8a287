package io.htsrl.monitor.protobuf;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * One message of protocol buffers, field by field in the order of the calls: equal calls give equal bytes. It replaces
 * generated classes, which would be larger than this code. One thread.
 */
public final class Message {
    private final ByteString.Output bytes = ByteString.newOutput();
    private final CodedOutputStream out = CodedOutputStream.newInstance(bytes);

    /** A function that writes; writing to memory does not fail. */
    @FunctionalInterface
    private interface Writing {
        void run() throws IOException;
    }

    private Message write(Writing writing) {
        try {
            writing.run();
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes a whole number or an enum. */
    public Message integer(int field, long value) {
        return write(() -> out.writeInt64(field, value));
    }

    /** Writes a 64-bit floating-point number. */
    public Message real(int field, double value) {
        return write(() -> out.writeDouble(field, value));
    }

    /** Writes several of them, packed. */
    public Message reals(int field, double[] values) {
        Message packed = new Message();
        for (double value : values) {
            packed.write(() -> packed.out.writeDoubleNoTag(value));
        }
        return message(field, packed);
    }

    public Message bool(int field, boolean value) {
        return write(() -> out.writeBool(field, value));
    }

    public Message text(int field, String value) {
        return write(() -> out.writeString(field, value));
    }

    public Message bytes(int field, ByteString value) {
        return write(() -> out.writeBytes(field, value));
    }

    public Message message(int field, Message value) {
        return bytes(field, value.toBytes());
    }

    /** Returns the bytes that have been written so far. */
    public ByteString toBytes() {
        write(out::flush);
        return bytes.toByteString();
    }
}
