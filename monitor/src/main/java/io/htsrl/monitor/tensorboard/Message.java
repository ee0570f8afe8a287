package io.htsrl.monitor.tensorboard;

import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Builds one protobuf message, field by field. One thread. */
final class Message {
    private static final int USUAL_BYTES = 256;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(USUAL_BYTES);
    private final CodedOutputStream out = CodedOutputStream.newInstance(bytes, USUAL_BYTES);

    /** Writes one field. */
    @FunctionalInterface
    private interface Field {
        void write(CodedOutputStream out) throws IOException;
    }

    private Message with(Field field) {
        try {
            field.write(out);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e); // memory has none
        }
    }

    /** A whole number or an enum. */
    Message number(int field, long value) {
        return with(to -> to.writeInt64(field, value));
    }

    Message real(int field, double value) {
        return with(to -> to.writeDouble(field, value));
    }

    Message bool(int field, boolean value) {
        return with(to -> to.writeBool(field, value));
    }

    Message text(int field, String value) {
        return with(to -> to.writeString(field, value));
    }

    Message bytes(int field, byte[] value) {
        return with(to -> to.writeByteArray(field, value));
    }

    Message message(int field, Message value) {
        return bytes(field, value.toBytes());
    }

    /** Several numbers, packed. */
    Message reals(int field, double[] values) {
        Message packed = new Message();
        for (double value : values) {
            packed.with(to -> to.writeDoubleNoTag(value));
        }
        return message(field, packed);
    }

    byte[] toBytes() {
        with(CodedOutputStream::flush);
        return bytes.toByteArray();
    }
}
