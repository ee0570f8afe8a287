package io.htsrl.cli.train;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.checkpoints.CheckpointImage;
import io.htsrl.cli.rundir.BuildInfo;
import io.htsrl.core.settings.Layer;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.settings.RunResolver;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointIdentityTest {

    @Test
    void shouldSayWhereAnOlderCheckpointRecordedNothing(@TempDir Path folder) {
        RunConfig config =
                RunResolver.recorded(Layer.ofCommandLine().add("algo", "a2c").add("env", "CartPole-v1"));
        Path file = folder.resolve("older.safetensors");
        CheckpointFile.write(file, new CheckpointImage().begin());

        try (CheckpointFile older = CheckpointFile.open(file)) {
            assertEquals(
                    List.of("hts-rl is " + BuildInfo.current() + ", and was not recorded"),
                    CheckpointIdentity.changes(older, config));
        }
    }
}
