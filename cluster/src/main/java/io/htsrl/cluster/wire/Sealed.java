package io.htsrl.cluster.wire;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Bytes with a checksum behind them. TCP's own, of 16 bits, lets one damaged segment in tens of thousands through: a
 * column whose bits are not those that were sent must not become a column. Whoever damages with intent is the secret's and
 * the network's matter. Pure functions.
 */
public final class Sealed {
    private Sealed() {}

    /** The bytes and their checksum. */
    public static byte[] of(byte[] bytes) {
        byte[] all = Arrays.copyOf(bytes, bytes.length + Integer.BYTES);
        ByteBuffer.wrap(all).putInt(bytes.length, sum(bytes, bytes.length));
        return all;
    }

    /** @throws IOException when these are not the bytes that were sealed */
    public static byte[] open(byte[] all) throws IOException {
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
