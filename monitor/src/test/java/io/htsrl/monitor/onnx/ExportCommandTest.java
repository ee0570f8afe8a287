package io.htsrl.monitor.onnx;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.htsrl.cli.Hts;
import io.htsrl.trainer.Agent;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests {@code hts export} over runs of the real trainer. */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExportCommandTest {
    private static final int INPUTS = 1000;

    private Path folder;
    private Path cartPole;
    private Path pendulum;
    private StringWriter out;
    private StringWriter err;

    private int hts(Object... arguments) {
        out = new StringWriter();
        err = new StringWriter();
        String[] line = Arrays.stream(arguments).map(Object::toString).toArray(String[]::new);
        return Hts.program(line)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(line);
    }

    private Path trained(String name, Object... settings) {
        Path run = folder.resolve(name);
        List<Object> arguments = new ArrayList<>(List.of("train", "--quiet", "--out", run));
        arguments.addAll(List.of(settings));
        assertEquals(0, hts(arguments.toArray()), () -> err.toString());
        return run;
    }

    @BeforeAll
    void train(@TempDir Path parent) {
        folder = parent;
        cartPole = trained(
                "cartpole",
                "--algo",
                "ppo",
                "--env",
                "CartPole-v1",
                "--norm-obs",
                "--total-timesteps",
                20_000,
                "--eval-every",
                4,
                "--eval-episodes",
                2,
                "--checkpoint-every",
                2);
        pendulum = trained(
                "pendulum",
                "--algo",
                "sac",
                "--env",
                "Pendulum-v1",
                "--total-timesteps",
                3_000,
                "--learning-starts",
                200,
                "--hidden-sizes",
                "32,32");
    }

    private Path exported(Path run, Object... more) throws IOException {
        Path file = folder.resolve(run.getFileName() + "-" + more.length + ".onnx");
        Files.deleteIfExists(file);
        List<Object> arguments = new ArrayList<>(List.of("export", run, "--onnx", file));
        arguments.addAll(List.of(more));
        assertEquals(0, hts(arguments.toArray()), () -> err.toString());
        return file;
    }

    @Test
    void shouldActAsTheAgentOfARun() throws Exception {
        Agent agent = Agent.load(cartPole);
        Set<Float> actions = new HashSet<>();
        try (OrtPolicy policy = new OrtPolicy(Files.readAllBytes(exported(cartPole)))) {
            float[] rows = normal(INPUTS * 4, 1);
            OrtPolicy.Output acted = policy.run(rows, 4).get("action");
            for (int i = 0; i < INPUTS; i++) {
                float action = agent.act(Arrays.copyOfRange(rows, 4 * i, 4 * i + 4))[0];
                assertEquals(action, acted.row(i)[0], "action of input " + i);
                actions.add(action);
            }
        }
        assertEquals(2, actions.size(), "else this test shows little");
    }

    @Test
    void shouldActAsTheAgentOfContinuousActions() throws Exception {
        Agent agent = Agent.load(pendulum);
        try (OrtPolicy policy = new OrtPolicy(Files.readAllBytes(exported(pendulum)))) {
            float[] rows = normal(INPUTS * 3, 1);
            OrtPolicy.Output acted = policy.run(rows, 3).get("action");
            for (int i = 0; i < INPUTS; i++) {
                assertArrayEquals(agent.act(Arrays.copyOfRange(rows, 3 * i, 3 * i + 3)), acted.row(i), 1e-5f);
            }
        }
    }

    @Test
    void shouldWriteOneOfSeveralPolicies() throws Exception {
        Path cars = trained(
                "cars",
                "--algo",
                "ppo",
                "--env",
                "TrafficJunction-v0",
                "--num-envs",
                10,
                "--sync-interval",
                8,
                "--total-timesteps",
                80,
                "--policies",
                "car_1=second,*=others");
        Agent agent = Agent.load(cars);
        int size = agent.observationSpace().size() - 1;
        float[] rows = normal(INPUTS * size, 1);
        Set<Float> actions = new HashSet<>();
        for (int index = 0; index < 2; index++) {
            String name = agent.observationSpace().policies().get(index);
            try (OrtPolicy policy = new OrtPolicy(Files.readAllBytes(exported(cars, "--policy", name)))) {
                OrtPolicy.Output acted = policy.run(rows, size).get("action");
                for (int i = 0; i < INPUTS; i++) {
                    float[] row = Arrays.copyOf(Arrays.copyOfRange(rows, size * i, size * (i + 1)), size + 1);
                    row[size] = index;
                    assertEquals(agent.act(row)[0], acted.row(i)[0], name + " at input " + i);
                    actions.add(acted.row(i)[0] + 2 * index);
                }
            }
        }
        assertEquals(4, actions.size(), "else this test shows little");
        assertEquals(2, hts("export", cars, "--onnx", "p"));
        assertTrue(err.toString().contains("--policy: it must be one of others, second"), () -> err.toString());
    }

    private static float[] normal(int count, long seed) {
        Random chance = new Random(seed);
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) chance.nextGaussian();
        }
        return values;
    }

    @Test
    void shouldNameTheParametersOfTheRun() throws Exception {
        Map<?, ?> summary =
                new ObjectMapper().readValue(cartPole.resolve("summary.json").toFile(), Map.class);
        try (OrtPolicy policy = new OrtPolicy(Files.readAllBytes(exported(cartPole)))) {
            assertEquals(summary.get("parameter_digest"), policy.metadata().get("parameters"));
            assertEquals("CartPole-v1", policy.metadata().get("env"));
        }
    }

    @Test
    void shouldTellWhatTheGraphTakesAndGives() throws IOException {
        exported(cartPole);

        String told = out.toString();
        assertTrue(told.contains("in   observation  float [batch, 4]"), told);
        assertTrue(told.contains("normalisation     less the running mean"), told);
        assertTrue(told.contains("out  action       int64 [batch]"), told);
        assertTrue(told.contains("out  logits       float [batch, 2]"), told);
        assertTrue(told.contains("out  value        float [batch]"), told);
    }

    /** Recorded spaces are those that the network sees, and hold no rewards of goals. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            a2c --env CartPole-v1 --observe 0,2 | [batch, 2] | 0, 2 of the environment's, chosen by the caller
            a2c --env ConnectFour-v0 --opponents latest | [batch, 6, 7, 2] | index of the best action
            dqn --env BitFlip-v0 --her --learning-starts 100 --batch-size 8 | [batch, 45] | index of the best action""")
    void shouldWriteTheNetworkOfRecordedSpaces(String flags, String shape, String words) throws IOException {
        List<Object> settings = new ArrayList<>(List.of("--total-timesteps", 256, "--algo"));
        settings.addAll(List.of(flags.split(" ")));
        exported(trained(flags.replace(' ', '_'), settings.toArray()));
        assertTrue(out.toString().contains("observation  float " + shape), out::toString);
        assertTrue(out.toString().contains(words), out::toString);
    }

    @Test
    void shouldGiveTheSameBytesOfTheSameRun() throws IOException {
        byte[] once = Files.readAllBytes(exported(cartPole));

        assertArrayEquals(once, Files.readAllBytes(exported(cartPole)));
    }

    @Test
    void shouldTakeTheBestPolicyOrACheckpoint() throws Exception {
        Set<String> parameters = new HashSet<>();
        for (Object[] choice : List.of(new Object[] {}, new Object[] {"--best"}, new Object[] {"--interval", 36})) {
            try (OrtPolicy policy = new OrtPolicy(Files.readAllBytes(exported(cartPole, choice)))) {
                parameters.add(policy.metadata().get("parameters"));
                assertTrue(
                        choice.length < 2 || policy.metadata().get("interval").equals("36"));
            }
        }
        assertTrue(parameters.size() > 1, "the last policy, the best one and a checkpoint: " + parameters);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "RUN                      | --onnx: it must be given",
                "RUN --onnx none/p.onnx   | --onnx none/p.onnx: it must name a file in a folder that is there",
                "RUN --onnx DIR           | must name a file in a folder that is there",
                "RUN --onnx p --best --interval 1 | --best: it must not be given beside --interval",
                "PENDULUM --onnx p --best | --best",
                "RUN --onnx p --interval 99999 | --interval 99999: it must name one of the run's checkpoints",
                "RUN --onnx p --policy a  | --policy a: it is for a run with --policies",
                "none --onnx p            | none",
                "DIR --onnx p             | must",
            })
    void shouldRefuseWhatIsWrongInOneLine(String arguments, String told) {
        List<Object> words = new ArrayList<>(List.of("export"));
        for (String word : arguments.strip().split(" ")) {
            words.add(
                    word.equals("RUN")
                            ? cartPole
                            : word.equals("PENDULUM") ? pendulum : word.equals("DIR") ? folder : word);
        }

        assertEquals(2, hts(words.toArray()), () -> err.toString());
        assertTrue(err.toString().contains(told), () -> err.toString());
        assertTrue(err.toString().lines().count() <= 3, () -> err.toString());
        assertFalse(err.toString().contains("\tat "), () -> err.toString());
        assertFalse(Files.exists(Path.of("p")));
    }

    @Test
    void shouldSayWhyAFileCannotBeWritten() throws IOException {
        Path target = Files.createDirectory(folder.resolve("taken"));
        Files.createDirectories(target.resolve(".policy.onnx.draft").resolve("in-the-way"));

        assertEquals(1, hts("export", cartPole, "--onnx", target.resolve("policy.onnx")));
        assertTrue(err.toString().startsWith("error: "), () -> err.toString());
        assertTrue(err.toString().contains("policy.onnx"), () -> err.toString());
        assertEquals(1, err.toString().lines().count(), () -> err.toString());
    }
}
