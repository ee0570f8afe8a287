package io.htsrl.cluster.pekko;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.pekko.serialization.JSerializer;

/** Encodes messages. Pekko creates it by its name and calls it from any thread. */
public final class MessageSerializer extends JSerializer {
    private static final int ID = 7_311_905;

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
        return Message.CODEC.encode((Message) message);
    }

    @Override
    public Object fromBinaryJava(byte[] bytes, Class<?> manifest) {
        try {
            return Message.CODEC.decode(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // Pekko drops the message and continues
        }
    }
}
