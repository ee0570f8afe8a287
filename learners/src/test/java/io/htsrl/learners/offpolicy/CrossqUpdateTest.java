package io.htsrl.learners.offpolicy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.htsrl.core.policy.SquashedGaussian.LogStd;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.work.Team;
import io.htsrl.learners.Learner;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.crossq.Crossq;
import io.htsrl.learners.crossq.CrossqConfig;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.replay.ReplayBatch;
import io.htsrl.storage.StorageBank;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compares updates of CrossQ, one after another, with losses written down in double and differentiated by differences,
 * with batch normalisation as Ioffe (2017) has it.
 */
class CrossqUpdateTest {
    private static final int BATCH = 12;
    private static final int WIDTH = 2;
    private static final int ROWS = 8;
    private static final double RATE = 0.1;
    private static final double COEF = 2;
    private static final double SHARE = 0.3;
    private static final double EPSILON = 1e-3;
    private static final int[] ACTOR = {Learning.INPUTS, Learning.HIDDEN, 2 * WIDTH};
    private static final int[] CRITIC = {Learning.INPUTS + WIDTH, Learning.HIDDEN, 1};
    private static final int CRITICS = 2;
    private static final int FIRST_CRITIC = size(ACTOR);
    private static final int LOG_ALPHA = FIRST_CRITIC + CRITICS * size(CRITIC);
    private static final MlpConfig NETWORK = new MlpConfig(
            List.of(Learning.HIDDEN), Optional.empty(), Optional.empty(), Activation.TANH, false, true, true, null);

    private static StorageBank bank(int update) {
        return Batches.bank(ROWS / 2, 2, Learning.INPUTS, WIDTH, 2 * WIDTH, 3 + update);
    }

    private static CrossqConfig config(long warmup, int frequency, int updates) {
        return new CrossqConfig(
                Learning.plainRms(RATE),
                Learning.oneUpdatePer(ROWS / updates, Learning.plainRate(RATE), COEF, frequency, 1),
                new EntropySettings(true, 0.3, Optional.empty(), Temperature.Loss.LOG, true, false, LogStd.CLAMP, 0, 1),
                Learning.replay(BATCH),
                new ActorCritics.JointBatches(SHARE, warmup));
    }

    /** Gain, bias, mean and variance before each dense layer, then its weights and biases. */
    private static int size(int... sizes) {
        int count = 0;
        for (int l = 1; l < sizes.length; l++) {
            count += 4 * sizes[l - 1] + (sizes[l - 1] + 1) * sizes[l];
        }
        return count;
    }

    /**
     * Statistics of a pass, layer by layer.
     *
     * @param ratios r of Ioffe (2017), constants of a gradient
     * @param shifts d
     */
    private record Norms(List<double[]> means, List<double[]> variances, List<double[]> ratios, List<double[]> shifts) {
        Norms() {
            this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        }
    }

    /** Uses the running statistics where {@code norms} is null, and its ratios and shifts where it has any. */
    private static double[][] forward(
            double[] phi, int at, double[][] input, Norms norms, boolean corrects, int... sizes) {
        double[][] x = input;
        int offset = at;
        boolean given = norms != null && !norms.ratios.isEmpty();
        for (int l = 1; l < sizes.length; l++) {
            int n = sizes[l - 1];
            double[] mean = Arrays.copyOfRange(phi, offset + 2 * n, offset + 3 * n);
            double[] variance = Arrays.copyOfRange(phi, offset + 3 * n, offset + 4 * n);
            double[] ratio = new double[n];
            double[] shift = new double[n];
            Arrays.fill(ratio, 1);
            for (int i = 0; i < n && norms != null; i++) {
                double running = mean[i];
                double deviation = Math.sqrt(variance[i] + EPSILON);
                int column = i;
                double[][] rows = x;
                mean[i] = Arrays.stream(rows).mapToDouble(row -> row[column]).sum() / rows.length;
                double center = mean[i];
                variance[i] = Arrays.stream(rows)
                                .mapToDouble(row -> (row[column] - center) * (row[column] - center))
                                .sum()
                        / rows.length;
                if (corrects) {
                    double r = Math.sqrt(variance[i] + EPSILON) / deviation;
                    ratio[i] = Math.min(3, Math.max(1.0 / 3, r));
                    shift[i] = Math.min(5, Math.max(-5, (mean[i] - running) / deviation));
                }
            }
            if (given) {
                ratio = norms.ratios.get(l - 1);
                shift = norms.shifts.get(l - 1);
            } else if (norms != null) {
                norms.means.add(mean);
                norms.variances.add(variance);
                norms.ratios.add(ratio);
                norms.shifts.add(shift);
            }
            double[][] y = new double[x.length][sizes[l]];
            for (int row = 0; row < x.length; row++) {
                int weights = offset + 4 * n;
                for (int j = 0; j < sizes[l]; j++) {
                    y[row][j] = phi[weights + n * sizes[l] + j];
                    for (int i = 0; i < n; i++) {
                        double z = (x[row][i] - mean[i]) / Math.sqrt(variance[i] + EPSILON) * ratio[i] + shift[i];
                        y[row][j] += (z * phi[offset + i] + phi[offset + n + i]) * phi[weights + i * sizes[l] + j];
                    }
                    y[row][j] = l < sizes.length - 1 ? Math.tanh(y[row][j]) : y[row][j];
                }
            }
            offset += 4 * n + (n + 1) * sizes[l];
            x = y;
        }
        return x;
    }

