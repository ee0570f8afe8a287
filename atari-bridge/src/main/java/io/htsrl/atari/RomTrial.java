package io.htsrl.atari;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.OptionalInt;

/**
 * The other end of {@link RomGuard}, in a JVM that may die or hang: loads a cartridge, acts, resets, acts. What it has
 * to say is its exit status, and one line on stdout where a cartridge is refused in words. One thread.
 */
final class RomTrial {
    static final int SURVIVED = 0;
    static final int REFUSED = 3;

    private static final int ACTIONS = 18;
    private static final int FRAMES = 100;

    private RomTrial() {}

    /** @param args file, game, mode, difficulty; the latter two may be {@code default} */
    public static void main(String[] args) {
        PrintStream out = System.out;
        int status = SURVIVED;
        try (AleEmulator emulator = new AleEmulator()) {
            RomFile file = RomFile.read(Path.of(args[0]));
            emulator.load(new Rom(args[1], file.bytes(), file.md5()), number(args[2]), number(args[3]));
            play(emulator);
            emulator.reset();
            play(emulator);
        } catch (IllegalArgumentException e) {
            out.println(e.getMessage());
            status = REFUSED;
        }
        out.flush();
        Runtime.getRuntime().halt(status);
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
