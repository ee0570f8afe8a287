package io.htsrl.core.python;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InterpreterTest {
    @TempDir
    private Path virtual;

    private Path inside;

    @BeforeEach
    void makeOne() throws IOException {
        inside = Files.createDirectories(virtual.resolve("bin")).resolve("python3");
        Files.createFile(inside).toFile().setExecutable(true);
    }

    private static String executable(Optional<String> given, Map<String, String> environment) {
        return Interpreter.of(given, environment).executable();
    }

    @Test
    void shouldBeTheNearest() {
        Map<String, String> both = Map.of("HTS_PYTHON", "mine", "VIRTUAL_ENV", virtual.toString());

        assertEquals("given", executable(Optional.of("given"), both));
        assertEquals("mine", executable(Optional.empty(), both));
        assertEquals(inside.toString(), executable(Optional.empty(), Map.of("VIRTUAL_ENV", virtual.toString())));
        assertEquals("python3", executable(Optional.empty(), Map.of("VIRTUAL_ENV", virtual + "/no", "HTS_PYTHON", "")));
        assertEquals("python3", executable(Optional.empty(), Map.of()));
        assertEquals("python", executable(Optional.empty(), Map.of("OS", "Windows_NT")));
    }

    @Test
    void shouldKnowItsVirtualEnvironmentByTheMarkInIt() throws IOException {
        Interpreter python = new Interpreter(inside.toString(), "--python");
        assertEquals(Optional.empty(), python.virtualEnvironment());

        Files.createFile(virtual.resolve("pyvenv.cfg"));
        assertEquals(Optional.of(virtual), python.virtualEnvironment());
        assertEquals(Optional.empty(), new Interpreter("python3", "--python").virtualEnvironment());
        assertEquals(Optional.empty(), new Interpreter("/python3", "--python").virtualEnvironment());
        assertEquals(Optional.empty(), new Interpreter("no\0path", "--python").virtualEnvironment());
    }
}
