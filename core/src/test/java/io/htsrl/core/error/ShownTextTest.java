package io.htsrl.core.error;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.FileReader;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

class ShownTextTest {

    @Test
    void shouldShowWhatCanBeReadAsItIs() {
        String path = "/tmp/é/run 7";
        assertSame(path, ShownText.of(path));
    }

    @Test
    void shouldShowTheBeginningOfALongText() {
        assertEquals("x".repeat(300) + "... (1000000 characters)", ShownText.of("x".repeat(1_000_000)));
    }

    @Test
    void shouldKeepAMessageOnOneLine() {
        assertEquals("a\\u0000b\\u000ac", ShownText.of("a\0b\nc"));
    }

    @Test
    void shouldCutTheValuesOfViolations() {
        List<Integer> sizes = List.of(64, 32);
        List<Integer> many = Collections.nCopies(100_000, 64);
        Violations.Violation few = new Violations.Violation("--hidden-sizes", sizes, "must be other", "give 64");
        Violations.Violation cut = new Violations.Violation("k".repeat(400), many, "must be other", "give 64");

        assertSame(sizes, few.value());
        assertEquals(
                300 + "... (400000 characters)".length(), cut.value().toString().length());
        assertEquals(300 + "... (400 characters)".length(), cut.setting().length());
    }

    /** The JDK's own messages are the path, or the path and the words. */
    @Test
    void shouldSayInWordsWhyAFileCannotBeUsed(@TempDir Path folder) throws IOException {
        Path file = Files.createFile(folder.resolve("file"));

        assertEquals("No such file or directory", reason(() -> Files.readString(folder.resolve("none"))));
        assertEquals(
                "No such file or directory",
                reason(() -> new FileReader(folder.resolve("none").toFile(), UTF_8)));
        assertEquals("Not a directory", reason(() -> Files.list(file)));
        assertEquals("Not a directory", reason(() -> Files.createFile(file.resolve("x"))));
        assertEquals("A file of that name is in the way", reason(() -> Files.createDirectory(file)));
        assertEquals("Permission denied", ShownText.reason(new AccessDeniedException("x")));
        assertEquals("message", ShownText.reason(new IOException("message")));
        assertEquals("java.io.IOException", ShownText.reason(new IOException()));
    }

    private static String reason(Executable call) {
        return ShownText.reason(assertThrows(IOException.class, call));
    }
}
