package io.htsrl.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.StepResult;
import io.htsrl.trainer.Agent;
import io.htsrl.trainer.Training;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.StringJoiner;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code examples/python/act.py} and {@code frames.py} must act as the agent whose file they read. */
@Tag("slow")
class PythonTest {
    private static final Path PROGRAM = Path.of("python", "act.py");
    private static final Path PROGRAM_OF_FRAMES = Path.of("python", "frames.py");
    private static final int OBSERVATIONS = 50;
    private static final int PICTURES = 20;
    private static final int HEIGHT = 36; // even, and odd: edges of the networks' windows differ
    private static final int WIDTH = 39;
    private static final int PIXELS = HEIGHT * WIDTH;

    @TempDir
    Path folder;

    /** Frames of noise: what is learnt does not matter here. */
    private static final class Noise implements Environment {
        private final double reward;
        private final ObservationSpace frames;
        private Random chance = new Random(0);
        private int steps;

        /** @param reward of the actions, times their number: a network that learns from it may prefer several */
        Noise(double reward, ObservationSpace frames) {
            this.reward = reward;
            this.frames = frames;
        }

        @Override
        public EnvironmentSpec spec() {
            return new EnvironmentSpec("Noise-v0", frames, new ActionSpace.Discrete(3), 20, Double.NaN);
        }

        @Override
        public void reset(long seed, ObservationSlot out) {
            chance = new Random(seed);
            steps = 0;
            draw(out);
        }

        @Override
        public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
            draw(out);
            result.set(reward * actions[offset], false, ++steps == 20);
        }

        private void draw(ObservationSlot out) {
            byte[] frame = new byte[frames.size()];
            chance.nextBytes(frame);
            System.arraycopy(frame, 0, out.bytes(), out.offset(), frame.length);
        }
    }

    private List<String> acted(Path program, Path file, List<String> observations)
            throws IOException, InterruptedException {
        return Python.run(folder, observations, program, file);
    }

    @ParameterizedTest
    @CsvSource({"ppo, false, tanh, false", "a2c, true, relu, false", "dqn, false, relu, false", "ppo, false, tanh, true"
    })
    void shouldActAsAnAgentOfFloats(String algorithm, boolean shared, String activation, boolean normalized)
            throws Exception {
        Training training = Training.of(algorithm, "CartPole-v1")
                .set("num-envs", 4)
                .set("activation", activation)
                .set("norm-obs", normalized)
                .timesteps(algorithm.equals("a2c") ? 16_000 : 2_048); // until it takes either action
        if (algorithm.equals("dqn")) {
            training.set("learning-starts", 500).set("buffer-size", 4000);
        } else {
            training.set("shared-torso", shared);
        }
        Agent agent = training.run();
        Path file = folder.resolve("agent.safetensors");
        agent.save(file);
        Random chance = new Random(1);
        List<String> lines = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < OBSERVATIONS; i++) {
            float[] observation = new float[4];
            StringJoiner line = new StringJoiner(" ");
            for (int j = 0; j < observation.length; j++) {
                observation[j] = (float) chance.nextGaussian();
                line.add(Float.toString(observation[j]));
            }
            lines.add(line.toString());
            expected.add(Integer.toString((int) agent.act(observation)[0]));
        }

        assertEquals(expected, acted(PROGRAM, file, lines));
        assertEquals(2, new HashSet<>(expected).size(), "else this test shows little");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldActAsAnAgentOfContinuousActions(boolean sde) throws Exception {
        Agent agent = Training.of("ppo", "Pendulum-v1")
                .set("use-sde", sde)
                .set("num-envs", 4)
                .set("sync-interval", 64)
                .set("learning-rate", 3e-2)
                .set("num-minibatches", 4)
                .timesteps(2_048)
                .run();
        Path file = folder.resolve("agent.safetensors");
        agent.save(file);
        Random chance = new Random(1);
        List<String> lines = new ArrayList<>();
        List<Float> expected = new ArrayList<>();
        for (int i = 0; i < OBSERVATIONS; i++) {
            float angle = (float) (chance.nextDouble() * 2 * Math.PI);
            float[] observation = {(float) Math.cos(angle), (float) Math.sin(angle), (float) chance.nextGaussian() * 3};
            lines.add(observation[0] + " " + observation[1] + " " + observation[2]);
            expected.add(agent.act(observation)[0]);
        }

        List<String> acted = acted(PROGRAM, file, lines);
        for (int i = 0; i < OBSERVATIONS; i++) {
            assertEquals(expected.get(i), Float.parseFloat(acted.get(i)), 1e-4);
        }
        assertTrue(new HashSet<>(expected).size() > 5, "else this test shows little: " + expected);
        assertTrue(expected.stream().allMatch(action -> Math.abs(action) <= 2), expected::toString);
    }

    /** Noise, dark and bright frames, edges and waves: noise alone looks the same to a network. */
    private static int pixel(int picture, int place, int noise) {
        return switch (picture % 5) {
            case 0 -> noise;
            case 1 -> noise / 16;
            case 2 -> 255 - noise / 16;
            case 3 -> place < picture * 20 ? noise : 255;
            default -> (int) Math.round(128 + 100 * Math.sin(place / (1.0 + picture)));
        };
    }

    @Tag("thorough")
    @ParameterizedTest
    @CsvSource({"nature, 1, 1", "impala, 0, 1", "nature, 1, 3", "minatar, 1, 3"})
    void shouldActAsAnAgentOfStackedFrames(String network, double reward, int planes) throws Exception {
        ObservationSpace space =
                planes == 1 ? ObservationSpace.bytes(HEIGHT, WIDTH) : ObservationSpace.bytes(HEIGHT, WIDTH, planes);
        Agent agent = Training.of("dqn", () -> new Noise(reward, space))
                .set("network", network)
                .set("frame-stack", 2)
                .set("num-envs", 2)
                .set("learning-starts", 64)
                .set("buffer-size", 500)
                .set("batch-size", 8)
                .timesteps(256)
                .run();
        Path file = folder.resolve("agent.safetensors");
        agent.save(file);
        Random chance = new Random(1);
        List<String> lines = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < PICTURES; i++) {
            byte[] frames = new byte[2 * space.size()];
            for (int pixel = 0; pixel < frames.length; pixel++) {
                frames[pixel] = (byte) pixel(i, pixel % PIXELS, chance.nextInt(256));
            }
            StringJoiner line = new StringJoiner(" ");
            for (byte pixel : frames) {
                line.add(Integer.toString(pixel & 0xff));
            }
            lines.add(line.toString());
            expected.add(Integer.toString((int) agent.act(frames)[0]));
        }

        assertEquals(expected, acted(PROGRAM_OF_FRAMES, file, lines));
        assertTrue(new HashSet<>(expected).size() > 1, "else this test shows little");
    }

    @Test
    void shouldBeTheProgramsOfTheDocs() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "how-to", "export.md"));

        assertTrue(page.contains("(../../examples/python/act.py)"), page);
        assertTrue(page.contains("(../../examples/python/frames.py)"), page);
    }
}
