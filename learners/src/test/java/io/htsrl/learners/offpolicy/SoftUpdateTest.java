package io.htsrl.learners.offpolicy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.policy.SquashedGaussian.LogStd;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.work.Team;
import io.htsrl.learners.Learner;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.optim.OptimizerConfig;
import io.htsrl.learners.sac.Sac;
import io.htsrl.learners.sac.SacConfig;
import io.htsrl.learners.tqc.Tqc;
import io.htsrl.learners.tqc.TqcConfig;
import io.htsrl.policies.network.Tensor;
import io.htsrl.replay.ReplayBatch;
import io.htsrl.storage.StorageBank;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compares updates of SAC and TQC, one after another, with losses written down in double and differentiated by
 * differences: by an optimizer whose step is the gradient, and with draws that are known.
 */
class SoftUpdateTest {
    private static final int BATCH = 12;
    private static final int WIDTH = 2;
    private static final int[] ACTOR = {Learning.INPUTS, Learning.HIDDEN, 2 * WIDTH};
    private static final int CRITICS = 2;
    private static final int FIRST_CRITIC = NaiveNet.parameters(ACTOR);
    private static final double RATE = 0.1;
    private static final double GREATEST = 2e-3;

    private static final int ROWS = 8;
    private static final float TAU = 0.5f;
    /** Greatest quantiles that TQC's targets leave out, for each critic. */
    private static final int DROP = 1;

    private static StorageBank bank(int update) {
        return Batches.bank(ROWS / 2, 2, Learning.INPUTS, WIDTH, 2 * WIDTH, 3 + update);
    }

    private static SoftConfig config(
            int quantiles,
            boolean stableBaselines,
            int batches,
            int frequency,
            int targetInterval,
            int updates,
            int resetEvery) {
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
        OptimizerConfig optimizer = Learning.plainRms(RATE);
        double coef = quantiles > 1 ? 4 : stableBaselines ? 0.5 : 1; // a mean over pairs moves little
        CriticSettings learning = Learning.oneUpdatePer(ROWS / updates, Learning.plainRate(RATE), coef, frequency, TAU);
        ReplaySettings replay = Learning.replay(BATCH, batches).withResetEvery(resetEvery);
        return quantiles == 1
                ? new SacConfig(optimizer, learning, entropy, replay, Optional.empty())
                : new TqcConfig(optimizer, learning, entropy, replay, CRITICS, quantiles, DROP);
    }

    private static int[] critic(SoftConfig config) {
        return new int[] {Learning.INPUTS + WIDTH, Learning.HIDDEN, config.criticOutputs(Learning.box(WIDTH))};
    }

    private static int logAlpha(SoftConfig config) {
        return FIRST_CRITIC + CRITICS * NaiveNet.parameters(critic(config));
    }

    private static boolean truncates(SoftConfig config) {
        return config instanceof TqcConfig;
    }

    /** Draws of one row: the action, and its log-probability. */
    private record Drawn(double[] action, double logProbability) {}

    private static Drawn draw(
            SoftConfig config, double[] phi, float[] observations, int row, RandomStream noise, double shift) {
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

    private static double[] values(
            SoftConfig config, double[] phi, int critic, float[] observations, int row, double[] action) {
        int[] layers = critic(config);
        int offset = FIRST_CRITIC + critic * NaiveNet.parameters(layers);
        return NaiveNet.forward(phi, offset, Learning.input(observations, row, action), layers);
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).average().orElseThrow();
    }

    /** What the actor ascends: the least value of SAC, the mean of all quantiles of TQC. */
    private static double ascended(SoftConfig config, double[] phi, float[] observations, int row, double[] action) {
        double first = mean(values(config, phi, 0, observations, row, action));
        double second = mean(values(config, phi, 1, observations, row, action));
        return truncates(config) ? (first + second) / 2 : Math.min(first, second);
    }

    /** What the targets say of the next state: the least value of SAC, the atoms that TQC keeps. */
    private static double[] next(SoftConfig config, double[] targets, float[] observations, int row, double[] action) {
        DoubleStream all = IntStream.range(0, CRITICS)
                .boxed()
                .flatMapToDouble(critic -> Arrays.stream(values(config, targets, critic, observations, row, action)))
                .sorted();
        return all.limit(truncates(config) ? CRITICS * (config.criticOutputs(Learning.box(WIDTH)) - DROP) : 1)
                .toArray();
    }

    /** A critic's loss on a row: squared error of SAC, quantile Huber loss of TQC. */
    private static double loss(SoftConfig config, double[] values, double[] atoms) {
        if (!truncates(config)) {
            return (values[0] - atoms[0]) * (values[0] - atoms[0]);
        }
        double sum = 0;
        for (int i = 0; i < values.length; i++) {
            double share = (2 * i + 1) / (2.0 * values.length);
            for (double atom : atoms) {
                double error = atom - values[i];
                double huber = Math.abs(error) <= 1 ? error * error / 2 : Math.abs(error) - 0.5;
                sum += Math.abs(share - (error < 0 ? 1 : 0)) * huber / (CRITICS * values.length * atoms.length);
            }
        }
        return sum;
    }

