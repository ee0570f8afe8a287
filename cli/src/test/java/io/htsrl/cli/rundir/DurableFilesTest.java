package io.htsrl.cli.rundir;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.htsrl.checkpoints.RecordingDisk;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TimeUse;
import io.htsrl.trainer.report.TrainingResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code resume} and {@code evaluate} need is on disk, name and content, before the run goes on. */
class DurableFilesTest {
    @TempDir
    Path folder;

    private final RecordingDisk disk = new RecordingDisk();

    /** The deeds at the files of {@code name}, and the syncs of the folder. */
    private List<String> deeds(String name) {
        return disk.log.stream()
                .filter(deed -> deed.contains(name) || deed.startsWith("sync folder"))
                .toList();
    }

    private void assertDurable(String name) {
        List<String> deeds = deeds(name);
        int renamed = deeds.indexOf("rename ." + name + ".draft " + name);
        assertEquals("sync ." + name + ".draft", deeds.get(renamed - 1), () -> "before its name: " + deeds);
        assertEquals("sync folder " + folder.getFileName(), deeds.get(renamed + 1), () -> "after its name: " + deeds);
    }

    @Test
    void shouldMakeEverySmallFileDurable() {
        try (RunDirectory run = new RunDirectory(folder, 1, Thinning.DOUBLING).on(disk)) {
            run.write("config.yaml", "seed: 1\n");
            assertDurable("config.yaml");
            run.write("manifest.json", "{}");
            assertDurable("manifest.json");
        }
    }

    @Test
    void shouldMakeTheModelDurableBeforeTheSummaryTellsOfIt() throws IOException {
        RunConfig config = ManifestTest.config(Schedule.HTS);
        int parameters = config.tensors().get(config.tensors().size() - 1).end();
        try (RunDirectory run = new RunDirectory(folder, 1, Thinning.DOUBLING).on(disk)) {
            run.onInterval(new IntervalReport(0, 100, 1, 1, 20, 1, Map.of(), "cafe"));
            run.complete(
                    config,
                    new TrainingResult(
                            100,
                            1,
                            100,
                            100,
                            0,
                            Double.NaN,
                            1,
                            1,
                            Map.of(1, 3L),
                            "last",
                            "beef",
                            new float[parameters],
                            TimeUse.NONE,
                            false));
        }
        assertDurable("model.safetensors");
        assertDurable("summary.json");
        List<String> names =
                disk.log.stream().filter(deed -> deed.startsWith("rename")).toList();
        assertEquals(
                List.of("rename .model.safetensors.draft model.safetensors", "rename .summary.json.draft summary.json"),
                names);
    }
}
