package io.htsrl.monitor.tracking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.htsrl.core.error.ConfigurationException;
import io.htsrl.monitor.Python;
import io.htsrl.trainer.Training;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests runs with the package wandb, if a Python has it. */
@Tag("slow")
@Timeout(600)
class WandbLoggerTest {
    private static final Python PYTHON = new Python("wandb", "--logger wandb is not tested");

    @TempDir
    Path parent;

    private Training training(String python) {
        return Training.of("ppo", "CartPole-v1")
                .set("num-envs", 4)
                .set("sync-interval", 8)
                .timesteps(320)
                .logger(new WandbLogger(Optional.of(parent), Map.of("HTS_PYTHON", python)));
    }

    private List<Path> offline() throws Exception {
        try (Stream<Path> files = Files.walk(parent.resolve("wandb"))) {
            return files.filter(file -> file.toString().endsWith(".wandb"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void shouldWriteARunThatCanBeSynchronised() throws Exception {
        String digest =
                training(PYTHON.command(parent)).run().result().orElseThrow().digest();

        assertEquals(1, offline().size());
        String text = Files.readString(offline().get(0), StandardCharsets.ISO_8859_1);
        for (String part : List.of("global_step", "rollout/ep_rew_mean", "num-minibatches", digest)) {
            assertTrue(text.contains(part), part);
        }
    }

    @Test
    void shouldKeepTheIdOfAResumedRun() throws Exception {
        String python = PYTHON.command(parent);
        Path checkpoints = parent.resolve("checkpoints");
        training(python).checkpoints(checkpoints, 3).run();
        Training.resume(checkpoints)
                .timesteps(640)
                .logger(new WandbLogger(Optional.of(parent), Map.of("HTS_PYTHON", python)))
                .run();

        assertEquals(1, offline().stream().map(Path::getFileName).distinct().count(), offline()::toString);
    }

    @Test
    void shouldRefuseAPythonWithoutThePackage() {
        assumeTrue(Files.isExecutable(Path.of("/bin/false")), "needs a program that ends at once");

        ConfigurationException refused = assertThrows(
                ConfigurationException.class, () -> training("/bin/false").run());
        assertTrue(
                refused.getMessage().startsWith("--logger wandb: it needs a Python with the package wandb"),
                refused.getMessage());
    }
}
