package io.htsrl.learners.offpolicy;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.policy.SquashedGaussian.LogStd;
import io.htsrl.core.work.Team;
import io.htsrl.learners.Learner;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.sac.Sac;
import io.htsrl.learners.sac.SacConfig;
import io.htsrl.replay.ReplayBatch;
import io.htsrl.storage.StorageBank;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares updates of SAC with discrete actions with losses written down in double and their differences. */
class DiscreteUpdateTest {
    private static final int BATCH = 12;
    private static final int COUNT = 3;
    private static final int ROWS = 8;
    private static final int[] LAYERS = {Learning.INPUTS, Learning.HIDDEN, COUNT};
    private static final int SIZE = NaiveNet.parameters(LAYERS);
    private static final int LOG_ALPHA = 3 * SIZE;
    private static final double RATE = 0.1;
    private static final double COEF = 0.5;
    private static final double SCALE = 0.7;
    private static final float TAU = 0.5f;

    private static StorageBank bank(int update) {
        StorageBank bank = Batches.bank(ROWS / 2, 2, Learning.INPUTS, 1, COUNT, 3 + update);
        for (int row = 0; row < ROWS; row++) {
            bank.actions()[row] = (int) ((bank.actions()[row] + 1) / 2 * COUNT);
        }
        return bank;
    }

    private static SacConfig config(boolean first, int batches, int frequency) {
        EntropySettings entropy = new EntropySettings(
                true,
                0.3,
                Optional.empty(),
                first ? Temperature.Loss.LOG : Temperature.Loss.EXP,
                first,
                false,
                LogStd.CLAMP,
                0,
                1);
        return new SacConfig(
                Learning.plainRms(RATE),
                Learning.oneUpdatePer(ROWS, Learning.plainRate(RATE), COEF, frequency, TAU),
                entropy,
                Learning.replay(BATCH, batches),
                Optional.of(SCALE));
    }

    private static double[] outputs(double[] phi, int network, float[] observations, int row) {
        return NaiveNet.forward(phi, network * SIZE, Learning.input(observations, row, new double[0]), LAYERS);
    }

    /** Probabilities of a row's actions. */
    private static double[] policy(double[] phi, float[] observations, int row) {
        double[] p = outputs(phi, 0, observations, row);
        double sum = 0;
        for (double logit : p) {
            sum += Math.exp(logit);
        }
        for (int a = 0; a < COUNT; a++) {
            p[a] = Math.exp(p[a]) / sum;
        }
        return p;
    }

    /** {@code Σ π (min Q - α ln π)} of a row. */
    private static double soft(double[] actor, double[] critics, double alpha, float[] observations, int row) {
        double[] p = policy(actor, observations, row);
        double[] first = outputs(critics, 1, observations, row);
        double[] second = outputs(critics, 2, observations, row);
        double sum = 0;
        for (int a = 0; a < COUNT; a++) {
            sum += p[a] * (Math.min(first[a], second[a]) - alpha * Math.log(p[a]));
        }
        return sum;
    }

    private static double mean(ReplayBatch[] batches, ToDoubleFunction<ReplayBatch> of) {
        double sum = 0;
        for (ReplayBatch batch : batches) {
            sum += of.applyAsDouble(batch) / batches.length;
        }
        return sum;
    }

    private static double error(
            double[] start, double[] targets, double[] phi, int critic, ReplayBatch batch, int row) {
        double next = soft(start, targets, Math.exp(start[LOG_ALPHA]), batch.floatNextObservations(), row);
        double wanted = batch.returns()[row] + batch.discounts()[row] * next;
        return outputs(phi, 1 + critic, batch.floatObservations(), row)[(int) batch.actions()[row]] - wanted;
    }

