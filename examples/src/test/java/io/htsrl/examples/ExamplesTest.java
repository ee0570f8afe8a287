package io.htsrl.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.trainer.Training;
import io.htsrl.trainer.report.TrainingResult;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Runs the programs as a user does, and reads what they print. */
@Isolated
class ExamplesTest {
    @TempDir
    Path folder;

    /** A program. */
    private interface Main {
        void run(String... arguments) throws Exception;
    }

    private static String printed(Main program, Object... arguments) throws Exception {
        PrintStream out = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        try {
            String[] texts = new String[arguments.length];
            for (int i = 0; i < texts.length; i++) {
                texts[i] = arguments[i].toString();
            }
            program.run(texts);
        } finally {
            System.setOut(out);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void shouldTrainSaveLoadAndAct() throws Exception {
        Path agent = folder.resolve("agent.safetensors");
        String text = printed(TrainInOwnEnvironment::main, agent);

        assertTrue(text.lines().count() > 30, text);
        assertTrue(text.contains("evaluated: 0.93"), text); // eight steps to the right, seven of which cost 0.01
        for (int cell = 0; cell < 8; cell++) {
            assertEquals("right", printed(UseAnAgent::main, agent, cell).strip());
        }
    }

    @Test
    void shouldStopWhenItIsGoodEnough() throws Exception {
        String text = printed(StopWhenSolved::main, 60);

        long steps = Long.parseLong(text.replaceAll("stopped after (\\d+) steps, .*\\s", "$1"));
        assertTrue(steps > 1000 && steps < 200_000, text);
    }

    @Test
    void shouldGoOnWithATraining() throws Exception {
        assertEquals(
                "10240 steps, then 20224",
                printed(GoOn::main, folder.resolve("checkpoints")).strip());
    }

    @Test
    void shouldLearnWithANetworkOfOnesOwnInOneDigest() throws Exception {
        TrainingResult result = residual().set("executors", 3).run().result().orElseThrow();

        assertTrue(result.meanReturn100() > 100, "return " + result.meanReturn100());
        String serial = residual()
                .set("schedule", "serial")
                .run()
                .result()
                .orElseThrow()
                .digest();
        assertEquals(serial, result.digest());
    }

    private static Training residual() {
        return Training.of("ppo", "CartPole-v1")
                .set("network", "residual")
                .set("residual-units", 32)
                .timesteps(40_000);
    }
}
