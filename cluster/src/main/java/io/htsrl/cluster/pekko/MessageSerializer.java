package io.htsrl.cluster.pekko;

import io.htsrl.cluster.wire.Message;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.apache.pekko.serialization.JSerializer;

/** Encodes messages with a checksum. Pekko creates it by its name and calls it from any thread. */
public final class MessageSerializer extends JSerializer {
    private static final int ID = 7_311_904;

    @Override
    public int identifier() {
        return ID;
    }

    @Override
    public boolean includeManifest() {
        return false;
    }

    @Override
    public byte[] toBinary(Object message) {
        return withChecksum(Message.CODEC.encode((Message) message));
    }

    @Override
    public Object fromBinaryJava(byte[] bytes, Class<?> manifest) {
        try {
            return Message.CODEC.decode(checked(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException(e); // Pekko drops the message and continues; its sender sends it again
        }
    }

    /** Returns the bytes with their checksum appended. */
    public static byte[] withChecksum(byte[] bytes) {
        byte[] all = Arrays.copyOf(bytes, bytes.length + Integer.BYTES);
        ByteBuffer.wrap(all).putInt(bytes.length, sum(bytes, bytes.length));
        return all;
    }

    /** @throws IOException when the checksum does not match the bytes */
    public static byte[] checked(byte[] all) throws IOException {
        int length = all.length - Integer.BYTES;
        if (length < 0 || ByteBuffer.wrap(all).getInt(length) != sum(all, length)) {
            throw new IOException("a message of " + all.length + " bytes was damaged on its way");
        }
        return Arrays.copyOf(all, length);
    }

    private static int sum(byte[] bytes, int length) {
        CRC32C sum = new CRC32C();
        sum.update(bytes, 0, length);
        return (int) sum.getValue();
    }
}
