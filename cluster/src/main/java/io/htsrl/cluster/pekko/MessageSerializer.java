package io.htsrl.cluster.pekko;

import io.htsrl.cluster.wire.Message;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.apache.pekko.serialization.JSerializer;

/** Encodes messages, with a checksum. Pekko makes it by its name, and calls it from any thread. */
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
            throw new UncheckedIOException(e); // Pekko drops it, and goes on; whoever waits for it sends it again
        }
    }

    /** The bytes and their checksum. */
    public static byte[] withChecksum(byte[] bytes) {
        byte[] all = Arrays.copyOf(bytes, bytes.length + Integer.BYTES);
        ByteBuffer.wrap(all).putInt(bytes.length, sum(bytes, bytes.length));
        return all;
    }

    /** @throws IOException when these are not the bytes that were sealed */
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
