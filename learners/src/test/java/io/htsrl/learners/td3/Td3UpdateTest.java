package io.htsrl.learners.td3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.random.RandomStream;
import io.htsrl.core.work.Team;
import io.htsrl.learners.Learner;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.offpolicy.Batches;
import io.htsrl.learners.offpolicy.Learning;
import io.htsrl.learners.offpolicy.NaiveNet;
import io.htsrl.policies.network.Tensor;
import io.htsrl.replay.ReplayBatch;
import io.htsrl.storage.StorageBank;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares updates of TD3 and DDPG, one after another, with losses in double, differentiated by differences. */
class Td3UpdateTest {
    private static final int BATCH = 12;
    private static final int WIDTH = 2;
    private static final int[] ACTOR = {Learning.INPUTS, Learning.HIDDEN, WIDTH};
    private static final int[] CRITIC = {Learning.INPUTS + WIDTH, Learning.HIDDEN, 1};
    private static final int FIRST_CRITIC = NaiveNet.parameters(ACTOR);
    private static final int CRITIC_SIZE = NaiveNet.parameters(CRITIC);
    private static final double RATE = 0.1;
    private static final double NOISE = 0.4;
    private static final double CLIP = 0.5;

    private static final int ROWS = 8;
    private static final float TAU = 0.5f;

    private static StorageBank bank(int update) {
        return Batches.bank(ROWS / 2, 2, Learning.INPUTS, WIDTH, WIDTH, 3 + update);
    }

    private static DeterministicConfig config(int critics, int frequency, int batches, int updates, double bcAlpha) {
        NoiseSettings noise = new NoiseSettings(0.1, NoiseSettings.NoiseType.GAUSSIAN);
        var settings = Learning.oneUpdatePer(ROWS / updates, Learning.plainRate(RATE), 1, frequency, TAU);
        return critics == 1
                ? new DdpgConfig(Learning.plainRms(RATE), settings, noise, Learning.replay(BATCH, batches))
                : new Td3Config(
                        Learning.plainRms(RATE),
                        settings,
                        noise,
                        Learning.replay(BATCH, batches),
                        NOISE,
                        CLIP,
                        bcAlpha);
    }

    private static double[] act(double[] phi, float[] observations, int row) {
        double[] rows = NaiveNet.forward(phi, 0, Learning.input(observations, row, new double[0]), ACTOR);
        return Arrays.stream(rows).map(Math::tanh).toArray();
    }

    private static double value(double[] phi, int critic, float[] observations, int row, double[] action) {
        return NaiveNet.forward(
                phi, FIRST_CRITIC + critic * CRITIC_SIZE, Learning.input(observations, row, action), CRITIC)[0];
    }

    private static double[] descend(double[] phi, ToDoubleFunction<double[]> loss, int from, int to) {
        double[] next = phi.clone();
        for (int i = from; i < to; i++) {
            double[] above = phi.clone();
            double[] below = phi.clone();
            above[i] += 1e-6;
            below[i] -= 1e-6;
            next[i] -= RATE * (loss.applyAsDouble(above) - loss.applyAsDouble(below)) / 2e-6;
        }
        return next;
    }

    private static double smoothed(double action, double epsilon, int critics) {
        double noise = critics == 1 ? 0 : Math.max(-CLIP, Math.min(CLIP, NOISE * epsilon));
        return Math.max(-1, Math.min(1, action + noise));
    }

    /** One update, of batches that are drawn. */
    private record Update(int critics, double bcAlpha, LearnerInputs inputs, ReplayBatch[] batches, int number) {

        /** Returns each row's sum of the critics' weighted squared errors, and the mean of their errors' sizes. */
        double[][] errors(double[] phi, double[] targets, int batchNumber) {
            ReplayBatch batch = batches[batchNumber];
            RandomStream noise = Learning.streamOf(inputs, "noise", batchNumber, number);
            float[] next = batch.floatNextObservations();
            double[][] errors = new double[BATCH][2];
            for (int row = 0; row < BATCH; row++) {
                double[] after = act(targets, next, row);
                for (int j = 0; j < WIDTH; j++) {
                    after[j] = smoothed(after[j], noise.normal(row, j), critics);
                }
                double least = Double.POSITIVE_INFINITY;
                for (int critic = 0; critic < critics; critic++) {
                    least = Math.min(least, value(targets, critic, next, row, after));
                }
                double target = batch.returns()[row] + batch.discounts()[row] * least;
                double[] action = {batch.actions()[2 * row], batch.actions()[2 * row + 1]};
                for (int critic = 0; critic < critics; critic++) {
                    double error = value(phi, critic, batch.floatObservations(), row, action) - target;
                    errors[row][0] += batch.weights()[row] * error * error;
                    errors[row][1] += Math.abs(error) / critics;
                }
            }
            return errors;
        }

        double criticLoss(double[] phi, double[] targets) {
            double sum = 0;
            for (int b = 0; b < batches.length; b++) {
                for (double[] row : errors(phi, targets, b)) {
                    sum += row[0] / (BATCH * batches.length);
                }
            }
            return sum;
        }

