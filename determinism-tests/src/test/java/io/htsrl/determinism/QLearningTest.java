package io.htsrl.determinism;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.checkpoints.CheckpointFolder;
import io.htsrl.cli.Hts;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.environments.OracleChain;
import io.htsrl.trainer.Agent;
import io.htsrl.trainer.Training;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.CheckpointPlan;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.run.Trainer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a table in the whole pipeline: the serial digest, checkpoints, files, and the values that are known. */
@Timeout(1800)
class QLearningTest {
    private static final int KEEP_ALL = 1000;

    @TempDir
    Path folder;

    private static RunConfig config(String environment, String more) {
        return Hts.configure(("--algo q-learning --env " + environment + " --num-envs 5 --sync-interval 7 "
                        + "--total-timesteps 1400 " + more)
                .split(" "));
    }

    private static String digest(RunConfig config) throws Exception {
        return new Trainer(config, Attachments.none()).run().digest();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Blackjack-v1", "OracleChain-v0"})
    void shouldGiveTheSerialDigestWhateverTheThreads(String environment) throws Exception {
        String oracle = digest(config(environment, "--schedule serial"));

        for (String threads : List.of(
                "--actors 0 --executors 1",
                "--actors 2 --executors 3 --actor-batch 2",
                "--learners 2 --wait blocking")) {
            assertEquals(oracle, digest(config(environment, threads)), threads);
        }
        assertNotEquals(oracle, digest(config(environment, "--seed 2")));
    }

    @Test
    void shouldEndInTheSameBitsFromEveryCheckpoint() throws Exception {
        RunConfig config = config("OracleChain-v0", "--anneal-lr");
        TrainingResult whole = run(config, 5, null);
        int resumed = 0;
        for (Path path : new CheckpointFolder(folder, KEEP_ALL).list()) {
            try (CheckpointFile checkpoint = CheckpointFile.open(path)) {
                TrainingResult rest = run(config, 0, checkpoint);
                assertEquals(whole.digest(), rest.digest(), path.toString());
                assertArrayEquals(whole.parameters(), rest.parameters());
                resumed++;
            }
        }
        assertTrue(resumed >= 7, resumed + " checkpoints");
    }

    private TrainingResult run(RunConfig config, long every, CheckpointFile from) throws Exception {
        CheckpointPlan plan = CheckpointPlan.of(folder, every, KEEP_ALL, from);
        return new Trainer(config, Attachments.none().with(plan)).run();
    }

    /** The chain's episodes are cut off after 8 steps, of which its exact values know nothing. */
    @ParameterizedTest
    @CsvSource({"0.8, hts", "0.99, hts", "0.99, sync"})
    void shouldFindTheOptimalActionValues(double gamma, String schedule) throws Exception {
        float[] table = new Trainer(
                        Hts.configure(
                                ("--algo q-learning --env OracleChain-v0 --total-timesteps 150000 --learning-rate 0.05 "
                                                + "--anneal-lr --end-e 0.5 --gamma " + gamma + " --schedule "
                                                + schedule)
                                        .split(" ")),
                        Attachments.none())
                .run()
                .parameters();
        OracleChainValues oracle = new OracleChainValues(gamma);
        double[][] expected = oracle.actionValues(oracle.optimal());
        for (int state = 0; state < OracleChain.STATES; state++) {
            for (int action = 0; action < 2; action++) {
                assertEquals(expected[state][action], table[2 * state + action], 0.03, state + ", " + action);
            }
        }
    }

    @Test
    void shouldPlayBlackjackNearlyAsWellAsCanBeAndAgainFromAFile() throws Exception {
        Agent agent =
                Training.of("q-learning", "Blackjack-v1").timesteps(400_000).run();
        Path file = folder.resolve("agent.safetensors");
        agent.save(file);
        Agent loaded = Agent.load(file);

        assertArrayEquals(agent.parameters(), loaded.parameters());
        assertArrayEquals(new int[] {32, 11, 2}, loaded.observationSpace().choices());
        // the best policy's is -0.043, sticking at 20 and above -0.350, drawn actions -0.39
        double mean = loaded.evaluate(20_000, 1).meanReturn();
        assertTrue(mean > -0.1, "a mean return of " + mean);
    }

    @Test
    void shouldBeRefusedWhereObservationsAreNotOneHot() {
        String message = assertThrows(
                        ConfigurationException.class,
                        () -> Hts.configure("--algo", "q-learning", "--env", "CartPole-v1")
                                .check())
                .getMessage();

        assertEquals(
                "--env CartPole-v1: it must have one-hot observations for q-learning, and has float32[4]; choose another"
                        + " algorithm, or an environment that fits; 'hts envs' lists them",
                message);
    }

    /** Of other algorithms a table is a network like any other. */
    @ParameterizedTest
    @ValueSource(strings = {"a2c", "ppo", "dqn"})
    void shouldLetOtherAlgorithmsLearnTables(String algorithm) throws Exception {
        String flags = "--algo " + algorithm + " --env Blackjack-v1 --network table --num-envs 4 --sync-interval 8 "
                + "--total-timesteps 640" + (algorithm.equals("dqn") ? " --learning-starts 100" : "");
        RunConfig hts = Hts.configure((flags + " --actors 1 --executors 2").split(" "));
        TrainingResult result = new Trainer(hts, Attachments.none()).run();

        assertEquals(digest(Hts.configure((flags + " --schedule serial").split(" "))), result.digest());
        boolean learnt = false;
        for (float parameter : result.parameters()) {
            learnt |= parameter != 0;
        }
        assertTrue(learnt, "the table is still empty");
    }
}