    /** Moves the running statistics of one network in φ towards those of a pass. */
    private static void move(double[] phi, int at, Norms norms, int... sizes) {
        int offset = at;
        for (int l = 1; l < sizes.length; l++) {
            int n = sizes[l - 1];
            for (int i = 0; i < n; i++) {
                int mean = offset + 2 * n + i;
                phi[mean] += SHARE * (norms.means.get(l - 1)[i] - phi[mean]);
                phi[mean + n] += SHARE * (norms.variances.get(l - 1)[i] - phi[mean + n]);
            }
            offset += 4 * n + (n + 1) * sizes[l];
        }
    }

    private static double[][] inputs(float[] observations, double[][] actions) {
        double[][] inputs = new double[BATCH][];
        for (int row = 0; row < BATCH; row++) {
            inputs[row] = Learning.input(observations, row, actions == null ? new double[0] : actions[row]);
        }
        return inputs;
    }

    private static double[][] join(double[][] a, double[][] b) {
        double[][] all = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, all, a.length, b.length);
        return all;
    }

    /** Actions and log-probabilities drawn from output rows. */
    private record Drawn(double[][] actions, double[] logProbabilities) {
        static Drawn of(double[][] outputs, RandomStream noise) {
            Drawn drawn = new Drawn(new double[BATCH][WIDTH], new double[BATCH]);
            for (int row = 0; row < BATCH; row++) {
                for (int j = 0; j < WIDTH; j++) {
                    double log = Math.max(-20, Math.min(2, outputs[row][WIDTH + j]));
                    double epsilon = noise.normal(row, j);
                    double action = Math.tanh(outputs[row][j] + Math.exp(log) * epsilon);
                    drawn.actions[row][j] = action;
                    drawn.logProbabilities[row] -=
                            epsilon * epsilon / 2 + log + Math.log(2 * Math.PI) / 2 + Math.log(1 - action * action);
                }
            }
            return drawn;
        }

        double meanLogProbability() {
            return Arrays.stream(logProbabilities).average().orElseThrow();
        }
    }

    /** An update, and the mean size of the critics' errors. */
    private record Update(double[] phi, float[] errors) {}

    private static Update update(
            double[] start, ReplayBatch batch, RandomStream noise, int number, CrossqConfig config) {
        double alpha = Math.exp(start[LOG_ALPHA]);
        int frequency = config.learning().policyFrequency();
        long warmup = config.joint().warmup();
        double[][] now = inputs(batch.floatObservations(), null);
        double[][] next = inputs(batch.floatNextObservations(), null);
        Drawn drawn = Drawn.of(forward(start, 0, next, null, false, ACTOR), noise.spawn(0));
        double[][] taken = new double[BATCH][WIDTH];
        for (int i = 0; i < BATCH * WIDTH; i++) {
            taken[i / WIDTH][i % WIDTH] = batch.actions()[i];
        }
        double[][] joint =
                join(inputs(batch.floatObservations(), taken), inputs(batch.floatNextObservations(), drawn.actions()));
        Norms[] norms = new Norms[CRITICS];
        double[][][] values = new double[CRITICS][][];
        for (int c = 0; c < CRITICS; c++) {
            norms[c] = new Norms();
            values[c] = forward(start, FIRST_CRITIC + c * size(CRITIC), joint, norms[c], number >= warmup, CRITIC);
        }
        double[] targets = new double[BATCH];
        float[] errors = new float[BATCH];
        for (int row = 0; row < BATCH; row++) {
            double least = Math.min(values[0][BATCH + row][0], values[1][BATCH + row][0]);
            targets[row] =
                    batch.returns()[row] + batch.discounts()[row] * (least - alpha * drawn.logProbabilities()[row]);
            errors[row] = (float)
                    ((Math.abs(values[0][row][0] - targets[row]) + Math.abs(values[1][row][0] - targets[row])) / 2);
        }
        double[] phi = SoftUpdateTest.descend(
                start,
                p -> {
                    double sum = 0;
                    for (int c = 0; c < CRITICS; c++) {
                        double[][] q = forward(p, FIRST_CRITIC + c * size(CRITIC), joint, norms[c], false, CRITIC);
                        for (int row = 0; row < BATCH; row++) {
                            double error = q[row][0] - targets[row];
                            sum += COEF * batch.weights()[row] * error * error / BATCH;
                        }
                    }
                    return sum;
                },
                FIRST_CRITIC,
                LOG_ALPHA);
        for (int c = 0; c < CRITICS; c++) {
            move(phi, FIRST_CRITIC + c * size(CRITIC), norms[c], CRITIC);
        }
        if (number % frequency == 0) {
            Norms own = new Norms();
            boolean corrects = number / frequency >= warmup;
            double wanted = Drawn.of(forward(start, 0, now, own, corrects, ACTOR), noise.spawn(1))
                            .meanLogProbability()
                    - WIDTH;
            phi[LOG_ALPHA] += RATE * wanted;
            double[] learnt = phi;
            phi = SoftUpdateTest.descend(
                    phi,
                    p -> {
                        Drawn each = Drawn.of(forward(p, 0, now, own, false, ACTOR), noise.spawn(1));
                        double[][] rated = inputs(batch.floatObservations(), each.actions());
                        double[][] q0 = forward(learnt, FIRST_CRITIC, rated, null, false, CRITIC);
                        double[][] q1 = forward(learnt, FIRST_CRITIC + size(CRITIC), rated, null, false, CRITIC);
                        double sum = 0;
                        for (int row = 0; row < BATCH; row++) {
                            sum += Math.min(q0[row][0], q1[row][0]) / BATCH;
                        }
                        return alpha * each.meanLogProbability() - sum;
                    },
                    0,
                    FIRST_CRITIC);
            move(phi, 0, own, ACTOR);
        }
        return new Update(phi, errors);
    }

    /**
     * @param warmup passes before statistics are corrected
     * @param frequency updates for each of the actor
     * @param updates of each bank
     */
    @ParameterizedTest
    @CsvSource({"1000, 1, 1", "1000, 3, 2", "0, 1, 1", "0, 2, 2", "2, 2, 2"})
    void shouldMakeTheUpdatesThatAreWrittenDown(long warmup, int frequency, int updates) {
        CrossqConfig config = config(warmup, frequency, updates);
        LearnerInputs inputs = Learning.inputs(config, bank(0), Learning.box(WIDTH), Team.alone(), NETWORK);
        Learner learner = new Crossq().learner(config, inputs);
        Learning.Draws draws = new Learning.Draws(config, inputs);
        float[] parameters = Learning.parameters(inputs);
        assertEquals(LOG_ALPHA + 1, parameters.length);
        for (int interval = 0; interval < 3; interval++) {
            draws.append(bank(interval));
            double[] start = Learning.widen(parameters);
            double[] phi = start;
            for (int number = interval * updates; number < (interval + 1) * updates; number++) {
                RandomStream noise = Learning.streamOf(inputs, "noise", 0, number);
                Update update = update(phi, draws.next()[0], noise, number, config);
                draws.learnt(new float[][] {update.errors()});
                phi = update.phi();
            }

            learner.update(bank(interval), parameters.clone(), parameters, interval);

            SoftUpdateTest.compare(start, phi, parameters, inputs.policy().tensors(), "in interval " + interval);
        }
    }
}