    /** φ after a step down a loss by the elements from {@code from} to {@code to}. */
    static double[] descend(double[] phi, ToDoubleFunction<double[]> loss, int from, int to) {
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
    private record Update(SoftConfig config, LearnerInputs inputs, ReplayBatch[] batches, int number, double shift) {

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
            ToDoubleFunction<double[]> loss =
                    p -> -(log ? p[logAlpha(config)] : Math.exp(p[logAlpha(config)])) * wanted;
            return descend(phi, loss, logAlpha(config), logAlpha(config) + 1);
        }
    }

    /** A figure of a batch. */
    private interface OfBatch {
        double value(ReplayBatch batch, RandomStream noise);
    }

    private static double[] naive(Update update, double[] start, double[] targets) {
        SoftConfig config = update.config;
        double shift = update.shift;
        boolean first = config.entropy().alphaFirst();
        double alpha = Math.exp(start[logAlpha(config)]);
        double[] learnt = descend(
                start,
                phi -> update.mean((batch, noise) -> sum(
                        criticErrors(start, targets, phi, update, batch, noise),
                        config.learning().criticLossCoef())),
                FIRST_CRITIC,
                logAlpha(config));
        double[] phi = first ? update.heat(learnt, start, 1) : learnt;
        int frequency = config.learning().policyFrequency();
        for (int i = 0; i < frequency && update.number % frequency == 0; i++) {
            double weight = first ? alpha : Math.exp(phi[logAlpha(config)]);
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

    /** Returns each row's sum of the critics' weighted losses, and the mean of their errors' sizes. */
    private static double[][] criticErrors(
            double[] start, double[] targets, double[] phi, Update update, ReplayBatch batch, RandomStream noise) {
        SoftConfig config = update.config;
        double alpha = Math.exp(start[logAlpha(config)]);
        float[] next = batch.floatNextObservations();
        double[][] errors = new double[BATCH][2];
        for (int row = 0; row < BATCH; row++) {
            Drawn drawn = draw(config, start, next, row, noise.spawn(0), update.shift);
            double reward = batch.returns()[row];
            double discount = batch.discounts()[row];
            double[] atoms = Arrays.stream(next(config, targets, next, row, drawn.action()))
                    .map(value -> reward + discount * (value - alpha * drawn.logProbability()))
                    .toArray();
            double[] action = {batch.actions()[2 * row], batch.actions()[2 * row + 1]};
            for (int critic = 0; critic < CRITICS; critic++) {
                double[] values = values(config, phi, critic, batch.floatObservations(), row, action);
                errors[row][0] += batch.weights()[row] * loss(config, values, atoms);
                errors[row][1] += Math.abs(mean(values) - mean(atoms)) / CRITICS;
            }
        }
        return errors;
    }

    private static double actorLoss(
            SoftConfig config,
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
            sum += (alpha * drawn.logProbability() - ascended(config, learnt, now, row, drawn.action())) / BATCH;
        }
        return sum;
    }

    /**
     * @param quantiles of each critic of TQC; 1 for SAC
     * @param updates of each bank
     * @param reset updates between two resets
     */
    @ParameterizedTest
    @CsvSource({
        "1, true, 1, 1, 1, 1, 0",
        "1, false, 1, 1, 1, 1, 0",
        "1, true, 2, 1, 2, 1, 0",
        "1, false, 3, 2, 1, 1, 0",
        "1, true, 1, 2, 2, 1, 0",
        "1, false, 1, 2, 2, 1, 0",
        "1, true, 1, 1, 1, 2, 0",
        "1, false, 1, 2, 2, 4, 0",
        "1, true, 1, 1, 1, 1, 2",
        "1, false, 2, 1, 1, 2, 3",
        "4, true, 1, 1, 1, 1, 0",
        "4, false, 2, 2, 2, 1, 0",
        "4, true, 1, 2, 2, 2, 0"
    })
    void shouldMakeTheUpdatesThatAreWrittenDown(
            int quantiles,
            boolean stableBaselines,
            int batches,
            int frequency,
            int targetInterval,
            int updates,
            int reset) {
        SoftConfig config = config(quantiles, stableBaselines, batches, frequency, targetInterval, updates, reset);
        LearnerInputs inputs = Learning.inputs(config, bank(0), Learning.box(WIDTH), Team.alone());
        Learner learner = (truncates(config) ? new Tqc() : new Sac()).learner(config, inputs);
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
                if (reset > 0 && number > 0 && number % reset == 0) {
                    RandomStream stream = inputs.stream().spawn("replay").spawn("reset");
                    inputs.policy().initialise(targets, stream.spawn(number / reset));
                    start = Learning.widen(targets);
                    phi = start;
                    followers = start.clone();
                }
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

    static void compare(double[] start, double[] expected, float[] actual, List<Tensor> tensors, String when) {
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
