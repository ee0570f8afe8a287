package io.htsrl.atari;

import io.htsrl.core.random.RandomStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * What a user, a disk or a caller can do wrong, each of which ends, crashes or hangs a process that lets ALE see it.
 * With each goes what has to be said of it.
 */
enum Mistake {
    MISSING_FILE("--rom-dir .*: it must hold the ROM of ALE/Pong-v5: a file with md5 60e0ea3c.*, or pong.bin; put .*") {
        @Override
        void make(Path folder) {
            open("ALE/Pong-v5", folder);
        }
    },
    FOLDER_AS_ROM("--rom-dir .*: it must hold the ROM of ALE/Pong-v5.*") {
        @Override
        void make(Path folder) throws IOException {
            Files.createDirectory(folder.resolve("pong.bin"));
            open("ALE/Pong-v5", folder);
        }
    },
    EMPTY_FILE("--rom-dir .* pong.bin has 0 bytes, and a cartridge 2, 4, .*") {
        @Override
        void make(Path folder) throws IOException {
            rom(folder, new byte[0]);
        }
    },
    TRUNCATED_ROM("--rom-dir .* pong.bin has 4095 bytes, and a cartridge 2, 4, .*") {
        @Override
        void make(Path folder) throws IOException {
            rom(folder, Arrays.copyOf(Homebrew.rom().bytes(), 4095));
        }
    },
    HUGE_ROM("--rom-dir .* pong.bin has 1048576 bytes, and a cartridge 2, 4, .*") {
        @Override
        void make(Path folder) throws IOException {
            rom(folder, new byte[1 << 20]);
        }
    },
    HALF_A_ROM("--env ALE/Pong-v5: it has a ROM \\(md5 .*\\) that ALE was not built for and that "
            + "(hangs|ends) the emulator \\(a trial.*\\); put the one with md5 60e0ea3c.* in its place") {
        @Override
        void make(Path folder) throws IOException {
            rom(folder, Arrays.copyOf(Homebrew.rom().bytes(), 2048));
        }
    },
    NOISE("--env ALE/Pong-v5: it has a ROM \\(md5 .*\\) that ALE was not built for and that "
            + "(hangs|ends) the emulator \\(a trial.*\\); put .*") {
        @Override
        void make(Path folder) throws IOException {
            rom(folder, noise(4096));
        }
    },
    NOISE_IN_BANKS("--env ALE/Pong-v5: it has a ROM \\(md5 .*\\) that ALE was not built for and that .*; put .*") {
        @Override
        void make(Path folder) throws IOException {
            rom(folder, noise(16384));
        }
    },
    ANOTHER_GAME("--rom-dir .* must hold the ROM of ALE/Pong-v5.*pong.bin is ALE/HomebrewPaddle-v0; put .*") {
        @Override
        void make(Path folder) throws IOException {
            rom(folder, Homebrew.rom().bytes());
        }
    },
    UNREADABLE_FILE("--rom-dir .* pong.bin cannot be read \\(Permission denied\\); put .*") {
        @Override
        void make(Path folder) throws IOException {
            Files.write(folder.resolve("pong.bin"), new byte[4096]).toFile().setReadable(false);
            open("ALE/Pong-v5", folder);
        }
    },
    CIRCLE_OF_LINKS("--rom-dir .* pong.bin cannot be read \\(its symbolic links go in a circle\\); put .*") {
        @Override
        void make(Path folder) throws IOException {
            Files.createSymbolicLink(folder.resolve("pong.bin"), Path.of("other.bin"));
            Files.createSymbolicLink(folder.resolve("other.bin"), Path.of("pong.bin"));
            open("ALE/Pong-v5", folder);
        }
    },
    LINK_TO_NOTHING("--rom-dir .* pong.bin cannot be read \\(it is a symbolic link to nothing\\); put .*") {
        @Override
        void make(Path folder) throws IOException {
            Files.createSymbolicLink(folder.resolve("pong.bin"), Path.of("gone.bin"));
            open("ALE/Pong-v5", folder);
        }
    },
    DEVICE_AS_ROM("--rom-dir .* pong.bin is no regular file; put .*") {
        @Override
        void make(Path folder) throws IOException {
            Path link = Files.createSymbolicLink(folder.resolve("pong.bin"), Path.of("/dev/zero"));
            try {
                open("ALE/Pong-v5", folder);
            } finally {
                Files.delete(link); // what tidies up afterwards would warn of it
            }
        }
    },
    FILE_AS_FOLDER("--rom-dir .*: it must be a readable folder \\(Not a directory\\); give the folder of your ROMs") {
        @Override
        void make(Path folder) throws IOException {
            open("ALE/Pong-v5", Files.createFile(folder.resolve("file")));
        }
    },
    NO_SUCH_FOLDER(
            "--rom-dir .*: it must be a readable folder \\(No such file or directory\\); give the folder of your ROMs") {
        @Override
        void make(Path folder) {
            open("ALE/Pong-v5", folder.resolve("nowhere"));
        }
    },
    NO_FOLDER("--rom-dir: it must be given for ALE/Pong-v5, since no ROM but one comes with hts-rl, and .* cannot "
            + "be started .*; run '.* -m pip install --upgrade ale-py', which .*, or give .*") {
        @Override
        void make(Path folder) {
            new AtariProvider()
                    .create(
                            "ALE/Pong-v5",
                            Map.of("python", folder.resolve("none").toString()));
        }
    },
    MODE_NOT_OFFERED("--env ALE/HomebrewPaddle-v0: it cannot be played so: mode 7 is not offered by this game, which "
            + "has \\[0, 1\\]; choose .*") {
        @Override
        void make(Path folder) {
            new AtariProvider().create(Homebrew.ID, Map.of("mode", "7"));
        }
    },
    DIFFICULTY_NOT_OFFERED("--env .*: difficulty 4 is not offered by this game, which has \\[0, 1, 2, 3\\]; .*") {
        @Override
        void make(Path folder) {
            new AtariProvider().create(Homebrew.ID, Map.of("difficulty", "4"));
        }
    },
    MODE_OF_AN_UNKNOWN_ROM("--env ALE/Pong-v5: .* is refused: mode 7 is not offered by this game.*; put .*") {
        @Override
        void make(Path folder) throws IOException {
            byte[] another = Homebrew.rom().bytes().clone();
            another[0xFF0] ^= 1; // nothing is there
            Files.write(folder.resolve("pong.bin"), another);
            new AtariProvider().create("ALE/Pong-v5", Map.of("rom-dir", folder.toString(), "mode", "7"));
        }
    },
    ACTION_OUTSIDE_THE_SET("action 18 is none of 0 .. 17") {
        @Override
        void make(Path folder) {
            EmulatorTestKit.homebrew().act(18);
        }
    },
    NEGATIVE_ACTION("action -1 is none of 0 .. 17") {
        @Override
        void make(Path folder) {
            EmulatorTestKit.homebrew().act(-1);
        }
    },
    ACTION_BEFORE_LOADING("the emulator is NEW where it has to be LOADED") {
        @Override
        void make(Path folder) {
            new AleEmulator().act(0);
        }
    },
    RESET_BEFORE_LOADING("the emulator is NEW where it has to be LOADED") {
        @Override
        void make(Path folder) {
            new AleEmulator().reset();
        }
    },
    SCREEN_AFTER_CLOSING("the emulator is CLOSED where it has to be LOADED") {
        @Override
        void make(Path folder) {
            AleEmulator emulator = EmulatorTestKit.homebrew();
            emulator.close();
            emulator.close();
            emulator.screen(new byte[Emulator.HEIGHT * Emulator.WIDTH], 0);
        }
    },
    SCREEN_WITHOUT_ROOM("Range .* out of bounds for length 33600") {
        @Override
        void make(Path folder) {
            AleEmulator emulator = EmulatorTestKit.homebrew();
            emulator.act(0);
            emulator.screen(new byte[Emulator.HEIGHT * Emulator.WIDTH], 1);
        }
    },
    DAMAGED_STATE("the state is damaged: its checksum does not fit") {
        @Override
        void make(Path folder) {
            AleEmulator emulator = EmulatorTestKit.homebrew();
            byte[] state = emulator.save();
            state[state.length / 2] ^= 1;
            emulator.restore(state);
        }
    },
    STATE_OF_ANOTHER_GAME("the state is of the ROM with md5 .*, and this emulator plays " + Homebrew.MD5) {
        @Override
        void make(Path folder) {
            byte[] another = Homebrew.rom().bytes().clone();
            another[0xFF0] ^= 1;
            byte[] state = EmulatorTestKit.loaded(Rom.of("pong", another)).save();
            EmulatorTestKit.homebrew().restore(state);
        }
    },
    NOISE_AS_STATE("the state is not a saved emulator") {
        @Override
        void make(Path folder) {
            EmulatorTestKit.homebrew().restore(noise(15_000));
        }
    };

    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final Pattern said;

    Mistake(String said) {
        this.said = Pattern.compile(said, Pattern.DOTALL);
    }

    /** Makes it; whatever is thrown tells the user. */
    abstract void make(Path folder) throws IOException;

    /** Whether {@code message} tells what it should. */
    boolean isTold(String message) {
        return said.matcher(message).matches();
    }

    private static void rom(Path folder, byte[] bytes) throws IOException {
        Files.write(folder.resolve("pong.bin"), bytes);
        open("ALE/Pong-v5", folder);
    }

    private static void open(String id, Path folder) {
        AtariProvider emulators = new AtariProvider(new RomGuard(PATIENCE), Map.of());
        Rom rom = emulators.rom(id, Map.of("rom-dir", folder.toString()));
        emulators.open(id, rom, OptionalInt.empty(), OptionalInt.empty());
    }

    private static byte[] noise(int length) {
        RandomStream stream = RandomStream.root(2600);
        byte[] noise = new byte[length];
        for (int i = 0; i < length; i++) {
            noise[i] = (byte) stream.bits(i);
        }
        return noise;
    }
}
