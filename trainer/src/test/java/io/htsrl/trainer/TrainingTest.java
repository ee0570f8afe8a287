package io.htsrl.trainer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.Environments;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.run.RunAbortedException;
import io.htsrl.trainer.report.EvaluationRecord;
import io.htsrl.trainer.report.TrainingFailedException;
import io.htsrl.trainer.report.TrainingResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrainingTest {
    @TempDir
    Path folder;

    /** What {@link #small} gives; learnt once. */
    private static Agent plain;

    @BeforeAll
    static void learn() throws Exception {
        plain = small().run();
    }

    private static String plainDigest() {
        return plain.result().orElseThrow().digest();
    }

    /** 16 intervals of A2C. */
    private static Training small() {
        return Training.of("a2c", "CartPole-v1")
                .set("num-envs", 4)
                .set("sync-interval", 8)
                .set("anneal-lr", false)
                .timesteps(512);
    }

    private static Environment cartPole() {
        return Environments.create("CartPole-v1", Map.of());
    }

    private static TrainingResult result(Training training) throws Exception {
        return training.run().result().orElseThrow();
    }

    @Test
    void shouldGiveTheBitsOfTheSettingsWhateverTheThreads() throws Exception {
        TrainingResult threads =
                result(small().set("executors", 3).set("actors", 2).set("wait", "blocking"));
        TrainingResult serial = result(small().set("schedule", "serial"));

        assertEquals(plainDigest(), threads.digest());
        assertEquals(plainDigest(), serial.digest());
        assertNotEquals(plainDigest(), result(small().seed(2)).digest());
    }

    @Test
    void shouldGiveTheBitsOfANamedEnvironmentInAProgramsOwn() throws Exception {
        Training own = Training.of("a2c", TrainingTest::cartPole)
                .set("num-envs", 4)
                .set("sync-interval", 8)
                .set("anneal-lr", false)
                .timesteps(512);

        assertEquals(plainDigest(), result(own).digest());
    }

    @Test
    void shouldTellWhatHappens() throws Exception {
        List<Long> intervals = new ArrayList<>();
        List<Integer> lengths = new ArrayList<>();
        List<EvaluationRecord> evaluations = new ArrayList<>();
        TrainingResult result = result(small().set("eval-every", 8)
                .set("eval-episodes", 2)
                .onInterval(report -> intervals.add(report.interval()))
                .onEpisode(episode -> lengths.add(episode.length()))
                .onEvaluation(evaluations::add));

        assertEquals(16, intervals.size());
        assertEquals(result.episodes(), lengths.size());
        assertEquals(
                List.of(8L, 16L, 16L),
                evaluations.stream().map(EvaluationRecord::interval).toList());
        assertEquals(2, evaluations.get(0).episodes().size());
    }

    @Test
    void shouldStopWhenItIsTold() throws Exception {
        Training training = small();
        TrainingResult result = result(training.onInterval(report -> {
            if (report.interval() == 9) {
                training.stop();
            }
        }));

        assertTrue(result.stopped());
        assertTrue(result.timesteps() < 512);
        assertThrows(IllegalStateException.class, training::run);
    }

    @Test
    void shouldFailWithAListener() {
        Training training = small().onInterval(report -> {
            throw new IllegalArgumentException("my own mistake");
        });

        TrainingFailedException failure = assertThrows(TrainingFailedException.class, training::run);
        assertEquals("my own mistake", failure.getCause().getMessage());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "num-env | 4 | num-env: it is not a setting of a training; did you mean num-envs?",
                "algo | ppo | algo: it is chosen when the training is made; give it to Training.of",
                "checkpoint-every | 3 | checkpoint-every: it is not a setting of a training; 'hts train --help' lists "
                        + "them",
                "clip-coef | 0.1 | clip-coef 0.1: it is for --algo ppo only",
                "num-envs | many | num-envs many: it must be a whole number",
                "gamma | 2 | gamma 2.0: it must be in [0, 1]",
            })
    void shouldRefuseWithValueRuleAndRemedy(String setting, String value, String message) {
        ConfigurationException refused = assertThrows(
                ConfigurationException.class, () -> small().set(setting, value).run());

        assertTrue(refused.getMessage().contains(message), refused::getMessage);
    }

    @Test
    void shouldRefuseNoValueAndOneEnvironmentForAll() {
        Environment one = cartPole();

        assertThrows(ConfigurationException.class, () -> small().set("gamma", null));
        TrainingFailedException failure = assertThrows(
                TrainingFailedException.class,
                () -> Training.of("a2c", () -> one).timesteps(2048).run());
        assertTrue(failure.getMessage().contains("was made once for two replicas"), failure::getMessage);
    }

    private static void assertRefused(String message, Executable action) {
        assertEquals(message, assertThrows(ConfigurationException.class, action).getMessage());
    }

    @Test
    void shouldRefuseWhatItWouldDrop() throws Exception {
        Training own = Training.of("a2c", TrainingTest::cartPole);
        assertRefused(
                "env-option: it is for environments that are found by name, and this program makes its own; give it to "
                        + "the supplier",
                () -> own.set("env-option", Map.of("gravity", "9.81")));
        assertRefused(
                "eval-every 0: it must be above 0, or onEvaluation is never called; set it to 100, for example, or "
                        + "remove onEvaluation",
                () -> small().onEvaluation(evaluation -> {}).run());
        small().checkpoints(folder, 8).run();
        assertRefused(
                "init-from: it is for a training from the beginning, and this one has the parameters of its checkpoint; "
                        + "begin a new one with Training.of",
                () -> Training.resume(folder).initFrom(plain));
    }

    @Test
    void shouldNameNoNull() {
        assertRefused(
                "environment: it must be given; give its name, or what makes it: MyEnvironment::new",
                () -> Training.of("ppo", (Supplier<Environment>) null));
        assertRefused(
                "environment: it must be given; give its name, or what makes it: MyEnvironment::new",
                () -> Training.of("ppo", (String) null));
    }

    @Test
    void shouldBeginWithTheParametersGivenLast() throws Exception {
        Path file = folder.resolve("agent.safetensors");
        small().seed(2).run().save(file);

        assertEquals(
                result(small().initFrom(plain)).digest(),
                result(small().initFrom(file).initFrom(plain)).digest());
    }

    @Test
    void shouldTakeValuesOfEveryKind() throws Exception {
        Agent agent = small().set("hidden-sizes", List.of(9, 5))
                .set("norm-adv", true)
                .set("gamma", 0.9)
                .set("schedule", "sync")
                .set("env-option", Map.of())
                .run();

        assertEquals(2 * (4 * 9 + 9 + 9 * 5 + 5) + 5 * 2 + 2 + 5 + 1, agent.parameters().length);
    }

    @Test
    void shouldActAsItDidBeforeItWasSaved() throws Exception {
        Agent agent = plain;
        Path file = folder.resolve("agent.safetensors");
        agent.save(file);
        Agent loaded = Agent.load(file);

        assertArrayEquals(agent.parameters(), loaded.parameters());
        assertEquals(ObservationSpace.floats(4), loaded.observationSpace());
        assertEquals(new ActionSpace.Discrete(2), loaded.actionSpace());
        for (float angle = -0.2f; angle < 0.2f; angle += 0.01f) {
            assertArrayEquals(agent.act(0, 0, angle, 0), loaded.act(0, 0, angle, 0));
        }
        assertEquals(agent.evaluate(3), loaded.evaluate(3));
        assertEquals(agent.evaluate(3), Agent.load(file, TrainingTest::cartPole).evaluate(3));
        assertTrue(loaded.result().isEmpty());
    }

    /** Statistics are parameters: whoever has these acts, is evaluated and goes on with them. */
    @Test
    void shouldKeepTheStatisticsOfObservationsWithTheAgent() throws Exception {
        Agent agent = normalized().run();
        float[] parameters = agent.parameters();
        Path file = folder.resolve("agent.safetensors");
        agent.save(file);
        Agent loaded = Agent.load(file);

        assertArrayEquals(parameters, loaded.parameters());
        assertNotEquals(1, parameters[parameters.length - 1], "a scale that was learnt");
        for (float angle = -0.2f; angle < 0.2f; angle += 0.01f) {
            assertArrayEquals(agent.act(0, 0, angle, 0), loaded.act(0, 0, angle, 0));
        }
        assertEquals(agent.evaluate(3), loaded.evaluate(3));
        assertEquals(
                result(normalized().initFrom(agent)).digest(),
                result(normalized().initFrom(file)).digest());
        String refused = assertThrows(
                        ConfigurationException.class,
                        () -> small().initFrom(file).run())
                .getMessage();
        assertTrue(refused.contains("its normalisation: clip 10.0, this run's: none"), refused);
        try (CheckpointFile model = CheckpointFile.open(file)) {
            assertEquals("clip 10.0", model.metadata("network.normalisation"));
            assertEquals("true", model.metadata("setting.norm-obs"));
        }
    }

    private static Training normalized() {
        return small().set("norm-obs", true).set("norm-reward", true);
    }

    @Test
    void shouldRefuseWhatItCannotSee() {
        Agent agent = plain;

        assertEquals(
                "the agent sees float32[4], 4 elements, and was shown 3 of float32",
                assertThrows(IllegalArgumentException.class, () -> agent.act(1, 2, 3))
                        .getMessage());
        assertThrows(IllegalArgumentException.class, () -> agent.act(new byte[4]));
        assertThrows(ConfigurationException.class, () -> agent.evaluate(0));
    }

    /** Three actions, of which the greatest forbidden one would be worth most. */
    private static final class Masked implements Environment {
        private final ObservationSpace space = ObservationSpace.floats(1).withMask(new ActionSpace.Discrete(3));
        private int steps;

        @Override
        public EnvironmentSpec spec() {
            return new EnvironmentSpec("Masked", space, new ActionSpace.Discrete(3), 0, Double.NaN);
        }

        @Override
        public void reset(long seed, ObservationSlot out) {
            steps = 0;
            observe(out);
        }

        @Override
        public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
            int forbidden = steps % 3;
            if (actions[offset] == forbidden) {
                throw new IllegalStateException("action " + forbidden + " is forbidden");
            }
            steps++;
            result.set(actions[offset], steps == 10, false);
            observe(out);
        }

        private void observe(ObservationSlot out) {
            out.set(0, steps / 10f);
            for (int action = 0; action < 3; action++) {
                space.allow(out, action, action != steps % 3);
            }
        }
    }

    @Test
    void shouldActWithAllowedActionsAlone() throws Exception {
        Agent agent = Training.of("a2c", Masked::new)
                .set("hidden-sizes", List.of(8))
                .timesteps(400)
                .run();
        Path file = folder.resolve("agent.safetensors");
        agent.save(file);
        Agent loaded = Agent.load(file);
        assertEquals(3, loaded.observationSpace().mask());
        for (int action = 0; action < 3; action++) {
            float[] seen = {0.5f, 0, 0, 0};
            seen[1 + action] = 1;
            assertArrayEquals(new float[] {action}, loaded.act(seen));
        }
        assertThrows(IllegalArgumentException.class, () -> loaded.act(0.5f));
        assertEquals(agent.evaluate(3), Agent.load(file, Masked::new).evaluate(3));
    }

    @Test
    void shouldSeeStacksOfObservations() throws Exception {
        Agent agent = small().set("frame-stack", 3).run();

        assertEquals(1, agent.act(new float[12]).length);
        assertThrows(IllegalArgumentException.class, () -> agent.act(new float[4]));
    }

    @Test
    void shouldRefuseToLoadWhatIsNoAgent() throws Exception {
        Path text = Files.writeString(folder.resolve("text"), "no agent");

        assertTrue(assertThrows(ConfigurationException.class, () -> Agent.load(folder.resolve("nowhere")))
                .getMessage()
                .contains("must be there"));
        assertThrows(RuntimeException.class, () -> Agent.load(text));
    }

    @Test
    void shouldBeginWithLearntParameters() throws Exception {
        Path file = folder.resolve("agent.safetensors");
        plain.save(file);

        String ofAgent = result(small().initFrom(plain)).digest();
        assertEquals(ofAgent, result(small().initFrom(file)).digest());
        assertEquals(ofAgent, result(small().set("init-from", file)).digest());
        assertNotEquals(plainDigest(), ofAgent);
        assertThrows(
                ConfigurationException.class,
                () -> small().set("hidden-sizes", List.of(3)).initFrom(plain).run());
    }

    @Test
    void shouldGoOnInTheSameBits() throws Exception {
        Training stopped = small().checkpoints(folder, 4);
        stopped.onInterval(report -> {
            if (report.interval() == 9) {
                stopped.stop();
            }
        });
        assertTrue(result(stopped).stopped());

        assertEquals(plainDigest(), result(Training.resume(folder)).digest());
    }

    @Test
    void shouldGoOnForLonger() throws Exception {
        TrainingResult shorter = result(small().timesteps(256).checkpoints(folder, 3));
        TrainingResult longer = result(Training.resume(folder).timesteps(512));

        assertEquals(256, shorter.timesteps());
        assertEquals(plainDigest(), longer.digest()); // nothing of A2C is annealed
        assertThrows(
                ConfigurationException.class,
                () -> Training.resume(folder).timesteps(256).run());
        assertThrows(ConfigurationException.class, () -> Training.resume(folder).seed(2));
        assertThrows(ConfigurationException.class, () -> Training.resume(folder.resolve("nothing")));
    }

    /** 300 intervals of A2C, which a return ends early. */
    private static Training endingEarly() {
        return small().timesteps(9600)
                .set("stop-when", "return >= 15")
                .set("eval-every", 30)
                .set("eval-episodes", 2);
    }

    @Test
    void shouldGoOnWithItsEvaluationsAndEndEarly() throws Exception {
        TrainingResult whole = result(endingEarly());
        List<Long> evaluations = new ArrayList<>();
        Training stopped = endingEarly().checkpoints(folder, 20);
        AtomicBoolean evaluated = new AtomicBoolean();
        stopped.onEvaluation(record -> evaluated.set(true));
        stopped.onInterval(report -> {
            if (report.interval() == 33) {
                while (!evaluated.get()) { // or the resumed run does it
                    Thread.onSpinWait();
                }
                stopped.stop();
            }
        });
        assertTrue(result(stopped).stopped());
        TrainingResult resumed = result(Training.resume(folder)
                .checkpoints(folder, 20)
                .onEvaluation(record -> evaluations.add(record.interval())));
        TrainingResult again = result(Training.resume(folder));

        assertTrue(whole.timesteps() < 9600, "it ends early");
        assertEquals(whole.digest(), resumed.digest());
        assertEquals(whole.timesteps(), resumed.timesteps());
        assertEquals(60, evaluations.get(0));
        assertEquals(whole.digest(), again.digest());
        assertFalse(again.stopped(), "it is complete");
    }

    @Test
    void shouldGoOnFromItsEnd() throws Exception {
        small().timesteps(500).checkpoints(folder, 4).run();

        assertEquals(plainDigest(), result(Training.resume(folder)).digest());
        assertThrows(
                ConfigurationException.class,
                () -> Training.resume(folder).timesteps(500).run());
    }

    @Test
    void shouldAbortWhereItIsStoppedDuringSetUp() {
        Training training = small();
        training.stop();

        assertThrows(RunAbortedException.class, training::run);
    }

    @Test
    void shouldRefuseParametersOfAnotherDigest() throws Exception {
        Path file = folder.resolve("agent.safetensors");
        plain.save(file);
        String digest = plain.result().orElseThrow().parameterDigest();

        result(small().set("init-from", file).set("init-digest", digest));
        result(small().initFrom(plain).set("init-digest", digest));
        assertRefused(
                "--init-from " + file + ": it must hold the parameters of digest abc, and holds those of " + digest
                        + "; give the file with those, or remove init-digest to make another run",
                () -> small().set("init-from", file).set("init-digest", "abc").run());
        assertThrows(
                ConfigurationException.class,
                () -> small().initFrom(plain).set("init-digest", "abc").run());
        assertRefused(
                "init-digest abc: it is for --init-from only; remove it, or say where the parameters are",
                () -> small().set("init-digest", "abc").run());
    }
}
