package io.htsrl.learners.td3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.random.RandomStream;
import io.htsrl.core.work.Team;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.offpolicy.Batches;
import io.htsrl.learners.offpolicy.Learning;
import io.htsrl.learners.offpolicy.NaiveNet;
import io.htsrl.replay.ReplayBatch;
import io.htsrl.storage.StorageBank;
import java.util.Arrays;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One whole update of TD3 and of DDPG against losses in double, differentiated by differences. */
class Td3UpdateTest {
    private static final int BATCH = 6;
    private static final int WIDTH = 2;
    private static final int[] ACTOR = {Learning.INPUTS, Learning.HIDDEN, WIDTH};
    private static final int[] CRITIC = {Learning.INPUTS + WIDTH, Learning.HIDDEN, 1};
    private static final int FIRST_CRITIC = NaiveNet.parameters(ACTOR);
    private static final int CRITIC_SIZE = NaiveNet.parameters(CRITIC);
    private static final double RATE = 0.1;
    private static final double NOISE = 0.4;
    private static final double CLIP = 0.5;

    private final StorageBank bank = Batches.bank(4, 2, Learning.INPUTS, WIDTH, WIDTH, 3);

    private static DeterministicConfig config(int critics, int frequency, int batches) {
        NoiseSettings noise = new NoiseSettings(0.1, NoiseSettings.NoiseType.GAUSSIAN);
        var settings = Learning.settings(7, Learning.plainRate(RATE), 1, frequency, 0.25);
        return critics == 1
                ? new DdpgConfig(Learning.plain(RATE), settings, noise, Learning.replay(BATCH, batches))
                : new Td3Config(Learning.plain(RATE), settings, noise, Learning.replay(BATCH, batches), NOISE, CLIP);
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

    private static double[] naive(
            int critics, boolean acts, LearnerInputs inputs, double[] start, ReplayBatch[] batches) {
        ToDoubleFunction<double[]> criticLoss = phi -> {
            double sum = 0;
            for (int b = 0; b < batches.length; b++) {
                RandomStream noise = Learning.streamOf(inputs, "noise", b);
                sum += criticLoss(critics, start, phi, batches[b], noise) / batches.length;
            }
            return sum;
        };
        double[] learnt = descend(start, criticLoss, FIRST_CRITIC, start.length);
        ToDoubleFunction<double[]> actorLoss = phi -> {
            double sum = 0;
            for (ReplayBatch batch : batches) {
                float[] now = batch.floatObservations();
                for (int row = 0; row < BATCH; row++) {
                    sum -= value(learnt, 0, now, row, act(phi, now, row)) / (BATCH * batches.length);
                }
            }
            return sum;
        };
        return acts ? descend(learnt, actorLoss, 0, FIRST_CRITIC) : learnt;
    }

    private static double criticLoss(int critics, double[] start, double[] phi, ReplayBatch batch, RandomStream noise) {
        float[] next = batch.floatNextObservations();
        double sum = 0;
        for (int row = 0; row < BATCH; row++) {
            double[] after = act(start, next, row);
            for (int j = 0; j < WIDTH; j++) {
                after[j] = smoothed(after[j], noise.normal(row, j), critics);
            }
            double least = Double.POSITIVE_INFINITY;
            for (int critic = 0; critic < critics; critic++) {
                least = Math.min(least, value(start, critic, next, row, after));
            }
            double target = batch.returns()[row] + batch.discounts()[row] * least;
            double[] action = {batch.actions()[2 * row], batch.actions()[2 * row + 1]};
            for (int critic = 0; critic < critics; critic++) {
                double error = value(phi, critic, batch.floatObservations(), row, action) - target;
                sum += error * error / BATCH;
            }
        }
        return sum;
    }

    private static float[] update(DeterministicConfig config, LearnerInputs inputs, StorageBank bank, float[] from) {
        float[] parameters = from.clone();
        new Td3Learner(config, inputs).update(bank, from.clone(), parameters, 0);
        return parameters;
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 1", "1, 2", "2, 3"})
    void shouldMakeTheUpdateThatIsWrittenDown(int critics, int batches) {
        DeterministicConfig config = config(critics, 1, batches);
        LearnerInputs inputs = Learning.inputs(config, bank, Learning.box(WIDTH), Team.alone());
        float[] from = Learning.parameters(inputs);
        double[] start = Learning.widen(from);
        double[] expected = naive(critics, true, inputs, start, Learning.firstBatches(config, inputs, bank));

        float[] parameters = update(config, inputs, bank, from);

        double moved = 0;
        for (int i = 0; i < expected.length; i++) {
            double change = expected[i] - start[i];
            assertEquals(change, parameters[i] - start[i], 2e-3 * Math.abs(change) + 2e-5, "parameter " + i);
            moved += Math.abs(change) > 1e-3 ? 1 : 0;
        }
        assertTrue(moved > expected.length / 2.0, moved + " parameters have moved");
    }

    @Test
    void shouldLeaveTheActorAloneUntilItsTurn() {
        DeterministicConfig config = config(2, 2, 1);
        LearnerInputs inputs = Learning.inputs(config, bank, Learning.box(WIDTH), Team.alone());
        float[] from = Learning.parameters(inputs);
        float[] parameters = update(config, inputs, bank, from); // one update is due
        assertTrue(Arrays.equals(from, 0, FIRST_CRITIC, parameters, 0, FIRST_CRITIC));
        assertTrue(!Arrays.equals(from, parameters));
    }
}
