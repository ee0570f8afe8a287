package io.htsrl.atari;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HomebrewTest {

    @Test
    void shouldBeTheCartridgeThatItIsSaidToBe() {
        assertEquals("70643c5d5964b22327ebe8711ecd57c4", Homebrew.rom().md5());
        assertEquals(4096, Homebrew.rom().bytes().length);
    }

    @Test
    void shouldBeWhatItsSourceAssemblesTo(@TempDir Path folder) throws IOException, InterruptedException {
        assumeTrue(hasDasm(), "dasm, the assembler of the homebrew game, is not installed here");
        Path source = folder.resolve("homebrew.asm");
        try (InputStream in = Homebrew.class.getResourceAsStream("homebrew-paddle.asm")) {
            Files.copy(in, source);
        }
        Path binary = folder.resolve("homebrew.bin");
        Process dasm = new ProcessBuilder("dasm", source.toString(), "-f3", "-o" + binary)
                .inheritIO()
                .redirectOutput(folder.resolve("output").toFile())
                .start();

        assertEquals(0, dasm.waitFor());
        assertArrayEquals(Homebrew.rom().bytes(), Files.readAllBytes(binary));
    }

    private static boolean hasDasm() {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "dasm")));
    }
}
