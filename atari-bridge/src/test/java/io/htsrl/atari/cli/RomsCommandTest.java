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
    void shouldListTheBuiltInGameWhereNothingElseIsFound() {
        assumeTrue(System.getenv("HTS_ROM_DIR") == null, "HTS_ROM_DIR names a folder here");
        String python = folder.resolve("none").toString();

        assertEquals(0, hts("roms", "--python", python), err::toString);
        assertTrue(lines().get(1).contains(Homebrew.ID), out::toString);
        String said = lines().get(3);
        assertTrue(said.startsWith(python + " cannot be started ("), said);
        assertTrue(
                said.endsWith(
                        ": run '" + python + " -m pip install --upgrade ale-py', which has ROMs inside, or name a "
                                + "folder: hts roms DIR, or set HTS_ROM_DIR"),
                said);
    }

    @Test
    void shouldLookIntoAlePyAndSayWhichOne() throws IOException {
        assumeTrue(System.getenv("HTS_ROM_DIR") == null, "HTS_ROM_DIR names a folder here");
        Path python = folder.resolve("bin/python3");
        Path roms = Files.createDirectories(folder.resolve("lib/python3.11/site-packages/ale_py/roms"));
        Files.createFile(folder.resolve("pyvenv.cfg"));
        Files.write(roms.resolve("pong.bin"), new byte[2048]);

        assertEquals(0, hts("roms", "--python", python.toString()), err::toString);
        assertTrue(lines().get(2).startsWith("pong.bin    ALE/Pong-v5 "), out::toString);
        assertEquals(roms + " (ale_py of " + python + "): 1 file, 0 recognised, 1 unknown, 0 no ROM", lines().get(4));
    }

    @Test
    void shouldRefuseWhatIsNoFolder() throws IOException {
        Path file = Files.createFile(folder.resolve("pong.bin"));

        assertEquals(2, hts("roms", file.toString()));
        assertTrue(err.toString().contains("it must be a readable folder (Not a directory)"), err::toString);
        assertEquals(2, hts("roms", folder.resolve("nowhere").toString()));
        assertTrue(err.toString().contains("it must be a readable folder (No such file or directory)"), err::toString);
    }
}
