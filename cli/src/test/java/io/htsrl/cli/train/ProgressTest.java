package io.htsrl.cli.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.CommandLineFixture;
import io.htsrl.cli.train.Progress.BarProgress;
import io.htsrl.cli.train.Progress.PlainProgress;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.IntervalReport;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ProgressTest {
    /** 1000 intervals of 256 steps. */
    static final RunConfig CONFIG = CommandLineFixture.resolve(
                    "train", "--algo", "a2c", "--env", "Acrobot-v1", "--total-timesteps", "256000")
            .config();

    private final StringWriter out = new StringWriter();
    private long now;

    /** Interval {@code k} at 1000 steps/s. */
    static IntervalReport report(long k) {
        long steps = (k + 1) * 256;
        return new IntervalReport(k, steps, steps / 1000.0, 3, 21.5, 1, Map.of(), "");
    }

    private PlainProgress plain() {
        return new PlainProgress(new PrintWriter(out), new ProgressText(CONFIG), () -> now);
    }

    private BarProgress bar(int columns) {
        return new BarProgress(new PrintWriter(out), new ProgressText(CONFIG), columns, () -> now);
    }

    @Test
    void shouldPrintTenPlainLinesOfAShortRun() {
        PlainProgress progress = plain();

        for (int k = 0; k < 1000; k++) {
            progress.onInterval(report(k));
        }

        assertEquals(10, out.toString().lines().count());
        assertEquals(
                " 10 %  25,600 steps  1,000 steps/s  return 21.5  lag 1  ETA 3:50",
                out.toString().lines().findFirst().orElseThrow());
    }

    @Test
    void shouldTellOfNodesInOneOrTwoWords() {
        ProgressText text = new ProgressText(CONFIG);
        IntervalReport r = report(99);
        IntervalReport one = new IntervalReport(
                99, r.timesteps(), r.wallSeconds(), 3, 21.5, 1, Map.of("nodes", 1.0, "node_columns_again", 0.0), "");
        IntervalReport three = new IntervalReport(
                99, r.timesteps(), r.wallSeconds(), 3, 21.5, 1, Map.of("nodes", 3.0, "node_columns_again", 8.0), "");
        text.see(r);

        assertEquals(" 10 %  25,600 steps  1,000 steps/s  return 21.5  lag 1  1 node  ETA ...", text.line(one));
        assertEquals(
                " 10 %  25,600 steps  1,000 steps/s  return 21.5  lag 1  3 nodes, 8 again  ETA ...", text.line(three));
        assertEquals(" 10 %  1,000 steps/s  return 21.5  3 nodes, 8 again  ETA ...", text.line(three, 62));
    }

    @Test
    void shouldPrintAPlainLineAfterFiveSilentSeconds() {
        PlainProgress progress = plain();

        for (int k = 0; k < 12; k++) {
            now += 1_000_000_000L;
            progress.onInterval(report(k));
        }

        assertEquals(2, out.toString().lines().count());
    }

    @Test
    void shouldRedrawAtMostTenTimesASecond() {
        BarProgress progress = bar(100);

        for (int k = 0; k < 1000; k++) {
            progress.onInterval(report(k));
            now += 1_000_000L;
        }

        assertEquals(10, out.toString().chars().filter(c -> c == '\r').count());
    }

    @Test
    void shouldDrawTheLastIntervalAtTheEnd() {
        BarProgress progress = bar(100);
        progress.onInterval(report(0));
        progress.onInterval(report(999));

        progress.end();

        assertTrue(
                out.toString()
                        .endsWith("\r[################] 100 %  256,000 steps  1,000 steps/s  return 21.5  "
                                + "lag 1  ETA 0:00\u001b[K\n"),
                out::toString);
    }

    private String drawn(int columns, int interval) {
        out.getBuffer().setLength(0);
        ProgressText text = new ProgressText(CONFIG);
        IntStream.rangeClosed(0, interval).forEach(k -> text.see(report(k)));
        new BarProgress(new PrintWriter(out), text, columns, () -> now).onInterval(report(interval));
        String line = out.toString().replace("\r", "").replace("\u001b[K", "");
        assertTrue(line.length() < columns, line);
        return line;
    }

    @Test
    void shouldShortenTheBarBeforeAnythingElse() {
        assertEquals(
                "[########--------]  50 %  128,000 steps  1,000 steps/s  return 21.5  lag 1  ETA 2:08",
                drawn(120, 499));
        assertEquals("[#####------]  50 %  128,000 steps  1,000 steps/s  return 21.5  lag 1  ETA 2:08", drawn(80, 499));
        assertEquals("[##--]  50 %  128,000 steps  1,000 steps/s  return 21.5  lag 1  ETA 2:08", drawn(73, 499));
        assertEquals(" 50 %  128,000 steps  1,000 steps/s  return 21.5  lag 1  ETA 2:08", drawn(72, 499));
    }

    @Test
    void shouldKeepReturnAndSpeedWhateverTheWidth() {
        assertEquals(" 50 %  128,000 steps  1,000 steps/s  return 21.5  ETA 2:08", drawn(60, 499));
        assertEquals("[###----]  50 %  1,000 steps/s  return 21.5  ETA 2:08", drawn(54, 499));
        assertEquals(" 50 %  1,000 steps/s  return 21.5", drawn(40, 499));
        assertEquals(" 50 %  1,000 steps/s", drawn(21, 499));
    }

    /** What a run on two cores does: compiling takes the first seconds, then it is ten times as fast. */
    @Test
    void shouldNotTellATimeThatIsLeftBeforeItCanKnow() {
        ProgressText text = new ProgressText(CONFIG); // of 256,000 steps
        double seconds = 0;
        List<String> told = new ArrayList<>();
        for (int k = 0; k < 1000; k++) {
            seconds += seconds < 3 ? 0.1 : 0.01;
            IntervalReport report = new IntervalReport(k, (k + 1) * 256L, seconds, 3, 21.5, 1, Map.of(), "");
            text.see(report);
            double left = 3 + 0.01 * (1000 - 30) - seconds;
            String eta = text.line(report).replaceFirst(".*ETA ", "");
            if (!eta.equals("...") && seconds > 3.1) {
                assertEquals(left, Double.parseDouble(eta.substring(2)), 2.5, () -> "after " + told.size());
                told.add(eta);
            }
        }
        assertTrue(told.size() > 500, () -> "told only " + told.size());
        assertEquals("0:00", told.get(told.size() - 1));
    }

    /** Learning that begins late makes a run ten times as slow: both follow, though halves of the time differ. */
    @Test
    void shouldTellTheSpeedAndTheTimeOfLate() {
        ProgressText text = new ProgressText(CONFIG);
        double seconds = 0;
        String line = "";
        for (int k = 0; k < 900; k++) {
            seconds += k < 600 ? 0.01 : 0.1;
            IntervalReport report = new IntervalReport(k, (k + 1) * 256L, seconds, 3, 21.5, 1, Map.of(), "");
            text.see(report);
            line = text.line(report);
            assertTrue(seconds < 20 || !line.endsWith("..."), line);
        }
        assertTrue(line.contains("  2,560 steps/s"), line); // and 6,397 since the beginning
        assertTrue(line.endsWith("ETA 0:10"), line);
    }

    @Test
    void shouldNeverLengthenTheBar() {
        BarProgress progress = bar(80);
        progress.onInterval(new IntervalReport(3, 1024, 1.024, 3, -12345.5, 1, Map.of(), ""));
        int first = out.toString().indexOf(']');
        now += 1_000_000_000L;
        progress.onInterval(report(4)); // whose text is shorter
        String second = out.toString().substring(out.toString().lastIndexOf('\r'));
        assertTrue(first > 4 && first < 17, out::toString);
        assertEquals(first, second.indexOf(']'), out::toString);
    }

    @Test
    void shouldTellTheTimeThatIsLeftInPlainLinesToo() {
        PlainProgress progress = plain();
        progress.onInterval(report(99));
        assertTrue(out.toString().endsWith("ETA ...\n"), out::toString);
    }

    @Test
    void shouldWriteDurationsAsClocks() {
        assertEquals("0:00", ProgressText.duration(0));
        assertEquals("1:05", ProgressText.duration(65));
        assertEquals("2:00:01", ProgressText.duration(7201));
        assertEquals("-", ProgressText.duration(Double.POSITIVE_INFINITY));
    }
}
