package io.htsrl.learners.offpolicy;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.state.Stateful;
import io.htsrl.core.state.StatefulParts;
import io.htsrl.core.work.Phase;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.optim.GradientStep;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.GradientNetwork.Statistics;
import io.htsrl.policies.network.PolicyNetwork;
import java.util.List;

/**
 * Actor's part of φ, with a network for each batch of an update. Between {@link #begin} and {@link #end} it is a
 * separate copy. One thread, except that {@link #forward} and {@link #backward} of different batches may run in
 * parallel. The state is the optimiser's moments.
 */
public final class LearnedActor implements StatefulParts, AutoCloseable {
    private List<GradientNetwork> networks;
    private final GradientStep descent;
    private final float[] parameters;
    private final MeanGradient gradient;
    /** Share of each batch in the statistics of batch normalisations; they have one batch. */
    private final double statisticsShare;

    private final BatchTeam team;
    private final Phase loading;

    /** Creates the actor of a run, with room for a batch. */
    LearnedActor(ActorCritics config, LearnerInputs inputs) {
        PolicyNetwork actor = inputs.policy().actor();
        this.team = config.replay().team(inputs.team());
        this.networks = config.replay().networks(inputs, config.replay().batchSize());
        this.descent = new GradientStep(config.optimizer(), actor, inputs.intervals(), inputs.team());
        this.parameters = new float[actor.parameterCount()];
        this.statisticsShare = config.statisticsShare();
        this.gradient = new MeanGradient(parameters.length, team);
        this.loading = team.each(batch -> networks.get(batch).loadParameters(parameters));
    }

    /** Copies the actor's parameters from φ. */
    public void begin(float[] phi) {
        System.arraycopy(phi, 0, parameters, 0, parameters.length);
        team.run(loading);
    }

    /** Replaces the networks, for batches of another size. */
    public void moveInto(List<GradientNetwork> others) {
        networks.forEach(GradientNetwork::close);
        networks = others;
        team.run(loading);
    }

    /** Copies the learnt parameters back to φ. */
    public void end(float[] phi) {
        System.arraycopy(parameters, 0, phi, 0, parameters.length);
    }

    /** Returns the actor's parameters, which callers must not change. */
    public float[] parameters() {
        return parameters;
    }

    /** Computes output rows of a batch, as actors do. */
    public void forward(int batch, ObservationBatch observations, float[] outputs) {
        forward(batch, observations, Statistics.RUNNING, outputs);
    }

    /** Computes output rows of a batch, with batches normalised by those statistics. */
    public void forward(int batch, ObservationBatch observations, Statistics statistics, float[] outputs) {
        networks.get(batch).normalizeBy(statistics);
        networks.get(batch).forward(observations, outputs);
    }

    /** Computes the gradient of a batch, for the rows of its last forward. */
    public void backward(int batch, float[] outputGradient) {
        networks.get(batch).backward(outputGradient, gradient.of(batch));
    }

    /** Makes one step by the gradients of all batches; returns the norm of their mean before clipping. */
    public double step(long interval) {
        double norm = descent.step(parameters, gradient.mean(), interval);
        networks.get(0).moveStatistics(parameters, statisticsShare);
        team.run(loading);
        return norm;
    }

    /** Returns the learning rate of that interval. */
    public double rate(long interval) {
        return descent.rate(interval);
    }

    void clearMoments() {
        descent.clear();
    }

    @Override
    public List<Stateful> state() {
        return List.of(descent);
    }

    @Override
    public void close() {
        networks.forEach(GradientNetwork::close);
    }
}
