package io.htsrl.atari;

import io.htsrl.core.run.DaemonThreads;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;

/**
 * The trial of {@link RomGuard}, in a JVM that may die or hang. It loads a cartridge, acts, resets, and acts. Its
 * result is its exit status, and one line on stdout when a cartridge is refused. One thread, and another that ends the
 * process together with its parent JVM.
 */
final class RomTrial {
    static final int SURVIVED = 0;
    static final int REFUSED = 3;
    private static final int FAILED = 1;
    private static final int MOST_TRIES = 100;

    private static final int ACTIONS = 18;
    private static final int FRAMES = 100;

    private RomTrial() {}

    /** @param args file, game, mode, difficulty; the latter two may be {@code default} */
    public static void main(String[] args) {
        PrintStream out = System.out;
        Path rom = Path.of(args[0]);
        DaemonThreads.start("end-of-pipe", () -> endWithPipe(rom.getParent()));
        int status = SURVIVED;
        try (AleEmulator emulator = new AleEmulator()) {
            RomFile file = RomFile.read(rom);
            emulator.load(new Rom(args[1], file.bytes(), file.md5()), number(args[2]), number(args[3]));
            play(emulator);
            emulator.reset();
            play(emulator);
        } catch (IllegalArgumentException e) {
            out.println(e.getMessage());
            status = REFUSED;
        } catch (RuntimeException | LinkageError e) {
            out.println(e);
            status = FAILED;
        }
        out.flush();
        end(status);
    }

    private static synchronized void end(int status) {
        Runtime.getRuntime().halt(status);
    }

    private static void endWithPipe(Path folder) {
        try {
            while (System.in.read() >= 0) {
                // no input is expected
            }
        } catch (IOException e) {
            // the same as the end of the input
        }
        endAndDelete(folder);
    }

    /**
     * Deletes the folder and ends the process. No other process would delete it; the emulator may be writing its copy
     * at the same time.
     */
    private static synchronized void endAndDelete(Path folder) {
        for (int tries = 0; tries < MOST_TRIES && Files.exists(folder); tries++) {
            try {
                RomGuard.delete(folder);
            } catch (IOException | UncheckedIOException e) {
                // tries again
            }
        }
        end(FAILED);
    }

    private static void play(Emulator emulator) {
        for (int frame = 0; frame < FRAMES; frame++) {
            emulator.act(frame % ACTIONS);
        }
    }

    private static OptionalInt number(String text) {
        return text.equals(RomGuard.DEFAULT) ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(text));
    }
}
