package io.htsrl.cli.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class ErrorOutputTest {
    /** Python throws such, for example: where the JVM waited for it says nothing. */
    private static final class Elsewhere extends RuntimeException {
        Elsewhere() {
            super("broken there", null, true, false);
        }
    }

    private static String printed(Throwable cause) {
        StringWriter out = new StringWriter();
        ErrorOutput.printFailure(new PrintWriter(out), "it broke", cause);
        return out.toString();
    }

    @Test
    void shouldTellWhereAFailureIsFrom() {
        String said = printed(new IllegalStateException("broken"));
        assertTrue(said.startsWith("error: it broke" + System.lineSeparator()), said);
        assertTrue(said.contains("shouldTellWhereAFailureIsFrom"), said);
    }

    @Test
    void shouldNotRepeatWhatHasNothingBehindItsMessage() {
        String line = "error: it broke" + System.lineSeparator();
        assertEquals(line, printed(new Elsewhere()));
        assertEquals(line, printed(null));
    }

    @Test
    void shouldPrintFailuresWithoutControlCharacters() {
        StringWriter out = new StringWriter();

        ErrorOutput.printFailure(
                new PrintWriter(out), "it broke: \033[2J\nthere", new IllegalStateException("\033[31m"));

        String said = out.toString();
        assertTrue(said.startsWith("error: it broke: \\u001b[2J\nthere" + System.lineSeparator()), said);
        assertTrue(said.contains("IllegalStateException: \\u001b[31m"), said);
        assertTrue(said.contains("\n\tat "), said);
    }

    @Test
    void shouldTellWhatOthersHaveBehindThem() {
        Elsewhere failure = new Elsewhere();
        failure.addSuppressed(new IllegalStateException("the stack of another thread"));
        assertTrue(printed(failure).contains("the stack of another thread"), printed(failure));
    }
}
