package io.htsrl.core.error;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

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
}
