package $package$;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.htsrl.trainer.Training;
import org.junit.jupiter.api.Test;

class $Name$AlgorithmTest {

    /** Trains for two intervals, and returns the digest of the run. */
    private static String trained(long seed, String schedule, int executors) throws Exception {
        return Training.of("$name$", "CartPole-v1")
                .set("num-envs", 8)
                .set("sync-interval", 128)
                .set("schedule", schedule)
                .set("executors", executors)
                .seed(seed)
                .timesteps(2048)
                .run()
                .result()
                .orElseThrow()
                .digest();
    }

    @Test
    void shouldGiveTheSerialBitsForAnyThreads() throws Exception {
        String serial = trained(1, "serial", 1);

        assertEquals(serial, trained(1, "hts", 1));
        assertEquals(serial, trained(1, "hts", 3));
        assertNotEquals(serial, trained(2, "serial", 1));
    }
}
