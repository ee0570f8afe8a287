package io.htsrl.determinism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.Hts;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.run.Perturbation;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.environments.OracleChain;
import io.htsrl.policies.acting.Networks;
import io.htsrl.policies.network.Heads;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.run.Trainer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The whole pipeline learns the exactly known answer. The chain's episodes are cut off after 8 steps, and its exact
 * values know no such limit: a learner that took truncation for termination would miss them.
 */
@Timeout(1800)
@Tag("slow")
class OracleLearningTest {
    private static final int STATES = OracleChain.STATES;

    /** Output rows of the five states. */
    private static float[][] outputs(RunConfig config, Heads heads) throws Exception {
        float[] parameters = new Trainer(config, timing(config)).run().parameters();
        Policy policy = Networks.create(config.network(), ObservationSpace.floats(STATES), 1, 2, heads);
        Policy.Snapshot snapshot = policy.newSnapshot();
        snapshot.load(parameters);
        float[] oneHot = new float[STATES * STATES];
        ObservationBatch batch = new ObservationBatch(STATES);
        batch.over(oneHot);
        int[] offsets = new int[STATES];
        for (int state = 0; state < STATES; state++) {
            oneHot[state * STATES + state] = 1;
            batch.add(state * STATES);
            offsets[state] = state * policy.outputWidth();
        }
        float[] flat = new float[STATES * policy.outputWidth()];
        policy.newForward().forward(snapshot, batch, flat, offsets);
        float[][] rows = new float[STATES][policy.outputWidth()];
        for (int state = 0; state < STATES; state++) {
            System.arraycopy(flat, offsets[state], rows[state], 0, policy.outputWidth());
        }
        return rows;
    }

    /** An asynchronous run by turns, so that what is learnt is the same every time. */
    private static Attachments timing(RunConfig config) {
        if (config.pipeline().schedule() != Schedule.ASYNC) {
            return Attachments.none();
        }
        Turns turns = new Turns(config, 1);
        return Attachments.none().with((Perturbation) turns).with((TrainingListener) turns);
    }

    private static RunConfig config(String algorithm, double gamma, String schedule, String... more) {
        String[] flags = {
            "--algo",
            algorithm,
            "--env",
            "OracleChain-v0",
            "--gamma",
            String.valueOf(gamma),
            "--schedule",
            schedule,
            "--total-timesteps",
            "60000",
            "--hidden-sizes",
            "32",
            "--sync-interval",
            "16"
        };
        String[] all = new String[flags.length + more.length];
        System.arraycopy(flags, 0, all, 0, flags.length);
        System.arraycopy(more, 0, all, flags.length, more.length);
        return Hts.configure(all);
    }

    @ParameterizedTest
    @CsvSource({"0.8, sync", "0.99, hts"})
    void shouldFindTheOptimalActionValues(double gamma, String schedule) throws Exception {
        RunConfig config = config(
                "dqn",
                gamma,
                schedule,
                "--learning-rate",
                "2e-3",
                "--anneal-lr",
                "--train-frequency",
                "8",
                "--end-e",
                "0.3",
                "--learning-starts",
                "1000",
                "--target-network-frequency",
                "256");
        float[][] rows = outputs(config, Heads.DUELING);
        OracleChainValues oracle = new OracleChainValues(gamma);
        double[][] expected = oracle.actionValues(oracle.optimal());
        for (int state = 0; state < STATES; state++) {
            double mean = (rows[state][0] + rows[state][1]) / 2;
            for (int action = 0; action < 2; action++) {
                double value = rows[state][2] + rows[state][action] - mean;
                assertEquals(expected[state][action], value, 0.06, "Q of state " + state + ", action " + action);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "a2c, 0.8, sync",
        "a2c, 0.99, hts",
        "a2c, 0.99, async",
        "ppo, 0.8, async",
        "ppo, 0.99, hts",
        "ppo, 0.99, sync"
    })
    void shouldFindTheOptimalPolicyAndItsValues(String algorithm, double gamma, String schedule) throws Exception {
        float[][] rows = outputs(
                config(algorithm, gamma, schedule, "--learning-rate", "2e-3", "--anneal-lr"), Heads.ACTOR_CRITIC);
        OracleChainValues oracle = new OracleChainValues(gamma);
        double[] best = oracle.optimalPolicy();
        double[] right = new double[STATES];
        for (int state = 0; state < STATES; state++) {
            right[state] = 1 / (1 + Math.exp(rows[state][0] - rows[state][1]));
            assertTrue(
                    right[state] > 0.5 == best[state] > 0.5,
                    "state " + state + " walks right with " + right[state] + ", optimal " + best[state]);
        }
        double[] values = oracle.ofPolicy(right);
        for (int state = 0; state < STATES; state++) {
            assertEquals(values[state], rows[state][2], 0.08, "V of state " + state);
        }
    }
}
