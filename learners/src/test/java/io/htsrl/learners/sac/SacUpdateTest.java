package io.htsrl.learners.sac;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.policy.SquashedGaussian.LogStd;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.work.Team;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.offpolicy.Batches;
import io.htsrl.learners.offpolicy.EntropySettings;
import io.htsrl.learners.offpolicy.Learning;
import io.htsrl.learners.offpolicy.NaiveNet;
import io.htsrl.learners.offpolicy.Temperature;
import io.htsrl.replay.ReplayBatch;
import io.htsrl.storage.StorageBank;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * One whole update of SAC against losses written down in double and differentiated by differences: by an optimizer whose
 * step is the gradient, and with draws that are known.
 */
class SacUpdateTest {
    private static final int BATCH = 6;
    private static final int WIDTH = 2;
    private static final int[] ACTOR = {Learning.INPUTS, Learning.HIDDEN, 2 * WIDTH};
    private static final int[] CRITIC = {Learning.INPUTS + WIDTH, Learning.HIDDEN, 1};
    private static final int FIRST_CRITIC = NaiveNet.parameters(ACTOR);
    private static final int CRITIC_SIZE = NaiveNet.parameters(CRITIC);
    private static final int LOG_ALPHA = FIRST_CRITIC + 2 * CRITIC_SIZE;
    private static final double RATE = 0.1;
    private static final double GREATEST = 2e-3;

    private final StorageBank bank = Batches.bank(4, 2, Learning.INPUTS, WIDTH, 2 * WIDTH, 3);

    private static SacConfig config(boolean stableBaselines, int batches) {
        EntropySettings entropy = new EntropySettings(
                true,
                0.3,
                Optional.empty(),
                stableBaselines ? Temperature.Loss.LOG : Temperature.Loss.EXP,
                stableBaselines,
                !stableBaselines,
                stableBaselines ? LogStd.CLAMP : LogStd.TANH,
                0,
                1);
        return new SacConfig(
                Learning.plain(RATE),
                Learning.settings(7, Learning.plainRate(RATE), stableBaselines ? 0.5 : 1, 1, 0.25),
                entropy,
                Learning.replay(BATCH, batches));
    }

    /** Draws of one row: the action, and its log-probability. */
    private record Drawn(double[] action, double logProbability) {}

    private static Drawn draw(
            SacConfig config, double[] phi, float[] observations, int row, RandomStream noise, double shift) {
        double[] rows = NaiveNet.forward(phi, 0, Learning.input(observations, row, new double[0]), ACTOR);
        double[] action = new double[WIDTH];
        double logProbability = shift;
        for (int j = 0; j < WIDTH; j++) {
            double s = rows[WIDTH + j];
            double log = config.entropy().logStd() == LogStd.TANH
                    ? -5 + 0.5 * 7 * (Math.tanh(s) + 1)
                    : Math.max(-20, Math.min(2, s));
            double epsilon = noise.normal(row, j);
            action[j] = Math.tanh(rows[j] + Math.exp(log) * epsilon);
            logProbability -= epsilon * epsilon / 2 + log + Math.log(2 * Math.PI) / 2;
            logProbability -= Math.log(1 - action[j] * action[j]);
        }
        return new Drawn(action, logProbability);
    }

    private static double value(double[] phi, int critic, float[] observations, int row, double[] action) {
        return NaiveNet.forward(
                phi, FIRST_CRITIC + critic * CRITIC_SIZE, Learning.input(observations, row, action), CRITIC)[0];
    }

    private static double least(double[] phi, float[] observations, int row, double[] action) {
        return Math.min(value(phi, 0, observations, row, action), value(phi, 1, observations, row, action));
    }

    /** φ after a step down a loss by the elements from {@code from} to {@code to}. */
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

    /** The mean of what a loss is of each batch, with the batch's own noise. */
    private static double mean(LearnerInputs inputs, ReplayBatch[] batches, OfBatch of) {
        double sum = 0;
        for (int b = 0; b < batches.length; b++) {
            sum += of.value(batches[b], Learning.streamOf(inputs, "noise", b)) / batches.length;
        }
        return sum;
    }

    /** Of a batch. */
    private interface OfBatch {
        double value(ReplayBatch batch, RandomStream noise);
    }

