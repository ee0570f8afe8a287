package io.htsrl.python;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.trainer.Agent;
import io.htsrl.trainer.Training;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;

/** {@code examples/python/corridor.py} is what the README shows, and can be learnt. */
@Timeout(1800)
@EnabledIf("io.htsrl.python.Python#there")
class ReadmeExampleTest {

    @Test
    void shouldBeLearnt() throws Exception {
        Agent agent = Training.of("ppo", "gym:corridor:Corridor")
                .set("python", Python.PLAIN)
                .set("num-envs", 8)
                .set("python-workers", 2)
                .timesteps(20_000)
                .run();
        assertTrue(agent.evaluate(5).meanReturn() > 0.9, "the way to the end is a straight one");
    }

    @Test
    void shouldBeWhatTheReadmeShows() throws Exception {
        String program = Files.readString(Path.of("../examples/python/corridor.py"));
        assertTrue(Files.readString(Path.of("../README.md")).contains("```python\n" + program + "```"));
    }
}
