package io.htsrl.core.service;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Child JVMs run the tests: this one has the module. */
class VectorModuleTest {

    /** The child JVM runs this. */
    static final class LoadModule {
        public static void main(String[] arguments) {
            System.out.print(VectorModule.isPresent());
            VectorModule.load();
            VectorModule.load();
            System.out.print(" then " + VectorModule.isPresent());
        }
    }

    /** Returns what it prints, errors included. */
    private static String printed(String... flags) throws Exception {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(List.of(flags));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), LoadModule.class.getName()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), text);
        return text;
    }

    @Test
    void shouldLoadTheModuleInSilence() throws Exception {
        assertEquals("false then true", printed("--add-exports", "java.base/jdk.internal.module=ALL-UNNAMED"));
    }

    @Test
    void shouldLeaveAJvmAsItIsThatDoesNotLetIt() throws Exception {
        assertEquals("false then false", printed());
    }

    @Test
    void shouldFindTheModuleThatTheJvmWasStartedWith() throws Exception {
        assertEquals(
                "WARNING: Using incubator modules: jdk.incubator.vector" + System.lineSeparator() + "true then true",
                printed("--add-modules", VectorModule.NAME));
    }
}
