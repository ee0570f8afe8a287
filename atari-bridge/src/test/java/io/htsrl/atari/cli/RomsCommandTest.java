package io.htsrl.atari.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.htsrl.atari.Homebrew;
import io.htsrl.atari.Rom;
import io.htsrl.cli.Hts;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class RomsCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    Path folder;

    private int hts(String... arguments) {
        CommandLine commandLine = Hts.commandLine((config, attached) -> {
            throw new AssertionError("nothing is trained");
        });
        return commandLine
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
    }

    private List<String> lines() {
        return out.toString().lines().toList();
    }

    @Test
    void shouldSayWhatEachFileIs() throws IOException {
        Files.write(folder.resolve("homebrew.bin"), Homebrew.rom().bytes());
        Files.write(folder.resolve("pong.bin"), new byte[2048]);
        Files.write(folder.resolve("some.bin"), new byte[4096]);
        Files.writeString(folder.resolve("README.txt"), "Put ROMs here.");
        Files.createDirectory(folder.resolve("more"));

        assertEquals(0, hts("roms", folder.toString()), err::toString);
        assertEquals(
                List.of(
                        "FILE          ENVIRONMENT            WHAT IT IS",
                        "(built in)    ALE/HomebrewPaddle-v0  the homebrew game of hts-rl",
                        "homebrew.bin  ALE/HomebrewPaddle-v0  the homebrew game of hts-rl",
                        "pong.bin      ALE/Pong-v5            unknown: md5 " + Rom.md5(new byte[2048])
                                + "; would be tried under its name",
                        "some.bin      -                      unknown: md5 " + Rom.md5(new byte[4096]),
                        "",
                        "no ROM: README.txt, which has 14 bytes, and a cartridge 2, 4, 8, 16, 32, 64 or 128 KiB",
                        folder + ": 4 files, 1 recognised, 2 unknown, 1 no ROM"),
                lines());
    }

    @Test
    void shouldSumUpWhatIsNoRom() throws IOException {
        for (int i = 0; i < 40; i++) {
            Files.writeString(folder.resolve("save-" + i + ".txt"), "no game");
        }

        assertEquals(0, hts("roms", folder.toString()), err::toString);
        assertEquals(5, lines().size(), out::toString);
        assertEquals(
                "no ROM: save-0.txt, which has 7 bytes, and a cartridge 2, 4, 8, 16, 32, 64 or 128 KiB; and 39 other files",
                lines().get(3));
        assertEquals(folder + ": 40 files, 0 recognised, 0 unknown, 40 no ROM", lines().get(4));
    }

    @Test
    void shouldListTheBuiltInGameWhereNoFolderIsNamed() {
        assumeTrue(System.getenv("HTS_ROM_DIR") == null, "HTS_ROM_DIR names a folder here");

        assertEquals(0, hts("roms"), err::toString);
        assertTrue(lines().get(1).contains(Homebrew.ID), out::toString);
        assertEquals("no folder was named: hts roms DIR, or set HTS_ROM_DIR", lines().get(3));
    }

    @Test
    void shouldRefuseWhatIsNoFolder() throws IOException {
        Path file = Files.createFile(folder.resolve("pong.bin"));

        assertEquals(2, hts("roms", file.toString()));
        assertTrue(err.toString().contains("it must be a folder (it is a file)"), err::toString);
        assertEquals(2, hts("roms", folder.resolve("nowhere").toString()));
        assertTrue(err.toString().contains("it must be a folder (there is no such folder)"), err::toString);
    }
}
