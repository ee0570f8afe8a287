package io.htsrl.learners.pqn;

import io.htsrl.core.policy.Policy;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.onpolicy.MinibatchLoss;
import io.htsrl.learners.onpolicy.Minibatches;
import io.htsrl.learners.onpolicy.OnPolicyLearner;
import io.htsrl.learners.onpolicy.ReturnEstimates;
import io.htsrl.learners.optim.FiniteCheck;
import io.htsrl.learners.optim.GradientStep;
import io.htsrl.learners.values.QRows;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.StorageBank;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Parallelised Q-learning (Gallici et al. 2024, Algorithm 1). The targets are λ-returns of the greedy policy, from the
 * stored outputs of the parameters that collected the bank: {@code R_t = r_t + γ (λ R_{t+1} + (1 - λ) max Q(s_{t+1}))}.
 * Epochs of minibatches start from φ_k and lower {@code ½ mean((Q(s, a) - R)²)} over the rows that were not lost. One
 * thread.
 */
final class PqnLearner extends OnPolicyLearner {
    private final PqnConfig config;
    private final QRows q;
    private final Minibatches minibatches;
    private final SquaredLoss loss;

    PqnLearner(PqnConfig config, LearnerInputs inputs) {
        super(
                inputs.shape(),
                inputs.network(inputs.shape().rows() / config.numMinibatches()),
                inputs.shape().rows() / config.numMinibatches(),
                inputs.intervals(),
                new GreedyReturns(config, inputs.shape(), inputs.policy(), new QRows(inputs.discreteActions(), false)),
                new GradientStep(config.optimizer(), inputs.policy(), inputs.intervals(), inputs.team()));
        this.config = config;
        this.q = new QRows(inputs.discreteActions(), false);
        this.minibatches =
                new Minibatches(shape, config.numMinibatches(), inputs.stream().spawn("minibatch"));
        this.loss = new SquaredLoss(shape.rows() / config.numMinibatches());
    }

    @Override
    public Map<String, Double> update(StorageBank bank, float[] behaviour, float[] parameters, long update) {
        loss.lossSum = 0;
        loss.valueSum = 0;
        advantages.compute(bank, behaviour);
        int rows = shape.rows() / config.numMinibatches();
        double norm = 0;
        for (int epoch = 0; epoch < config.updateEpochs(); epoch++) {
            int[] order = minibatches.shuffle(update, epoch);
            for (int from = 0; from < shape.rows(); from += rows) {
                norm = step(bank, parameters, parameters, order, from, rows, loss, update);
            }
        }
        int count = config.updateEpochs() * config.numMinibatches();
        Map<String, Double> metrics = new LinkedHashMap<>();
        metrics.put("td_loss", loss.lossSum / count);
        metrics.put("q_values", loss.valueSum / count);
        addTo(metrics, norm, update);
        return metrics;
    }

    /** {@code ½ mean((Q(s, a) - R)²)}. */
    private final class SquaredLoss extends MinibatchLoss {
        private double lossSum;
        private double valueSum;

        SquaredLoss(int maxRows) {
            super(shape.outputWidth(), 2, maxRows);
        }

        @Override
        protected void compute(int i, int row, float[] outputs, float[] gradient, int at, int lane) {
            int action = (int) bank().actions()[row];
            double value = q.value(outputs, at, action);
            double error = value - advantages.returns()[row];
            set(0, i, 0.5 * error * error);
            set(1, i, value);
            q.gradient(error / learnt(), action, outputs, gradient, at);
        }

        @Override
        protected void end(long update) {
            lossSum += FiniteCheck.check("the TD loss", sum(0) / learnt(), update);
            valueSum += sum(1) / learnt();
        }
    }

    /** λ-returns in which the value of an output row is its greatest allowed Q-value. */
    private static final class GreedyReturns extends ReturnEstimates {
        private final QRows q;

        GreedyReturns(PqnConfig config, BankShape shape, Policy policy, QRows q) {
            super(
                    shape,
                    policy,
                    config.gamma(),
                    config.qLambda(),
                    config.rewards().scale(shape, config.gamma()));
            this.q = q;
        }

        @Override
        protected double valueIn(float[] outputs, int offset) {
            return q.best(outputs, offset);
        }
    }
}