    private static double criticLoss(double[] start, double[] targets, double[] phi, ReplayBatch batch) {
        double sum = 0;
        for (int row = 0; row < BATCH; row++) {
            for (int critic = 0; critic < 2; critic++) {
                double error = error(start, targets, phi, critic, batch, row);
                sum += COEF * batch.weights()[row] * error * error / BATCH;
            }
        }
        return sum;
    }

    private static double actorLoss(double[] actor, double[] critics, double alpha, ReplayBatch batch) {
        double sum = 0;
        for (int row = 0; row < BATCH; row++) {
            sum -= soft(actor, critics, alpha, batch.floatObservations(), row) / BATCH;
        }
        return sum;
    }

    /** φ after a step of ln α by the probabilities of {@code acting}. */
    private static double[] heat(double[] phi, double[] acting, boolean log, ReplayBatch[] batches) {
        double surplus = SCALE * Math.log(COUNT)
                - mean(batches, batch -> {
                    double entropy = 0;
                    for (int row = 0; row < BATCH; row++) {
                        for (double p : policy(acting, batch.floatObservations(), row)) {
                            entropy -= p * Math.log(p) / BATCH;
                        }
                    }
                    return entropy;
                });
        return SoftUpdateTest.descend(
                phi, p -> -(log ? p[LOG_ALPHA] : Math.exp(p[LOG_ALPHA])) * surplus, LOG_ALPHA, LOG_ALPHA + 1);
    }

    private static double[] update(
            SacConfig config, double[] start, double[] targets, ReplayBatch[] batches, int number) {
        boolean first = config.entropy().alphaFirst();
        double[] phi = SoftUpdateTest.descend(
                start, p -> mean(batches, batch -> criticLoss(start, targets, p, batch)), SIZE, LOG_ALPHA);
        phi = first ? heat(phi, start, true, batches) : phi;
        int frequency = config.learning().policyFrequency();
        for (int i = 0; i < frequency && number % frequency == 0; i++) {
            double alpha = Math.exp((first ? start : phi)[LOG_ALPHA]);
            double[] before = phi;
            phi = SoftUpdateTest.descend(phi, p -> mean(batches, batch -> actorLoss(p, before, alpha, batch)), 0, SIZE);
            phi = first ? phi : heat(phi, before, false, batches);
        }
        return phi;
    }

    @ParameterizedTest
    @CsvSource({"true, 1, 1", "false, 1, 1", "true, 2, 2", "false, 3, 2"})
    void shouldMakeTheUpdatesThatAreWrittenDown(boolean first, int batches, int frequency) {
        SacConfig config = config(first, batches, frequency);
        LearnerInputs inputs = Learning.inputs(config, bank(0), new ActionSpace.Discrete(COUNT), Team.alone());
        Learner learner = new Sac().learner(config, inputs);
        Learning.Draws draws = new Learning.Draws(config, inputs);
        float[] parameters = Learning.parameters(inputs);
        float[] targets = parameters.clone();
        for (int update = 0; update < 3; update++) {
            draws.append(bank(update));
            double[] start = Learning.widen(parameters);
            double[] followers = Learning.widen(targets);
            ReplayBatch[] drawn = draws.next();
            double[] phi = update(config, start, followers, drawn, update);
            draws.learnt(errors(start, followers, drawn));

            learner.update(bank(update), parameters.clone(), parameters, update);

            SoftUpdateTest.compare(start, phi, parameters, inputs.policy().tensors(), "in update " + update);
            Learning.follow(targets, parameters, TAU);
            Learning.assertTargets(targets, learner, inputs.policy().tensors(), "in update " + update);
        }
    }

    private static float[][] errors(double[] start, double[] targets, ReplayBatch[] batches) {
        float[][] errors = new float[batches.length][BATCH];
        for (int b = 0; b < errors.length; b++) {
            for (int row = 0; row < BATCH; row++) {
                for (int critic = 0; critic < 2; critic++) {
                    errors[b][row] += (float) Math.abs(error(start, targets, start, critic, batches[b], row)) / 2;
                }
            }
        }
        return errors;
    }
}
