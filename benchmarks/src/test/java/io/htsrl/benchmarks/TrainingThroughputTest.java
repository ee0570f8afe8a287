package io.htsrl.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.htsrl.trainer.config.RunConfig;
import org.junit.jupiter.api.Test;

class TrainingThroughputTest {

    @Test
    void shouldChangeFlagsOfASetting() {
        RunConfig plain = TrainingThroughput.config("ppo/hts/0/1/1");
        RunConfig changed = TrainingThroughput.config(
                "ppo/hts/0/1/1", "--sync-interval", "16", "--num-envs", "1024", "--total-timesteps", "32768");

        assertEquals(16 * 128, plain.pipeline().numEnvs() * plain.pipeline().syncInterval());
        assertEquals(1024, changed.pipeline().numEnvs());
        assertEquals(16, changed.pipeline().syncInterval());
        assertEquals(32_768, changed.totalTimesteps());
    }
}
