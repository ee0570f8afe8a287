package io.htsrl.cli.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class TextTableTest {
    private final StringWriter printed = new StringWriter();
    private final PrintWriter out = new PrintWriter(printed);

    private String printed() {
        out.flush();
        return printed.toString().replace(System.lineSeparator(), "\n");
    }

    @Test
    void shouldAlignColumns() {
        new TextTable().row("NAME", "N").row("a longer name", "1").print(out, 80);
        assertEquals("NAME           N\na longer name  1\n", printed());
    }

    @Test
    void shouldWrapTheWidestColumnsBetweenWords() {
        new TextTable()
                .row("NAME", "TEXT")
                .row("a", "one two three four")
                .row("unbreakable", "five")
                .print(out, 22);
        assertEquals("""
                NAME         TEXT
                a            one two
                             three
                             four
                unbreakable  five
                """, printed());
    }

    @Test
    void shouldKeepWordsThatAreLongerThanTheTerminal() {
        new TextTable().row("unbreakable", "too long").print(out, 10);
        assertEquals("unbreakable  too\n             long\n", printed());
    }
}
