package io.htsrl.learners.acktr;

import io.htsrl.core.policy.DistributionHead;
import io.htsrl.core.policy.DistributionHead.ActionDistribution;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.random.RandomStream;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.onpolicy.AdvantageLearner;
import io.htsrl.learners.onpolicy.BankRows;
import io.htsrl.learners.onpolicy.ReturnEstimates;
import io.htsrl.learners.optim.FiniteCheck;
import io.htsrl.learners.optim.GradientStep;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.storage.BitHasher;
import io.htsrl.storage.StorageBank;
import java.util.stream.IntStream;

/**
 * ACKTR (Wu et al. 2017, Section 3): each update first samples, for every row that was not lost, an action of the
 * policy and a value of a Gaussian with unit variance, whose log-likelihood's gradients are the Fisher information's
 * statistics, at the parameters of the loss's gradient. Draws are a function of the stream, the update and the row.
 */
final class AcktrLearner extends AdvantageLearner {
    private final KroneckerOptimizer factors;
    private final DistributionHead head;
    private final ActionDistribution distribution;
    private final double valueWeight;
    private final RandomStream actions;
    private final RandomStream values;
    private final float[] action;
    private final BankRows learntRows;
    private final float[] scores; // the log-likelihood's gradient with respect to the output rows

    static AcktrLearner of(AcktrConfig config, LearnerInputs inputs) {
        int rows = inputs.shape().rows();
        GradientNetwork network = inputs.policy() // of a convolution only these keep all rows' gradients
                .newChainedNetwork(rows, inputs.team())
                .map(GradientNetwork.class::cast)
                .orElseGet(() -> inputs.network(rows));
        return new AcktrLearner(config, inputs, network, new KroneckerOptimizer(config, network, inputs.team()));
    }

    private AcktrLearner(
            AcktrConfig config, LearnerInputs inputs, GradientNetwork network, KroneckerOptimizer factors) {
        super(
                config.actorCritic(),
                inputs.shape(),
                network,
                config.head(inputs.actions()),
                inputs.team().lanes(),
                inputs.intervals(),
                ReturnEstimates.of(
                        config.actorCritic(),
                        inputs,
                        config.head(inputs.actions()).newDistribution()),
                new GradientStep(
                        config.optimizer(), factors, FiniteCheck.tensors(inputs.policy()), inputs.intervals()));
        this.factors = factors;
        this.head = DistributionHead.of(inputs.actions()); // draws each row's noise anew
        this.distribution = head.newDistribution();
        this.valueWeight = config.vfFisherCoef();
        this.actions = inputs.stream().spawn("fisher actions");
        this.values = inputs.stream().spawn("fisher values");
        this.action = new float[head.actionWidth()];
        this.learntRows = new BankRows(shape.rows());
        this.scores = new float[outputs.length];
    }

    @Override
    protected void differentiate(StorageBank bank, ObservationBatch batch, long update) {
        int[] learnt =
                IntStream.range(0, shape.rows()).filter(row -> !bank.lost(row)).toArray();
        if (learnt.length > 0) {
            boolean all = learnt.length == shape.rows();
            network.forward(all ? batch : learntRows.of(bank, learnt, 0, learnt.length), outputs);
            observe(learnt, update);
        }
        if (learnt.length < shape.rows()) {
            network.forward(batch, outputs);
        }
        rowsLoss.compute(0, batch.rows(), 0);
        network.backward(outputGradient, gradient);
    }

    private void observe(int[] rows, long update) {
        RandomStream draws = actions.spawn(update);
        int width = shape.outputWidth();
        for (int i = 0; i < rows.length; i++) {
            head.sample(outputs, i * width, draws, rows[i], action, 0);
            distribution.evaluate(outputs, i * width, action, 0);
            distribution.gradient(1, 0, scores, i * width);
            scores[(i + 1) * width - 1] = (float) (valueWeight * values.normal(update, rows[i]));
        }
        network.backward(scores, gradient);
        factors.observe(network.layerRows());
    }

    @Override
    public void digest(BitHasher hasher) {
        super.digest(hasher);
        factors.digest(hasher);
    }
}
