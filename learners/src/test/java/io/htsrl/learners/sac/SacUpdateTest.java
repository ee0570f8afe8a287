package io.htsrl.learners.sac;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.policy.SquashedGaussian.LogStd;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.work.Team;
import io.htsrl.learners.Learner;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.offpolicy.Batches;
import io.htsrl.learners.offpolicy.EntropySettings;
import io.htsrl.learners.offpolicy.Learning;
import io.htsrl.learners.offpolicy.NaiveNet;
import io.htsrl.learners.offpolicy.Temperature;
import io.htsrl.policies.network.Tensor;
import io.htsrl.replay.ReplayBatch;
import io.htsrl.storage.StorageBank;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Whole updates of SAC, one after another, against losses written down in double and differentiated by differences: by an
 * optimizer whose step is the gradient, and with draws that are known.
 */
class SacUpdateTest {
    private static final int BATCH = 12;
    private static final int WIDTH = 2;
    private static final int[] ACTOR = {Learning.INPUTS, Learning.HIDDEN, 2 * WIDTH};
    private static final int[] CRITIC = {Learning.INPUTS + WIDTH, Learning.HIDDEN, 1};
    private static final int FIRST_CRITIC = NaiveNet.parameters(ACTOR);
    private static final int CRITIC_SIZE = NaiveNet.parameters(CRITIC);
    private static final int LOG_ALPHA = FIRST_CRITIC + 2 * CRITIC_SIZE;
    private static final double RATE = 0.1;
    private static final double GREATEST = 2e-3;

    private static final int ROWS = 8;
    private static final float TAU = 0.5f;

    private static StorageBank bank(int update) {
        return Batches.bank(ROWS / 2, 2, Learning.INPUTS, WIDTH, 2 * WIDTH, 3 + update);
    }

