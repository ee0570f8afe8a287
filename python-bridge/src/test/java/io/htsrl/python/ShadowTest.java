package io.htsrl.python;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** The folder that hts is started in has modules of its own, and some that are called like Python's. */
@Tag("slow")
@Timeout(120)
@EnabledIf("io.htsrl.python.Python#there")
class ShadowTest {
    @TempDir
    Path folder;

    private final Path taken = Path.of("taken");

    @BeforeEach
    void writeModules() throws Exception {
        for (String name : new String[] {"json", "linecache", "struct", "types", "random", "traceback", "gymnasium"}) {
            Files.writeString(
                    folder.resolve(name + ".py"), "open('" + folder.resolve(taken) + "', 'w')\nraise ValueError\n");
        }
        Files.writeString(folder.resolve("mine.py"), Files.readString(Path.of("src/test/python/odd.py")));
    }

    /** Whether the environment could be made in the folder. */
    private boolean makes(String environment) throws Exception {
        Process jvm = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        OrphanMain.class.getName(),
                        environment + "=3")
                .directory(folder.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said = jvm.inputReader()) {
            String line = said.readLine();
            while (line != null && !line.equals("ready")) {
                line = said.readLine();
            }
            return line != null;
        } finally {
            jvm.destroyForcibly();
        }
    }

    @Test
    void shouldTakeTheUsersModulesOfTheFolderAndPythonsOwnFromPython() throws Exception {
        assertTrue(makes("mine:Quiet"));
        assertFalse(Files.exists(folder.resolve(taken)));
    }

    /** A recorded run may name it without being trusted. */
    @Test
    void shouldImportNothingOfTheFolderForAnEnvironmentThatGymnasiumRegisters() throws Exception {
        makes("Taxi-v4"); // or not, where this Python has no gymnasium
        assertFalse(Files.exists(folder.resolve(taken)));
    }
}