        double actorLoss(double[] phi, double[] learnt) {
            double sum = 0;
            for (ReplayBatch batch : batches) {
                float[] now = batch.floatObservations();
                double magnitude = 0;
                for (int row = 0; row < BATCH; row++) {
                    magnitude += Math.abs(value(learnt, 0, now, row, act(learnt, now, row))) / BATCH;
                }
                double weight = bcAlpha == 0 ? 1 : bcAlpha / magnitude; // of the parameters before: not differentiated
                for (int row = 0; row < BATCH; row++) {
                    double[] action = act(phi, now, row);
                    double distance = 0;
                    for (int j = 0; j < WIDTH && bcAlpha > 0; j++) {
                        distance += Math.pow(action[j] - batch.actions()[WIDTH * row + j], 2) / WIDTH;
                    }
                    sum += (distance - weight * value(learnt, 0, now, row, action)) / (BATCH * batches.length);
                }
            }
            return sum;
        }

        /** φ after it. */
        double[] make(double[] start, double[] targets, boolean acts) {
            double[] learnt = descend(start, phi -> criticLoss(phi, targets), FIRST_CRITIC, start.length);
            return acts ? descend(learnt, phi -> actorLoss(phi, learnt), 0, FIRST_CRITIC) : learnt;
        }

        float[][] priorities(double[] start, double[] targets) {
            float[][] errors = new float[batches.length][BATCH];
            for (int b = 0; b < errors.length; b++) {
                double[][] each = errors(start, targets, b);
                for (int row = 0; row < BATCH; row++) {
                    errors[b][row] = (float) each[row][1];
                }
            }
            return errors;
        }
    }

    /** @param updates of each bank */
    @ParameterizedTest
    @CsvSource({
        "1, 1, 1, 1, 0",
        "2, 1, 1, 1, 0",
        "1, 2, 2, 1, 0",
        "2, 3, 2, 1, 0",
        "2, 1, 2, 1, 0",
        "2, 1, 1, 2, 0",
        "1, 1, 2, 4, 0",
        "2, 1, 1, 1, 2.5",
        "2, 2, 1, 1, 0.5",
        "2, 1, 2, 2, 2.5"
    })
    void shouldMakeTheUpdatesThatAreWrittenDown(int critics, int batches, int frequency, int updates, double bcAlpha) {
        DeterministicConfig config = config(critics, frequency, batches, updates, bcAlpha);
        LearnerInputs inputs = Learning.inputs(config, bank(0), Learning.box(WIDTH), Team.alone());
        Learner learner = new Td3Learner(config, inputs);
        Learning.Draws draws = new Learning.Draws(config, inputs);
        float[] parameters = Learning.parameters(inputs);
        float[] targets = parameters.clone();
        for (int interval = 0; interval < 4; interval++) {
            draws.append(bank(interval));
            double[] start = Learning.widen(parameters);
            double[] phi = start;
            double[] followers = Learning.widen(targets);
            for (int number = interval * updates; number < (interval + 1) * updates; number++) {
                Update update = new Update(critics, bcAlpha, inputs, draws.next(), number);
                boolean acts = number % frequency == frequency - 1;
                double[] next = update.make(phi, followers, acts);
                draws.learnt(update.priorities(phi, followers));
                phi = next;
                if (acts) {
                    Learning.follow(followers, phi, TAU);
                }
            }

            learner.update(bank(interval), parameters.clone(), parameters, interval);

            String when = "in interval " + interval;
            compare(start, phi, parameters, inputs.policy().tensors(), when);
            if (updates > 1) {
                targets = Learning.narrow(followers);
            } else {
                if (interval % frequency == frequency - 1) {
                    Learning.follow(targets, parameters, TAU);
                }
                Learning.assertTargets(targets, learner, inputs.policy().tensors(), when);
            }
        }
    }

    private static void compare(double[] start, double[] expected, float[] actual, List<Tensor> tensors, String when) {
        for (Tensor tensor : tensors) {
            double most = 0;
            for (int i = tensor.offset(); i < tensor.end(); i++) {
                double change = expected[i] - start[i];
                assertEquals(change, actual[i] - start[i], 2e-3 * Math.abs(change) + 2e-5, tensor.name() + " " + when);
                most = Math.max(most, Math.abs(change));
            }
            boolean critic = tensor.name().startsWith("critic");
            assertTrue(!critic || most > 1e-4, tensor.name() + " " + when + " has moved by " + most);
        }
    }

    @Test
    void shouldLeaveTheActorAloneUntilItsTurn() {
        DeterministicConfig config = config(2, 2, 1, 1, 0);
        LearnerInputs inputs = Learning.inputs(config, bank(0), Learning.box(WIDTH), Team.alone());
        float[] from = Learning.parameters(inputs);
        float[] parameters = from.clone();
        new Td3Learner(config, inputs).update(bank(0), from.clone(), parameters, 0); // one update is due
        assertTrue(Arrays.equals(from, 0, FIRST_CRITIC, parameters, 0, FIRST_CRITIC));
        assertTrue(!Arrays.equals(from, parameters));
    }
}