    private static SacConfig config(
            boolean stableBaselines, int batches, int frequency, int targetInterval, int updates) {
        EntropySettings entropy = new EntropySettings(
                true,
                0.3,
                Optional.empty(),
                stableBaselines ? Temperature.Loss.LOG : Temperature.Loss.EXP,
                stableBaselines,
                !stableBaselines,
                stableBaselines ? LogStd.CLAMP : LogStd.TANH,
                0,
                targetInterval);
        return new SacConfig(
                Learning.plainRms(RATE),
                Learning.oneUpdatePer(
                        ROWS / updates, Learning.plainRate(RATE), stableBaselines ? 0.5 : 1, frequency, TAU),
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

    /** The mean of what a loss is of each batch of an update, with the batch's own noise. */
    private record Update(SacConfig config, LearnerInputs inputs, ReplayBatch[] batches, int number, double shift) {

        double mean(OfBatch of) {
            double sum = 0;
            for (int b = 0; b < batches.length; b++) {
                sum += of.value(batches[b], Learning.streamOf(inputs, "noise", b, number)) / batches.length;
            }
            return sum;
        }

        /** φ after a step of ln α by actions of the actor of {@code acting}. */
        double[] heat(double[] phi, double[] acting, int draw) {
            double wanted = mean((batch, noise) -> {
                        double sum = 0;
                        for (int row = 0; row < BATCH; row++) {
                            sum += draw(config, acting, batch.floatObservations(), row, noise.spawn(draw), shift)
                                            .logProbability()
                                    / BATCH;
                        }
                        return sum;
                    })
                    - WIDTH; // the target entropy is minus the width
            boolean log = config.entropy().alphaLoss() == Temperature.Loss.LOG;
            ToDoubleFunction<double[]> loss = p -> -(log ? p[LOG_ALPHA] : Math.exp(p[LOG_ALPHA])) * wanted;
            return descend(phi, loss, LOG_ALPHA, LOG_ALPHA + 1);
        }
    }

    /** Of a batch. */
    private interface OfBatch {
        double value(ReplayBatch batch, RandomStream noise);
    }

    private static double[] naive(Update update, double[] start, double[] targets) {
        SacConfig config = update.config;
        double shift = update.shift;
        boolean first = config.entropy().alphaFirst();
        double alpha = Math.exp(start[LOG_ALPHA]);
        double[] learnt = descend(
                start,
                phi -> update.mean((batch, noise) -> sum(
                        criticErrors(start, targets, phi, update, batch, noise),
                        config.learning().criticLossCoef())),
                FIRST_CRITIC,
                LOG_ALPHA);
        double[] phi = first ? update.heat(learnt, start, 1) : learnt;
        int frequency = config.learning().policyFrequency();
        for (int i = 0; i < frequency && update.number % frequency == 0; i++) {
            double weight = first ? alpha : Math.exp(phi[LOG_ALPHA]);
            int draw = 1 + 2 * i;
            double[] critics = phi;
            phi = descend(
                    phi,
                    p -> update.mean(
                            (batch, noise) -> actorLoss(config, p, critics, weight, batch, noise.spawn(draw), shift)),
                    0,
                    FIRST_CRITIC);
            phi = first ? phi : update.heat(phi, phi, draw + 1);
        }
        return phi;
    }

    private static double sum(double[][] errors, double coef) {
        double sum = 0;
        for (double[] each : errors) {
            sum += coef * each[0] / BATCH;
        }
        return sum;
    }

    /** Of each row of a batch: the critics' weighted squared errors, added up, and the mean of their errors' sizes. */
    private static double[][] criticErrors(
            double[] start, double[] targets, double[] phi, Update update, ReplayBatch batch, RandomStream noise) {
        double alpha = Math.exp(start[LOG_ALPHA]);
        float[] next = batch.floatNextObservations();
        double[][] errors = new double[BATCH][2];
        for (int row = 0; row < BATCH; row++) {
            Drawn drawn = draw(update.config, start, next, row, noise.spawn(0), update.shift);
            double after = least(targets, next, row, drawn.action()) - alpha * drawn.logProbability();
            double target = batch.returns()[row] + batch.discounts()[row] * after;
            double[] action = {batch.actions()[2 * row], batch.actions()[2 * row + 1]};
            for (int critic = 0; critic < 2; critic++) {
                double error = value(phi, critic, batch.floatObservations(), row, action) - target;
                errors[row][0] += batch.weights()[row] * error * error;
                errors[row][1] += Math.abs(error) / 2;
            }
        }
        return errors;
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
            Drawn drawn = draw(config, phi, now, row, noise, shift);
            sum += (alpha * drawn.logProbability() - least(learnt, now, row, drawn.action())) / BATCH;
        }
        return sum;
    }

    /** @param updates of each bank */
    @ParameterizedTest
    @CsvSource({
        "true, 1, 1, 1, 1",
        "false, 1, 1, 1, 1",
        "true, 2, 1, 2, 1",
        "false, 3, 2, 1, 1",
        "true, 1, 2, 2, 1",
        "false, 1, 2, 2, 1",
        "true, 1, 1, 1, 2",
        "false, 1, 2, 2, 4"
    })
    void shouldMakeTheUpdatesThatAreWrittenDown(
            boolean stableBaselines, int batches, int frequency, int targetInterval, int updates) {
        SacConfig config = config(stableBaselines, batches, frequency, targetInterval, updates);
        LearnerInputs inputs = Learning.inputs(config, bank(0), Learning.box(WIDTH), Team.alone());
        Learner learner = new Sac().learner(config, inputs);
        Learning.Draws draws = new Learning.Draws(config, inputs);
        double shift = stableBaselines ? 0 : -Math.log(1.5) - Math.log(3.5);
        float[] parameters = Learning.parameters(inputs);
        float[] targets = parameters.clone();
        for (int interval = 0; interval < 3; interval++) {
            draws.append(bank(interval));
            double[] start = Learning.widen(parameters);
            double[] phi = start;
            double[] followers = Learning.widen(targets);
            for (int number = interval * updates; number < (interval + 1) * updates; number++) {
                Update update = new Update(config, inputs, draws.next(), number, shift);
                double[] next = naive(update, phi, followers);
                draws.learnt(errors(update, phi, followers));
                phi = next;
                if (number % targetInterval == targetInterval - 1) {
                    Learning.follow(followers, phi, TAU);
                }
            }

            learner.update(bank(interval), parameters.clone(), parameters, interval);

            String when = "in interval " + interval;
            compare(start, phi, parameters, inputs.policy().tensors(), when);
            if (updates > 1) {
                targets = Learning.narrow(followers);
            } else {
                if (interval % targetInterval == targetInterval - 1) {
                    Learning.follow(targets, parameters, TAU);
                }
                Learning.assertTargets(targets, learner, inputs.policy().tensors(), when);
            }
        }
    }

    private static float[][] errors(Update update, double[] start, double[] targets) {
        float[][] errors = new float[update.batches.length][BATCH];
        for (int b = 0; b < errors.length; b++) {
            RandomStream noise = Learning.streamOf(update.inputs, "noise", b, update.number);
            double[][] each = criticErrors(start, targets, start, update, update.batches[b], noise);
            for (int row = 0; row < BATCH; row++) {
                errors[b][row] = (float) each[row][1];
            }
        }
        return errors;
    }

    private static void compare(double[] start, double[] expected, float[] actual, List<Tensor> tensors, String when) {
        for (Tensor tensor : tensors) {
            double most = 0;
            for (int i = tensor.offset(); i < tensor.end(); i++) {
                double change = expected[i] - start[i];
                assertEquals(
                        change, actual[i] - start[i], GREATEST * Math.abs(change) + 2e-5, tensor.name() + " " + when);
                most = Math.max(most, Math.abs(change));
            }
            boolean critic = tensor.name().startsWith("critic");
            assertTrue(!critic || most > 1e-4, tensor.name() + " " + when + " has moved by " + most);
        }
    }
}