    private static double[] naive(SacConfig config, LearnerInputs inputs, double[] start, ReplayBatch[] batches) {
        double shift = config.entropy().scaledEntropy() ? -Math.log(1.5) - Math.log(3.5) : 0;
        boolean first = config.entropy().alphaFirst();
        double alpha = Math.exp(start[LOG_ALPHA]);
        double[] learnt = descend(
                start,
                phi -> mean(
                        inputs, batches, (batch, noise) -> criticLoss(config, start, phi, alpha, batch, noise, shift)),
                FIRST_CRITIC,
                LOG_ALPHA);
        double[] acted = descend(
                learnt,
                phi -> mean(
                        inputs, batches, (batch, noise) -> actorLoss(config, phi, learnt, alpha, batch, noise, shift)),
                0,
                FIRST_CRITIC);
        double logProbability = mean(inputs, batches, (batch, noise) -> {
            double sum = 0;
            for (int row = 0; row < BATCH; row++) {
                RandomStream draws = noise.spawn(first ? 1 : 2);
                sum += draw(config, first ? start : acted, batch.floatObservations(), row, draws, shift)
                        .logProbability();
            }
            return sum / BATCH;
        });
        double wanted = logProbability - WIDTH; // the target entropy is minus the width
        ToDoubleFunction<double[]> alphaLoss = phi -> -(first ? phi[LOG_ALPHA] : Math.exp(phi[LOG_ALPHA])) * wanted;
        return descend(acted, alphaLoss, LOG_ALPHA, LOG_ALPHA + 1);
    }

    private static double criticLoss(
            SacConfig config,
            double[] start,
            double[] phi,
            double alpha,
            ReplayBatch batch,
            RandomStream noise,
            double shift) {
        float[] next = batch.floatNextObservations();
        double sum = 0;
        for (int row = 0; row < BATCH; row++) {
            Drawn drawn = draw(config, start, next, row, noise.spawn(0), shift);
            double after = least(start, next, row, drawn.action()) - alpha * drawn.logProbability();
            double target = batch.returns()[row] + batch.discounts()[row] * after;
            double[] action = {batch.actions()[2 * row], batch.actions()[2 * row + 1]};
            for (int critic = 0; critic < 2; critic++) {
                double error = value(phi, critic, batch.floatObservations(), row, action) - target;
                sum += config.learning().criticLossCoef() * error * error / BATCH;
            }
        }
        return sum;
    }

    private static double actorLoss(
            SacConfig config,
            double[] phi,
            double[] learnt,
            double alpha,
            ReplayBatch batch,
            RandomStream noise,
            double shift) {
        float[] now = batch.floatObservations();
        double sum = 0;
        for (int row = 0; row < BATCH; row++) {
            Drawn drawn = draw(config, phi, now, row, noise.spawn(1), shift);
            sum += (alpha * drawn.logProbability() - least(learnt, now, row, drawn.action())) / BATCH;
        }
        return sum;
    }

    @ParameterizedTest
    @CsvSource({"true, 1", "false, 1", "true, 2", "false, 3"})
    void shouldMakeTheUpdateThatIsWrittenDown(boolean stableBaselines, int batches) {
        SacConfig config = config(stableBaselines, batches);
        LearnerInputs inputs = Learning.inputs(config, bank, Learning.box(WIDTH), Team.alone());
        float[] parameters = Learning.parameters(inputs);
        double[] start = Learning.widen(parameters);
        double[] expected = naive(config, inputs, start, Learning.firstBatches(config, inputs, bank));

        new Sac().learner(config, inputs).update(bank, parameters.clone(), parameters, 0);

        double moved = 0;
        for (int i = 0; i < expected.length; i++) {
            double change = expected[i] - start[i];
            assertEquals(change, parameters[i] - start[i], GREATEST * Math.abs(change) + 2e-5, "parameter " + i);
            moved += Math.abs(change) > 1e-3 ? 1 : 0;
        }
        assertTrue(moved > expected.length / 2.0, moved + " parameters have moved");
        assertTrue(Math.abs(expected[LOG_ALPHA] - start[LOG_ALPHA]) > 1e-3);
    }
}
