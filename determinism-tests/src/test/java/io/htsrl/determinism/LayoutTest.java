package io.htsrl.determinism;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.checkpoints.CheckpointFolder;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.CheckpointPlan;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.run.Trainer;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A change of what a part of a checkpoint is written as must count its layout up, or an older build's checkpoint is
 * read as something else. This test sees whether the bytes became more or fewer.
 */
class LayoutTest {
    private static final String LAYOUT = "layout.";

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"a2c, 1/10132", "ppo, 1/20264", "dqn, 1/16659"})
    void shouldBeCountedUpWithEveryChange(String algorithm, String learner) throws Exception {
        RunConfig config = Runs.config(algorithm, "CartPole-v1", 1, Schedule.HTS, Runs.Threads.DEFAULT);
        new Trainer(config, Attachments.none().with(CheckpointPlan.of(folder, 1, 1000, null))).run();

        Map<String, String> written = new TreeMap<>();
        try (CheckpointFile file = CheckpointFile.open(new CheckpointFolder(folder, 1).file(1))) {
            file.metadata().forEach((key, layout) -> {
                if (key.startsWith(LAYOUT)) {
                    String part = key.substring(LAYOUT.length());
                    written.put(part, layout + "/" + file.part(part).remaining());
                }
            });
        }
        assertEquals(
                new TreeMap<>(Map.of(
                        "bank",
                        "2/10194",
                        "clock",
                        "1/16",
                        "environments",
                        "1/1232",
                        "learner",
                        learner,
                        "recorder",
                        "1/1044",
                        "stage",
                        "1/8",
                        "version",
                        "1/8")),
                written,
                "layout/bytes: where the bytes of a part have changed, raise its layout() "
                        + "(RunState, or Stateful.layout of the part's class), and write both here");
    }
}
