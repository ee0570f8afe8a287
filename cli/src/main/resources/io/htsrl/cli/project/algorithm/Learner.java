package $package$;

import io.htsrl.core.policy.Categorical;
import io.htsrl.core.policy.DistributionHead.ActionDistribution;
import io.htsrl.learners.Learner;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.onpolicy.BankRows;
import io.htsrl.learners.onpolicy.BatchMoments;
import io.htsrl.learners.optim.FiniteCheck;
import io.htsrl.learners.optim.GradientStep;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.StorageBank;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One gradient step per bank, at the parameters that collected it: {@code mean(-A ln π(a|s) + ½ (G - V)²)} with the
 * return G to the end of the episode, and its normalised difference A from the baseline V. Steps of an episode that the
 * bank does not finish are left out.
 */
final class $Name$Learner implements Learner {
    private final double gamma;
    private final BankShape shape;
    private final GradientNetwork network;
    private final ActionDistribution distribution;
    private final BankRows observations;
    private final GradientStep descent;
    private final float[] returns;
    private final int[] ended;
    private final float[] outputs;
    private final float[] outputGradient;
    private final float[] gradient;

    $Name$Learner($Name$Algorithm.Settings settings, LearnerInputs inputs) {
        this.gamma = settings.gamma();
        this.shape = inputs.shape();
        this.network = inputs.network(shape.rows());
        this.distribution = new Categorical(inputs.discreteActions()).newDistribution();
        this.observations = new BankRows(shape.rows());
        this.descent = new GradientStep(settings.optimizer(), inputs.policy(), inputs.intervals());
        this.returns = new float[shape.rows()];
        this.ended = new int[shape.rows()];
        this.outputs = new float[shape.rows() * shape.outputWidth()];
        this.outputGradient = new float[outputs.length];
        this.gradient = new float[inputs.policy().parameterCount()];
    }

    @Override
    public Map<String, Double> update(StorageBank bank, float[] behaviour, float[] parameters, long update) {
        Map<String, Double> metrics = new LinkedHashMap<>();
        int rows = findReturns(bank);
        metrics.put("rows", (double) rows);
        metrics.put("learning_rate", descent.rate(update));
        if (rows > 0) {
            network.loadParameters(behaviour);
            network.forward(observations.of(bank, ended, 0, rows), outputs);
            metrics.put("loss", FiniteCheck.check("the loss", loss(bank, rows), update));
            network.backward(outputGradient, gradient);
            metrics.put("grad_norm", descent.step(parameters, gradient, update));
        }
        return metrics;
    }

    /** Lists the rows whose episode ends in the bank in {@link #ended}, computes G, and returns their number. */
    private int findReturns(StorageBank bank) {
        int rows = 0;
        for (int environment = 0; environment < shape.environments(); environment++) {
            boolean known = false;
            double sum = 0;
            for (int step = shape.steps() - 1; step >= 0; step--) {
                int row = bank.row(step, environment);
                boolean end = bank.terminated(row) || bank.truncated(row);
                known |= end;
                sum = bank.rewards()[row] + (end ? 0 : gamma * sum);
                if (known) {
                    returns[row] = (float) sum;
                    ended[rows++] = row;
                }
            }
        }
        return rows;
    }

    /** Computes the loss and its gradient with respect to the network's output rows. */
    private double loss(StorageBank bank, int rows) {
        int width = shape.outputWidth();
        float[] advantages = new float[rows];
        for (int i = 0; i < rows; i++) {
            advantages[i] = returns[ended[i]] - outputs[i * width + width - 1];
        }
        float[] errors = Arrays.copyOf(advantages, rows);
        BatchMoments.normalise(advantages, advantages.length);
        double loss = 0;
        for (int i = 0; i < rows; i++) {
            distribution.evaluate(outputs, i * width, bank.actions(), ended[i] * shape.actionWidth());
            distribution.gradient(-advantages[i] / rows, 0, outputGradient, i * width);
            outputGradient[i * width + width - 1] = -errors[i] / rows;
            loss += 0.5 * errors[i] * errors[i] - advantages[i] * distribution.logProbability();
        }
        return loss / rows;
    }

    @Override
    public void save(DataOutput out) throws IOException {
        descent.save(out);
    }

    @Override
    public void restore(DataInput in) throws IOException {
        descent.restore(in);
    }

    @Override
    public void close() {
        network.close();
    }
}
