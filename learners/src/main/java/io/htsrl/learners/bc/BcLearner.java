package io.htsrl.learners.bc;

import io.htsrl.core.policy.DistributionHead.ActionDistribution;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.state.Stateful;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.offpolicy.NetworkResets;
import io.htsrl.learners.offpolicy.ReplayLearner;
import io.htsrl.learners.offpolicy.ReplayLoop;
import io.htsrl.learners.optim.FiniteCheck;
import io.htsrl.learners.optim.GradientStep;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.replay.ReplayBatch;
import java.util.List;
import java.util.Map;

/**
 * Behaviour cloning: each update is a step along the gradient of {@code mean(-ln π(a|s)) - c mean(H)} over a batch of
 * recorded steps. The details are numbered in {@code docs/how-to/recorded.md}.
 */
final class BcLearner extends ReplayLearner {
    private final BcConfig config;
    private final GradientNetwork network;
    private final GradientStep descent;
    private final ActionDistribution distribution;
    private final ObservationBatch observations;
    private final int width;
    private final int actionWidth;
    private final float[] outputs;
    private final float[] outputGradient;
    private final float[] gradient;
    private final float[] noErrors;
    private double logProbability;
    private double entropy;
    private double norm;
    private int made;

    BcLearner(BcConfig config, LearnerInputs inputs) {
        super(
                ReplayLoop.of(config, inputs),
                config.replay().team(inputs.team()),
                NetworkResets.of(config.replay(), inputs.policy(), inputs.stream()));
        this.config = config;
        this.network = inputs.network(config.batchSize());
        this.descent = new GradientStep(config.optimizer(), inputs.policy(), inputs.intervals(), inputs.team());
        this.distribution = config.head(inputs.actions()).newDistribution();
        this.observations = new ObservationBatch(config.batchSize());
        this.width = inputs.policy().outputWidth();
        this.actionWidth = inputs.actions().width();
        this.outputs = new float[config.batchSize() * width];
        this.outputGradient = new float[outputs.length]; // the value's, if one exists, stays 0
        this.gradient = new float[inputs.policy().parameterCount()];
        this.noErrors = new float[config.batchSize()];
    }

    @Override
    protected void resize(int rows) {
        throw new IllegalStateException("the batches of behaviour cloning do not grow");
    }

    @Override
    protected void begin(float[] parameters, boolean fresh) {}

    @Override
    protected void learn(float[] parameters, long interval) {
        ReplayBatch batch = loop.draw(0);
        batch.bindObservations(observations);
        network.loadParameters(parameters);
        network.forward(observations, outputs);
        for (int row = 0; row < config.batchSize(); row++) {
            distribution.evaluate(outputs, row * width, batch.actions(), row * actionWidth);
            logProbability += distribution.logProbability() / config.batchSize();
            entropy += distribution.entropy() / config.batchSize();
            distribution.gradient(
                    -1.0 / config.batchSize(), -config.entWeight() / config.batchSize(), outputGradient, row * width);
        }
        FiniteCheck.check("the loss", logProbability, interval);
        network.backward(outputGradient, gradient);
        norm = descent.step(parameters, gradient, interval);
        loop.learnt(i -> noErrors);
        made++;
    }

    @Override
    protected void clearMoments() {
        descent.clear();
    }

    @Override
    protected void addTo(Map<String, Double> metrics, long interval) {
        metrics.put("neglogp", -logProbability / made);
        metrics.put("entropy", entropy / made);
        metrics.put("grad_norm", norm);
        metrics.put("learning_rate", descent.rate(interval));
        logProbability = 0;
        entropy = 0;
        norm = 0;
        made = 0;
    }

    @Override
    public List<Stateful> state() {
        return List.of(loop, loop.memory(), descent);
    }

    @Override
    public void close() {
        network.close();
    }
}
