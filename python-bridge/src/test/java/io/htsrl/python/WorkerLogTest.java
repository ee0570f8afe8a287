package io.htsrl.python;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkerLogTest {
    private static final String LONGEST = "x".repeat(500);

    @Test
    void shouldKeepLinesUpToTheirLongestLength() throws InterruptedException {
        String text = "one\r\ntwo\rthree\n\n" + LONGEST + "\r\n" + LONGEST + "yz\nlast";
        WorkerLog log = new WorkerLog(1, new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));

        log.since(0, "last"::equals, 20_000);
        assertEquals(List.of("one", "two", "three", "", LONGEST, LONGEST + "...", "last"), log.last(10));
    }

    /** Such a line is shown, and not kept whole until the worker ends. */
    @Test
    void shouldCutALineThatDoesNotEnd() throws Exception {
        try (PipedOutputStream out = new PipedOutputStream()) {
            WorkerLog log = new WorkerLog(1, new PipedInputStream(out));
            out.write((LONGEST + "y").getBytes(StandardCharsets.UTF_8));
            out.flush();

            assertEquals(List.of(LONGEST + "..."), log.since(0, line -> line.endsWith("..."), 20_000));
        }
    }
}
