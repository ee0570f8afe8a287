package io.htsrl.cluster.pekko;

import io.htsrl.cluster.wire.Message;
import io.htsrl.cluster.wire.MessageCodec;
import io.htsrl.cluster.wire.Sealed;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.pekko.serialization.JSerializer;

/** Hands messages to {@link MessageCodec}; Pekko makes it by its name, and calls it from any thread. */
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
        return Sealed.of(MessageCodec.encode((Message) message));
    }

    @Override
    public Object fromBinaryJava(byte[] bytes, Class<?> manifest) {
        try {
            return MessageCodec.decode(Sealed.open(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException(e); // Pekko drops it, and goes on; whoever waits for it sends it again
        }
    }
}
