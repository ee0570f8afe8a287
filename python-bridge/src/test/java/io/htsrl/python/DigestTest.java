package io.htsrl.python;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.trainer.Training;
import io.htsrl.trainer.Trust;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs have one digest, whoever steps the replicas, and wherever they are. */
@Tag("slow")
@Timeout(1800)
@EnabledIf("io.htsrl.python.Python#there")
class DigestTest {

    private static Training training(String algo, String env) {
        return Training.of(algo, env)
                .set("python", Python.PLAIN)
                .set("num-envs", 6)
                .timesteps(600);
    }

    private static String digest(String algo, String env, String settings) throws Exception {
        Training training = training(algo, env);
        if (algo.equals("dqn")) {
            training.set("learning-starts", 100);
        } else {
            training.set("sync-interval", 16);
        }
        for (String setting : settings.split(" ")) {
            String[] pair = setting.split("=");
            training.set(pair[0], pair[1]);
        }
        return training.timesteps(400).run().result().orElseThrow().digest();
    }

    private static final Map<String, String> EXPECTED = new ConcurrentHashMap<>(); // digests by algorithm

    private static String expected(String algo, String env) {
        return EXPECTED.computeIfAbsent(algo, any -> {
            try {
                return digest(algo, env, "schedule=serial");
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
    }

    /** Each number of executors, workers and actors, and each way to wait, meets one of both environments. */
    @ParameterizedTest
    @CsvSource({
        "ppo, gym:chain:Chain, executors=2 python-workers=1 wait=busy-spin",
        "dqn, gym:odd:Slow, executors=1 python-workers=6 wait=blocking",
        "ppo, gym:chain:Chain, executors=4 python-workers=2",
        "dqn, gym:odd:Slow, executors=3 actors=2 actor-batch=2 python-workers=4 wait=yielding",
        "dqn, gym:odd:Slow, executors=6 actors=1 python-workers=1"
    })
    void shouldBeOneDigest(String algo, String env, String settings) throws Exception {
        assertEquals(expected(algo, env), digest(algo, env, settings));
    }

    @Test
    void shouldBeAnotherOfAnotherSeed() throws Exception {
        assertNotEquals(expected("ppo", "gym:chain:Chain"), digest("ppo", "gym:chain:Chain", "seed=2"));
    }

    /** Neither of these can save its state: the episodes under way are replayed. */
    @ParameterizedTest
    @ValueSource(strings = {"gym:chain:Chain", "gym:odd:ForkedChance"})
    void shouldGoOnFromACheckpointAsIfNothingHadBeen(String env, @TempDir Path folder) throws Exception {
        Training stopped = training("a2c", env).set("sync-interval", 5).checkpoints(folder, 3);
        stopped.onInterval(report -> {
            if (report.interval() == 7) {
                stopped.stop();
            }
        });
        assertTrue(stopped.run().result().orElseThrow().stopped());

        assertEquals(
                training("a2c", env)
                        .set("sync-interval", 5)
                        .run()
                        .result()
                        .orElseThrow()
                        .digest(),
                Training.resume(folder, Trust.RECORDED)
                        .run()
                        .result()
                        .orElseThrow()
                        .digest());
    }
}
