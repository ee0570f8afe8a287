package io.htsrl.atari;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Makes the mistakes that its arguments name, each in a folder of its own; says what it was told, and lives on. */
final class MistakeMain {

    private MistakeMain() {}

    public static void main(String[] args) throws IOException {
        for (String name : args) {
            System.out.println(name + ": " + made(Mistake.valueOf(name), Files.createDirectory(Path.of(name))));
            try (AleEmulator emulator = EmulatorTestKit.homebrew()) {
                emulator.act(0);
            }
            System.out.println(name + ": survived");
        }
    }

    private static String made(Mistake mistake, Path folder) throws IOException {
        try {
            mistake.make(folder.toAbsolutePath());
            return "told nothing";
        } catch (RuntimeException e) {
            return (mistake.isTold(String.valueOf(e.getMessage())) ? "told" : "told wrongly: " + e);
        }
    }
}
