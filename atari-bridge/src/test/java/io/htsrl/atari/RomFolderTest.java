package io.htsrl.atari;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.error.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests which file of a folder is a game's. No true ROM of ALE's list can be here: a stand-in is recognised. */
class RomFolderTest {
    private static final KnownGame PONG = KnownGame.ofName("pong").orElseThrow();
    private static final KnownGame TETRIS = KnownGame.ofName("tetris").orElseThrow();

    @TempDir
    Path folder;

    private byte[] cartridge(String file, int size, int fill) throws IOException {
        byte[] bytes = new byte[size];
        Arrays.fill(bytes, (byte) fill);
        Files.write(folder.resolve(file), bytes);
        return bytes;
    }

    @Test
    void shouldTakeTheFileThatBearsTheGamesName() throws IOException {
        cartridge("breakout.bin", 4096, 1);
        byte[] pong = cartridge("Pong.A26", 2048, 2);

        Rom rom = RomFolder.of(folder.toString()).rom(PONG);
        assertEquals("pong", rom.game());
        assertEquals(Rom.md5(pong), rom.md5());
        assertArrayEquals(pong, rom.bytes());
    }

    @Test
    void shouldTakeTheFirstOfSeveralByName() throws IOException {
        cartridge("pong.rom", 2048, 3);
        byte[] first = cartridge("pong.bin", 2048, 4);

        assertEquals(Rom.md5(first), RomFolder.of(folder.toString()).rom(PONG).md5());
    }

    @Test
    void shouldListFilesInOrderAndLeaveOutFolders() throws IOException {
        cartridge("b.bin", 2048, 1);
        cartridge("a.bin", 2049, 1);
        Files.createDirectory(folder.resolve("aa"));

        List<RomFile> files = RomFolder.of(folder.toString()).files();
        assertEquals(
                List.of("a.bin", "b.bin"),
                files.stream().map(f -> f.path().getFileName().toString()).toList());
        assertFalse(files.get(0).readable());
        assertTrue(files.get(1).readable());
    }

    @Test
    void shouldNotTakeTheHomebrewGameForPong() throws IOException {
        Files.write(folder.resolve("pong.bin"), Homebrew.rom().bytes());

        ConfigurationException refused = assertThrows(
                ConfigurationException.class,
                () -> RomFolder.of(folder.toString()).rom(PONG));
        assertTrue(refused.getMessage().contains("pong.bin is " + Homebrew.ID), refused.getMessage());
    }

    @Test
    void shouldSayWhatIsLookedForAndWhatToDo() {
        String message = assertThrows(
                        ConfigurationException.class,
                        () -> RomFolder.of(folder.toString()).rom(TETRIS))
                .getMessage();

        assertEquals(
                "--rom-dir " + folder + ": it must hold the ROM of ALE/Tetris-v5: a file with md5 "
                        + TETRIS.md5() + ", or tetris.bin; put it there ('hts roms' lists what is there), or play "
                        + "ALE/HomebrewPaddle-v0, which needs no ROM",
                message);
    }

    @Test
    void shouldReadEverySizeOfCartridgeAndNoOther() throws IOException {
        for (int size : new int[] {2048, 4096, 8192, 16384, 32768, 65536, 131072}) {
            cartridge("rom", size, 0);
            assertTrue(RomFile.read(folder.resolve("rom")).readable(), size + " bytes");
            cartridge("rom", size + 1, 0);
            assertFalse(RomFile.read(folder.resolve("rom")).readable(), size + 1 + " bytes");
        }
        cartridge("rom", 1024, 0);
        assertEquals(
                "has 1024 bytes, and a cartridge 2, 4, 8, 16, 32, 64 or 128 KiB",
                RomFile.read(folder.resolve("rom")).problem());
    }
}
