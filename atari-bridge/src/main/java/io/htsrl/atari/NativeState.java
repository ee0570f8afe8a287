package io.htsrl.atari;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.CRC32C;
import org.bytedeco.ale.ALEInterface;
import org.bytedeco.ale.ALEState;
import org.bytedeco.ale.StellaEnvironment;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.PointerScope;

/**
 * Reads (0.15 ms) and sets (0.3 ms) the state of a native emulator. ALE's serialized state lacks two things: positions
 * of objects in the television chip, which are derived when registers are written, and the two frames in progress. So
 * {@link #set} runs two frames, writes those registers with their values, and sets the state again. The result depends
 * only on the state, and objects are exact; {@link FrameBuffers} handles the frames. At most one thread per emulator at
 * a time.
 */
final class NativeState {
    private static final int MAGIC = 0x48_54_41_33; // "HTA3"
    /** Magic number of older states, which ended with two frames and were treated as finished. */
    private static final int MAGIC_WITHOUT_PROGRESS = 0x48_54_41_32; // "HTA2"

    private static final int MD5_BYTES = 16;
    private static final int HEADER = 3 * Integer.BYTES + MD5_BYTES;
    /** Beginning of the serialized chip: the length of its name, and its name. */
    private static final byte[] CHIP = {3, 0, 0, 0, 'T', 'I', 'A'};
    /** Offsets after that, as four bytes each, little-endian: */
    private static final int STOP_DISPLAY = 2 * Integer.BYTES;

    private static final int LAST_UPDATE = 3 * Integer.BYTES;
    private static final int SIZE_0 = 11 * Integer.BYTES;
    private static final int SIZE_1 = 12 * Integer.BYTES;
    private static final int PLAYFIELD_CONTROL = 17 * Integer.BYTES;
    /** Addresses of the registers, and the base of ALE's access to the processor's bus. */
    private static final int NUSIZ0 = 0x04;

    private static final int NUSIZ1 = 0x05;
    private static final int CTRLPF = 0x0A;
    private static final long BUS_BASE = 0x80;
    private static final int SETTLING_FRAMES = 2;

    private NativeState() {}

    /** Returns ALE's serialized state. */
    @SuppressWarnings("unchecked") // the empty varargs of PointerScope
    static byte[] take(ALEInterface ale) {
        try (PointerScope scope = new PointerScope()) {
            BytePointer bytes = ale.cloneSystemState().serialize();
            byte[] copy = new byte[(int) bytes.limit()];
            bytes.get(copy);
            return copy;
        }
    }

    /** Sets the {@code state} of an emulator on {@code ale}. */
    static void set(ALEInterface ale, byte[] state) {
        restore(ale, state);
        for (int frame = 0; frame < SETTLING_FRAMES; frame++) {
            ale.act(0);
        }
        rewriteRegisters(ale, state.clone());
        restore(ale, state);
    }

    private static void rewriteRegisters(ALEInterface ale, byte[] state) {
        ByteBuffer chip = chip(state);
        chip.putInt(LAST_UPDATE, chip.getInt(STOP_DISPLAY)); // marks all as drawn, since a write must not draw
        restore(ale, state);
        StellaEnvironment bus = ale.environment();
        bus.setRAM(NUSIZ0 - BUS_BASE, (byte) chip.getInt(SIZE_0)); // missile 0 and player 0
        bus.setRAM(NUSIZ1 - BUS_BASE, (byte) chip.getInt(SIZE_1)); // missile 1 and player 1
        bus.setRAM(CTRLPF - BUS_BASE, (byte) chip.getInt(PLAYFIELD_CONTROL)); // ball and playfield
    }

    private static ByteBuffer chip(byte[] state) {
        for (int at = 0; at + CHIP.length + PLAYFIELD_CONTROL + Integer.BYTES <= state.length; at++) {
            if (Arrays.equals(state, at, at + CHIP.length, CHIP, 0, CHIP.length)) {
                return ByteBuffer.wrap(state, at + CHIP.length, state.length - at - CHIP.length)
                        .slice()
                        .order(ByteOrder.LITTLE_ENDIAN);
            }
        }
        throw new IllegalArgumentException("the state holds no television chip");
    }

    @SuppressWarnings("unchecked") // the empty varargs of PointerScope
    private static void restore(ALEInterface ale, byte[] state) {
        try (PointerScope scope = new PointerScope()) {
            ale.restoreSystemState(new ALEState(new BytePointer(state).capacity(state.length)));
        }
    }

    /** Returns {@code payload} after its header. */
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
     * Returns the payload of {@code state}.
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
