package io.htsrl.python;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
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

    @Test
    void shouldTakeTheUsersModulesOfTheFolderAndPythonsOwnFromPython() throws Exception {
        Path taken = folder.resolve("taken");
        for (String name : new String[] {"json", "linecache", "struct", "types", "random", "traceback", "gymnasium"}) {
            Files.writeString(folder.resolve(name + ".py"), "open(" + '"' + taken + '"' + ", 'w')\nraise ValueError\n");
        }
        String quiet = Files.readString(Path.of("src/test/python/odd.py"));
        Files.writeString(folder.resolve("mine.py"), quiet);

        Process jvm = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        OrphanMain.class.getName(),
                        "mine:Quiet",
                        "3")
                .directory(folder.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said = jvm.inputReader()) {
            String line = said.readLine();
            while (line != null && !line.equals("ready")) {
                line = said.readLine();
            }
            assertEquals("ready", line);
        } finally {
            jvm.destroyForcibly();
        }
        assertFalse(Files.exists(taken));
    }
}
