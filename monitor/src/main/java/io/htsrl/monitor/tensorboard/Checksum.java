package io.htsrl.monitor.tensorboard;

import java.util.zip.CRC32C;

/** The masked CRC-32C of records: so that a checksum of data that hold checksums is none of them. One thread. */
final class Checksum {
    private static final int MASK = 0xa282ead8;
    private static final int TURN = 15;

    private final CRC32C crc = new CRC32C();

    int of(byte[] bytes, int offset, int length) {
        crc.reset();
        crc.update(bytes, offset, length);
        return Integer.rotateRight((int) crc.getValue(), TURN) + MASK;
    }
}
