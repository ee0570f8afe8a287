package myenv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.htsrl.trainer.Training;
import org.junit.jupiter.api.Test;

class MyEnvTest {

    /** Trains for two intervals, and returns the digest of the run. */
    private static String trained(long seed, int executors) throws Exception {
        return Training.of("ppo", MyEnv::new)
                .set("num-envs", 4)
                .set("sync-interval", 64)
                .set("executors", executors)
                .seed(seed)
                .timesteps(512)
                .run()
                .result()
                .orElseThrow()
                .digest();
    }

    @Test
    void shouldGiveEqualBitsForAnyThreads() throws Exception {
        String first = trained(1, 1);

        assertEquals(first, trained(1, 3));
        assertNotEquals(first, trained(2, 1));
    }
}
