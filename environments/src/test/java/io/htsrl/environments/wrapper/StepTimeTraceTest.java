package io.htsrl.environments.wrapper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.error.ConfigurationException;
import io.htsrl.environments.wrapper.StepTime.Distribution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StepTimeTraceTest {
    @TempDir
    private Path folder;

    @Test
    void shouldReadMillisecondsAndUnitsPastHeaderCommentsAndEmptyLines() throws IOException {
        StepTimeTrace trace = trace("# of a game\n\nstep_ms\n1\n 2.5 \n\n500us\n1e-3s\n");
        assertEquals(4, trace.length());
        assertEquals(1_250_000, trace.meanNanos());
        assertEquals(0.8, trace.unit(0));
        assertEquals(2, trace.unit(1));
        assertEquals(0.4, trace.unit(2));
        assertEquals(0.8, trace.unit(3));
    }

    @Test
    void shouldHaveTheDeviationOfItsTimes() throws IOException {
        assertEquals(0.5, trace("1\n3\n").relativeDeviation());
        StepTime scaled = StepTime.parse("trace:" + write("1\n3\n") + ":10s");
        assertEquals(10, scaled.meanSeconds());
        assertEquals(5, scaled.deviationSeconds());
    }

    @Test
    void shouldBeReadByTheCommandLinesForms() throws IOException {
        Path file = Files.writeString(folder.resolve("Of:a Game.csv"), "1\n3\n");
        StepTimeTrace trace = StepTimeTrace.read(file);
        assertEquals(new StepTime(Distribution.TRACE, 1, 2_000_000, false, trace), StepTime.parse("trace:" + file));
        assertEquals(
                new StepTime(Distribution.TRACE, 1, 2_000_000, true, trace),
                StepTime.parse(" TRACE:" + file + ":BURN "));
        StepTime scaled = StepTime.parse("trace:" + file + ":5MS:block");
        assertEquals(new StepTime(Distribution.TRACE, 1, 5_000_000, false, trace), scaled);
        assertEquals(scaled, StepTime.parse(scaled.toString()));
        assertEquals("trace(Of:a Game.csv)", scaled.kind());
    }

    @Test
    void shouldBeEqualWhenFileAndTimesAre() throws IOException {
        StepTimeTrace trace = trace("1\n3\n");
        assertEquals(trace, trace("1\n3\n"));
        assertEquals(trace.hashCode(), trace("1\n3\n").hashCode());
        assertNotEquals(trace, trace("3\n1\n"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"5,3", "1\nstep", "1\n-2", "1.2.3", "5m", "3601s", "NaN\n1\nNaN", "1e999"})
    void shouldNameTheLineThatIsNoTime(String text) {
        String message =
                assertThrows(ConfigurationException.class, () -> trace(text)).getMessage();
        assertTrue(message.contains(", line ") && message.contains("one time of at most an hour"), message);
    }

    @Test
    void shouldRefuseFilesWithoutTimes() {
        assertRefused("must hold at least one step time", "step_ms\n");
        assertRefused("must have a mean of at least 1 ns", "0\n0\n");
        String message = assertThrows(
                        ConfigurationException.class, () -> StepTime.parse("trace:" + folder.resolve("none.csv")))
                .getMessage();
        assertTrue(message.contains("No such file or directory"), message);
        message = assertThrows(ConfigurationException.class, () -> StepTime.parse("trace:" + folder))
                .getMessage();
        assertTrue(message.contains("cannot be read"), message);
    }

    private void assertRefused(String rule, String text) {
        String message =
                assertThrows(ConfigurationException.class, () -> trace(text)).getMessage();
        assertTrue(message.contains(rule), message);
    }

    private StepTimeTrace trace(String text) throws IOException {
        return StepTimeTrace.read(write(text));
    }

    private Path write(String text) throws IOException {
        return Files.writeString(folder.resolve("trace.csv"), text);
    }
}
