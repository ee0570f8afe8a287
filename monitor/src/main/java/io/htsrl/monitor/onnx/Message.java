package io.htsrl.monitor.onnx;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * One message of protocol buffers, field by field in the order of the calls: equal calls give equal bytes. Field
 * numbers are those of ONNX's {@code onnx.proto}. One thread.
 */
final class Message {
    private final ByteString.Output bytes = ByteString.newOutput();
    private final CodedOutputStream out = CodedOutputStream.newInstance(bytes);

    /** Something that writes; memory does not fail. */
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

    Message integer(int field, long value) {
        return write(() -> out.writeInt64(field, value));
    }

    Message real(int field, float value) {
        return write(() -> out.writeFloat(field, value));
    }

    Message text(int field, String value) {
        return write(() -> out.writeString(field, value));
    }

    Message bytes(int field, ByteString value) {
        return write(() -> out.writeBytes(field, value));
    }

    Message message(int field, Message value) {
        return bytes(field, value.toBytes());
    }

    ByteString toBytes() {
        write(out::flush);
        return bytes.toByteString();
    }
}
