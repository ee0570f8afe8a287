package io.htsrl.benchmarks.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks the rule of growth and watches a training for a second. */
@Tag("slow")
class ResourceSoakTest {

    /** Sixty samples, one every thirty seconds. */
    private static Growth growth(IntToDoubleFunction sample) {
        return Growth.of(
                IntStream.range(0, 60).mapToDouble(i -> 30 * i).toArray(),
                IntStream.range(0, 60).mapToDouble(sample).toArray(),
                2);
    }

    @Test
    void shouldCallALeakGrowing() {
        Growth leak = growth(i -> 50 + 0.1 * i);
        assertFalse(leak.flat());
        assertEquals(12, leak.perHour(), 1e-9);
        assertEquals(3.9, leak.change(), 1e-9);
    }

    @Test
    void shouldFindALeakUnderNoise() {
        assertFalse(growth(i -> 50 + 0.1 * i + 3 * Math.abs(i * 7 % 5 - 2)).flat());
    }

    @Test
    void shouldCallWarmUpAndNoiseFlat() {
        assertTrue(growth(i -> 50 + 5 * Math.min(i, 19) + 3 * (i % 2)).flat());
    }

    @Test
    void shouldIgnoreOneOutlier() {
        assertEquals(0, growth(i -> i == 59 ? 500 : 50).change());
    }

    @Test
    void shouldCallAChangeWithinTheRoomFlat() {
        assertTrue(growth(i -> 1000 + 0.05 * i).flat());
        assertFalse(growth(i -> 1000 + 0.06 * i).flat());
    }

    @Test
    void shouldCallOneMoreThreadEveryTenMinutesGrowing() {
        assertFalse(Growth.of(
                        new double[] {0, 600, 1200, 1800, 2400, 3000, 3600, 4200, 4800},
                        new double[] {20, 21, 22, 23, 24, 25, 26, 27, 28},
                        0.5)
                .flat());
    }

    @Test
    void shouldWatchATraining(@TempDir Path folder) throws Exception {
        StringWriter out = new StringWriter();
        ResourceSoak.run(
                new String[] {
                    "--minutes",
                    "0.02",
                    "--algo",
                    "a2c",
                    "--env",
                    "CartPole-v1",
                    "--run-dir",
                    folder.resolve("run").toString()
                },
                new PrintWriter(out));
        for (String resource : new String[] {"live heap: ", "resident memory: ", "threads: ", "open files: "}) {
            assertTrue(out.toString().contains(resource), out::toString);
        }
    }

    @Test
    void shouldReportATrainingThatEndsEarly(@TempDir Path folder) throws Exception {
        StringWriter out = new StringWriter();
        int code = ResourceSoak.run(
                new String[] {
                    "--minutes",
                    "1",
                    "--algo",
                    "a2c",
                    "--env",
                    "CartPole-v1",
                    "--total-timesteps",
                    "1000",
                    "--run-dir",
                    folder.resolve("run").toString()
                },
                new PrintWriter(out));
        assertEquals(1, code);
        assertTrue(out.toString().contains("the training ended early, with exit code 0"), out::toString);
    }
}
