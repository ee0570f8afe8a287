package io.htsrl.atari;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/**
 * The bytes of a saved emulator: what ALE serializes and the frames being drawn, behind a header. ALE believes whatever
 * it is given, so the header is what stands between a damaged or foreign state and the end of the process. Pure
 * functions.
 *
 * <pre>
 * 4 magic | 16 md5 of the cartridge | 4 length | 4 CRC-32C of the payload | payload
 * </pre>
 */
final class SavedEmulator {
    private static final int MAGIC = 0x48_54_41_33; // "HTA3"
    /** Of those that ended with two frames, which were taken to be finished. */
    private static final int MAGIC_WITHOUT_PROGRESS = 0x48_54_41_32; // "HTA2"

    private static final int MD5_BYTES = 16;
    private static final int HEADER = 3 * Integer.BYTES + MD5_BYTES;

    private SavedEmulator() {}

    /** {@code payload} behind its header. */
    static byte[] wrap(String md5, byte[] payload) {
        return ByteBuffer.allocate(HEADER + payload.length)
                .putInt(MAGIC)
                .put(HexFormat.of().parseHex(md5))
                .putInt(payload.length)
                .putInt(crc(payload))
                .put(payload)
                .array();
    }

    /**
     * The payload of {@code state}.
     *
     * @throws IllegalArgumentException when it is damaged, or of another cartridge
     */
    static byte[] unwrap(String md5, byte[] state) {
        try {
            ByteBuffer in = ByteBuffer.wrap(state);
            int magic = in.getInt();
            require(magic == MAGIC || magic == MAGIC_WITHOUT_PROGRESS, "is not a saved emulator");
            byte[] of = new byte[MD5_BYTES];
            in.get(of);
            String owner = HexFormat.of().formatHex(of);
            require(owner.equals(md5), "is of the ROM with md5 " + owner + ", and this emulator plays " + md5);
            int length = in.getInt();
            int crc = in.getInt();
            require(length == in.remaining(), "has " + in.remaining() + " bytes of " + length);
            byte[] payload = new byte[length];
            in.get(payload);
            require(crc == crc(payload), "is damaged: its checksum does not fit");
            return magic == MAGIC
                    ? payload
                    : ByteBuffer.allocate(length + Long.BYTES)
                            .put(payload)
                            .putLong(FrameBuffers.FINISHED)
                            .array();
        } catch (BufferUnderflowException e) {
            throw new IllegalArgumentException("the state is cut off after " + state.length + " bytes", e);
        }
    }

    private static void require(boolean holds, String broken) {
        if (!holds) {
            throw new IllegalArgumentException("the state " + broken);
        }
    }

    private static int crc(byte[] payload) {
        CRC32C crc = new CRC32C();
        crc.update(payload);
        return (int) crc.getValue();
    }
}
