package io.htsrl.cli.play;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.terminal.TerminalKeys;
import io.htsrl.core.render.RgbFrame;
import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StepScreenTest {
    private static final Pattern SHOWN = Pattern.compile("step (\\d) of 3");

    private final StringWriter out = new StringWriter();
    private final AtomicInteger restored = new AtomicInteger();

    private String press(List<RgbFrame> pictures, String keys) {
        byte[] bytes = keys.replace('^', '\u001b').getBytes(StandardCharsets.US_ASCII);
        try (TerminalKeys opened = new TerminalKeys(new ByteArrayInputStream(bytes), restored::incrementAndGet)) {
            List<List<String>> texts = List.of(List.of("reward 1"), List.of("reward 2"), List.of("r".repeat(500)));
            new StepScreen(new PrintWriter(out), pictures, texts).run(opened);
        }
        return out.toString();
    }

    /** {@code ^} is the escape key; the end of the input ends it too. */
    @ParameterizedTest
    @CsvSource({"q,1", "^[C^[Cq,123", "^OC^OD^[Dq,1211", "'  z^[Aq',12333", "^[C,12", "^q,1", "^[C^[C^[C^[D,12332"})
    void shouldFollowTheKeys(String keys, String steps) {
        String shown = press(List.of(), keys);
        String numbers =
                SHOWN.matcher(shown).results().map(found -> found.group(1)).reduce("", String::concat);
        assertEquals(steps, numbers, shown);
        assertEquals(1, restored.get());
    }

    @Test
    void shouldDrawOverTheStepBefore() {
        RgbFrame picture = new RgbFrame(2, 2, new int[] {0xff0000, 0, 0, 0});
        String shown = press(List.of(picture), "^[C^[Cq");
        assertTrue(shown.contains("\u001b[38;2;255;0;0m"), shown);
        assertTrue(shown.contains("\r\u001b[3A\u001b[Jreward 2"), shown); // a picture's line, a text and the keys
        assertTrue(shown.contains("\r\u001b[2A\u001b[Jrrr"), shown);
        int longest = shown.lines().mapToInt(String::length).max().orElseThrow();
        assertTrue(longest < 100, shown);
    }
}
