package io.htsrl.atari;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.Environments;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.python.Interpreter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Where ROMs are found. Pythons are scripts that say what is to be said, and note each time that they are started. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "its Pythons are shell scripts")
class RomSearchTest {
    private static final KnownGame PONG = KnownGame.ofName("pong").orElseThrow();

    @TempDir
    private Path folder;

    /** A homebrew cartridge, named for Pong. */
    private Path roms(String name) throws IOException {
        Path roms = Files.createDirectories(folder.resolve(name));
        byte[] another = Homebrew.rom().bytes().clone();
        another[0xFF0] ^= 7; // nothing is there
        Files.write(roms.resolve("pong.bin"), another);
        return roms;
    }

    private Path python(String path, String... does) throws IOException {
        Path script = folder.resolve(path);
        Files.createDirectories(script.getParent());
        Files.writeString(script, "#!/bin/sh\necho started >> '" + started() + "'\n" + String.join("\n", does) + "\n");
        return Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Path started() {
        return folder.resolve("started");
    }

    private int starts() throws IOException {
        return Files.exists(started()) ? Files.readAllLines(started()).size() : 0;
    }

    private static RomSearch search(Path python) {
        return RomSearch.of(Map.of("python", python.toString()), Map.of());
    }

    private static String found(RomSearch search) {
        return search.folder().orElseThrow().path().toString();
    }

    @Test
    void shouldTakeTheFolderThatIsNamedBeforeAnyPython() throws IOException {
        String python = python("bin/python3", "exit 1").toString();
        String flag = roms("flag").toString();
        String variable = roms("variable").toString();
        Map<String, String> variables = Map.of("HTS_ROM_DIR", variable, "HTS_PYTHON", python);

        assertEquals(flag, found(RomSearch.of(Map.of("rom-dir", flag, "python", python), variables)));
        assertEquals(variable, found(RomSearch.of(Map.of("python", python), variables)));
        assertEquals(0, starts());
    }

    @Test
    void shouldTakeAnEmptyVariableForNone() throws IOException {
        Path inside = roms("venv/lib/python3.9/site-packages/ale_py/roms");
        Files.createFile(folder.resolve("venv/pyvenv.cfg"));
        Map<String, String> variables = Map.of(
                "HTS_ROM_DIR",
                "",
                "HTS_PYTHON",
                folder.resolve("venv/bin/python3").toString());

        assertEquals(inside.toString(), found(RomSearch.of(Map.of(), variables)));
    }

    @Test
    void shouldBlameTheVariableThatNamesTheFolder() throws IOException {
        Path none = folder.resolve("none");
        assertEquals(
                "HTS_ROM_DIR " + none
                        + ": it must be a readable folder (No such file or directory); give the folder of your ROMs",
                assertThrows(
                                ConfigurationException.class,
                                () -> RomSearch.of(Map.of(), Map.of("HTS_ROM_DIR", none.toString())))
                        .getMessage());
        RomSearch search =
                RomSearch.of(Map.of(), Map.of("HTS_ROM_DIR", roms("variable").toString()));
        String missing = assertThrows(
                        ConfigurationException.class,
                        () -> search.rom(KnownGame.ofName("tetris").orElseThrow()))
                .getMessage();
        assertTrue(missing.startsWith("HTS_ROM_DIR " + folder.resolve("variable") + ": it must hold"), missing);
    }

    @Test
    void shouldFindThoseOfAVirtualEnvironmentWithoutStartingIt() throws IOException {
        Path inside = roms("venv/lib/python3.9/site-packages/ale_py/roms");
        Path python = python("venv/bin/python3", "exit 1");
        Files.createFile(folder.resolve("venv/pyvenv.cfg"));

        assertEquals(inside.toString(), found(search(python)));
        assertEquals(inside.toString(), found(RomSearch.of(Map.of(), Map.of("HTS_PYTHON", python.toString()))));
        assertEquals(
                inside.toString(),
                found(RomSearch.of(
                        Map.of(), Map.of("VIRTUAL_ENV", folder.resolve("venv").toString()))));
        assertEquals(0, starts());
    }

    @Test
    void shouldAskAnyOtherPythonOnce() throws IOException {
        Path inside = roms("packages/ale_py/roms");
        Path python = python("bin/python3", "echo 'who starts may print'", "echo 'ale_py is in '" + inside.getParent());

        for (int i = 0; i < 3; i++) {
            assertEquals(inside.toString(), found(search(python)));
        }
        assertEquals(1, starts());
    }

    @Test
    void shouldAskAVirtualEnvironmentThatBorrowsPackages() throws IOException {
        Path inside = roms("elsewhere/ale_py/roms");
        Path python = python("venv/bin/python3", "echo 'ale_py is in '" + inside.getParent());
        Files.createFile(folder.resolve("venv/pyvenv.cfg"));

        assertEquals(inside.toString(), found(search(python)));
    }

    @Test
    void shouldPlayWhatItHasFoundAndSayWhereItIs() throws IOException {
        Path inside = roms("packages/ale_py/roms");
        Path python = python("bin/python3", "echo 'ale_py is in '" + inside.getParent());

        try (Environment pong = Environments.create("ALE/Pong-v5", Map.of("python", python.toString()))) {
            assertEquals("ALE/Pong-v5", pong.spec().id());
            assertEquals(inside.resolve("pong.bin") + " (ale_py of " + python + ")", pong.origin());
        }
    }

    @Test
    void shouldSayInOneLineWhatCanBeDoneWhereThereIsNone() throws IOException {
        Path python = python("bin/python3", "echo 'ale_py is in '");

        ConfigurationException refused =
                assertThrows(ConfigurationException.class, () -> search(python).rom(PONG));
        assertEquals(
                "--rom-dir: it must be given for ALE/Pong-v5, since no ROM but one comes with hts-rl, and " + python
                        + " has no ale_py; run '" + python
                        + " -m pip install --upgrade ale-py', which has ROMs inside, "
                        + "or give the folder that holds pong.bin (md5 " + PONG.md5()
                        + "), there or in HTS_ROM_DIR, or "
                        + "play ALE/HomebrewPaddle-v0, which needs no ROM",
                refused.getMessage());
    }

    @Test
    void shouldSayHowAPythonFailed() throws IOException {
        assertEquals(
                List.of(
                        folder + "/a ended with exit status 3 (no codec)",
                        folder + "/b ended with exit status 0 (without a word)",
                        "ale_py of " + folder + "/c has no ROMs inside"),
                List.of(
                        problem(python("a", "echo first", "echo 'no codec' >&2", "exit 3")),
                        problem(python("b")),
                        problem(python("c", "echo 'ale_py is in '" + folder))));
        assertTrue(problem(folder.resolve("none")).startsWith(folder + "/none cannot be started ("));
    }

    /** It is not waited for: the limit is none. */
    @Test
    void shouldNotWaitForAPythonThatHangs() throws IOException {
        Path python = python("hangs", "exec tail -f /dev/null");
        AlePy alePy = AlePy.of(new Interpreter(python.toString(), "--python"), Duration.ZERO);

        assertEquals(python + " did not answer within 0.0 s", alePy.problem());
    }

    private static String problem(Path python) {
        return AlePy.of(new Interpreter(python.toString(), "--python")).problem();
    }

    @Test
    void shouldNameThePackageThatLacksAGame() throws IOException {
        Path inside = roms("venv/lib/python3.9/site-packages/ale_py/roms");
        Files.createFile(folder.resolve("venv/pyvenv.cfg"));
        Path python = folder.resolve("venv/bin/python3");

        ConfigurationException refused = assertThrows(
                ConfigurationException.class,
                () -> search(python).rom(KnownGame.ofName("tetris").orElseThrow()));
        assertTrue(
                refused.getMessage().startsWith("ale_py of " + python + " " + inside + ": it must hold the ROM of "),
                refused::getMessage);
        assertTrue(refused.getMessage().contains("; run '" + python + " -m pip install"), refused::getMessage);
    }
}
