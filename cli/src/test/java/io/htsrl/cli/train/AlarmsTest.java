package io.htsrl.cli.train;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.htsrl.cli.settings.CheckpointSettings;
import io.htsrl.core.run.RunControl;
import io.htsrl.trainer.report.IntervalReport;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AlarmsTest {
    @TempDir
    Path folder;

    private final StringWriter err = new StringWriter();
    private RunControl control = new RunControl();

    private Alarms alarms(String... conditions) {
        CheckpointSettings settings = new CheckpointSettings(5, 3, false, true, List.of(conditions));
        return new Alarms(settings, folder, control, new PrintWriter(err));
    }

    private static IntervalReport report(long interval, long episodes, double mean, double kl) {
        return new IntervalReport(interval, 0, 0, episodes, mean, 1, Map.of("kl", kl), "");
    }

    /** The mean return falls from {@code best} to {@code low}. */
    @ParameterizedTest
    @CsvSource({"100, 49, 1", "100, 50, 0", "-200, -401, 1", "-200, -400, 0", "0, -1, 1", "0, 0, 0"})
    void shouldReportACollapseOfTheReturn(double best, double low, int reports) {
        Alarms alarms = alarms("collapse");
        alarms.onInterval(report(0, 99, 1000, 0)); // too few episodes for a mean
        alarms.onInterval(report(1, 100, best, 0));
        alarms.onInterval(report(2, 101, low, 0));
        alarms.onInterval(report(3, 102, best, 0));
        alarms.onInterval(report(4, 103, low, 0));
        assertEquals(reports, err.toString().lines().count(), err::toString);
        assertEquals(reports == 0 ? Set.of() : Set.of(2L), control.keptBefore());
    }

    @Test
    void shouldNotReportAMetricThatIsNoNumber() {
        Alarms alarms = alarms("kl > 0.1", "kl < 100", "return < 5");
        alarms.onInterval(report(0, 3, 1, Double.NaN));
        assertEquals("", err.toString());
        alarms.onInterval(report(7, 3, 1, 0.2));
        assertEquals(2, err.toString().lines().count(), err::toString);
    }

    @Test
    void shouldContinueWithWhatItHasSeen() throws IOException {
        Alarms alarms = alarms("kl > 0.1", "collapse");
        alarms.onInterval(report(6, 100, 500, 0.2));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        alarms.save(new DataOutputStream(bytes));

        control = new RunControl();
        Alarms restored = alarms("kl > 0.1", "collapse");
        restored.restore(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        assertEquals(Set.of(6L), control.keptBefore());
        restored.onInterval(report(9, 101, 200, 0.3));
        assertEquals(Set.of(6L, 9L), control.keptBefore());
        assertEquals(2, err.toString().lines().count(), err::toString);
    }
}
