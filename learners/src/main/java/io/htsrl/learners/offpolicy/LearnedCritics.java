package io.htsrl.learners.offpolicy;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.state.Stateful;
import io.htsrl.core.state.StatefulParts;
import io.htsrl.core.work.Phase;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.optim.GradientStep;
import io.htsrl.policies.acting.JointPolicy;
import io.htsrl.policies.gradient.Critics;
import io.htsrl.policies.gradient.CriticsLayout;
import io.htsrl.policies.network.GradientNetwork.Statistics;
import io.htsrl.storage.BitHasher;
import java.util.Arrays;
import java.util.List;

/**
 * Critics' part of φ and the targets that follow it, with networks for each batch of an update. Between {@link #begin}
 * and {@link #end} it is a separate copy. One thread, except that passes of different batches may run in parallel. The
 * state is the optimiser's moments and the targets. With {@link ActorCritics#jointBatches} it has no targets.
 */
public final class LearnedCritics implements StatefulParts {
    private final CriticsLayout layout;
    private final Critics[] networks;
    private final Critics[] targetNetworks;
    /** Null for critics without targets. */
    private final PolyakTargets targets;

    /** Share of each batch in the statistics of batch normalisations. */
    private final double statisticsShare;

    private final GradientStep descent;
    private final int offset;
    private final float[] parameters;
    private final MeanGradient gradient;
    private final BatchTeam team;
    private final Phase loading;
    private final Phase loadingTargets;

    /** Creates the critics of a run, with room for a batch. */
    LearnedCritics(ActorCritics config, LearnerInputs inputs) {
        JointPolicy policy = (JointPolicy) inputs.policy();
        this.layout = policy.critics();
        int count = layout.parameterCount();
        this.team = config.replay().team(inputs.team());
        this.networks = new Critics[team.batches()];
        boolean joint = config.jointBatches().isPresent();
        this.statisticsShare = config.statisticsShare();
        this.targetNetworks = new Critics[joint ? 0 : team.batches()];
        this.targets = joint
                ? null
                : new PolyakTargets(layout.tensors(), config.learning().tau(), inputs.team());
        makeNetworks(config.replay().batchSize());
        this.descent = new GradientStep(config.criticOptimizer(), layout.tensors(), inputs.intervals(), inputs.team());
        this.offset = policy.criticsOffset();
        this.parameters = new float[count];
        this.gradient = new MeanGradient(count, team);
        this.loading = team.each(i -> networks[i].loadParameters(parameters));
        this.loadingTargets = team.each(i -> targetNetworks[i].loadParameters(targets.values()));
    }

    private void makeNetworks(int rows) {
        int most = hasTargets() ? rows : Math.multiplyExact(2, rows);
        Arrays.setAll(networks, i -> JointPolicy.critics(layout, most, team.within(), true));
        Arrays.setAll(targetNetworks, i -> JointPolicy.critics(layout, rows, team.within(), false));
    }

    /** Returns whether targets follow the critics; else these rate both states of a transition in one pass. */
    boolean hasTargets() {
        return targets != null;
    }

    /** Replaces the networks, for batches of another size. */
    public void resize(int rows) {
        makeNetworks(rows);
        team.run(loading);
        loadTargets();
    }

    private void loadTargets() {
        if (hasTargets()) {
            team.run(loadingTargets);
        }
    }

    /**
     * Copies the critics' parameters from φ.
     *
     * @param fresh whether the targets start as copies of the critics
     */
    public void begin(float[] phi, boolean fresh) {
        System.arraycopy(phi, offset, parameters, 0, parameters.length);
        team.run(loading);
        if (fresh && hasTargets()) {
            targets.copy(parameters);
        }
        loadTargets();
    }

    /** Copies the learnt parameters back to φ. */
    public void end(float[] phi) {
        System.arraycopy(parameters, 0, phi, offset, parameters.length);
    }

    /** Computes the values of the first {@code critics} critics for a batch: {@code [critics][rows][outputs]}. */
    public void forward(int batch, ObservationBatch observations, float[] actions, int critics, float[] values) {
        networks[batch].normalizeBy(Statistics.RUNNING);
        networks[batch].forward(observations, actions, critics, values);
    }

    /** Computes the values of all critics for both states of a batch's transitions, normalised by those statistics. */
    void forwardBoth(int batch, ObservationBatch observations, float[] actions, Statistics statistics, float[] values) {
        networks[batch].normalizeBy(statistics);
        networks[batch].forward(observations, actions, layout.critics(), values);
    }

    /** Computes the values of all targets for a batch. */
    public void forwardTargets(int batch, ObservationBatch observations, float[] actions, float[] values) {
        targetNetworks[batch].forward(
                observations, actions, networks[batch].layout().critics(), values);
    }

    /** Computes the gradient with respect to the actions of the last {@link #forward} of a batch. */
    public void actionGradient(int batch, float[] valueGradient, float[] actionGradient) {
        networks[batch].actionGradient(valueGradient, actionGradient);
    }

    /** Computes the gradient of all critics for a batch, for the rows of its last forward. */
    public void backward(int batch, float[] valueGradient) {
        networks[batch].backward(valueGradient, gradient.of(batch));
    }

    /** Makes one step by the gradients of all batches; returns the norm of their mean before clipping. */
    public double step(long interval) {
        double norm = descent.step(parameters, gradient.mean(), interval);
        networks[0].moveStatistics(parameters, statisticsShare);
        team.run(loading);
        return norm;
    }

    /** Moves the targets towards the critics. */
    public void follow() {
        if (hasTargets()) {
            targets.follow(parameters);
            team.run(loadingTargets);
        }
    }

    /** Hashes the targets. */
    void digest(BitHasher hasher) {
        if (hasTargets()) {
            targets.digest(hasher);
        }
    }

    void clearMoments() {
        descent.clear();
    }

    @Override
    public List<Stateful> state() {
        return hasTargets() ? List.of(descent, targets) : List.of(descent);
    }
}
