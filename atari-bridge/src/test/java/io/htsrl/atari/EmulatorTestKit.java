package io.htsrl.atari;

import io.htsrl.core.random.RandomStream;
import java.util.OptionalInt;
import java.util.zip.CRC32C;

/** Emulators, and what they show over time, for the tests of this package. */
final class EmulatorTestKit {
    private static final int ACTIONS = 18;

    private EmulatorTestKit() {}

    static AleEmulator homebrew() {
        return loaded(Homebrew.rom());
    }

    static AleEmulator loaded(Rom rom) {
        AleEmulator emulator = new AleEmulator();
        emulator.load(rom, OptionalInt.empty(), OptionalInt.empty());
        return emulator;
    }

    static byte[] screen(Emulator emulator) {
        byte[] screen = new byte[Emulator.HEIGHT * Emulator.WIDTH];
        emulator.screen(screen, 0);
        return screen;
    }

    /** The action of a frame: each is held for eight frames, so that something comes of it. */
    static int action(RandomStream stream, long frame) {
        return (int) Math.floorMod(stream.bits(frame / 8, 0), (long) ACTIONS);
    }

    /** Everything that {@code frames} random actions from {@code first} on made visible, and the state behind it. */
    static long fingerprint(Emulator emulator, RandomStream actions, long first, int frames) {
        Fingerprint seen = new Fingerprint();
        byte[] screen = new byte[Emulator.HEIGHT * Emulator.WIDTH];
        for (long frame = first; frame < first + frames; frame++) {
            seen.add(emulator.act(action(actions, frame)));
            seen.add(emulator.lives());
            seen.add(emulator.gameOver() ? 1 : 0);
            emulator.screen(screen, 0);
            seen.add(screen);
            if (emulator.gameOver()) {
                emulator.reset();
            }
        }
        seen.add(emulator.save());
        return seen.value();
    }

    /** FNV-1a over what was seen, and over the checksums of what was much. */
    static final class Fingerprint {
        private long hash = 0xcbf29ce484222325L;

        void add(long value) {
            hash = (hash ^ value) * 0x100000001b3L;
        }

        void add(byte[] values) {
            CRC32C crc = new CRC32C();
            crc.update(values);
            add(crc.getValue());
        }

        long value() {
            return hash;
        }
    }
}
