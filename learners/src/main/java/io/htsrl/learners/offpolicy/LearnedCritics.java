package io.htsrl.learners.offpolicy;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.state.Stateful;
import io.htsrl.core.work.Phase;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.optim.GradientStep;
import io.htsrl.policies.acting.JointPolicy;
import io.htsrl.policies.gradient.KernelCritics;
import io.htsrl.policies.network.CriticsLayout;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * The critics' part of φ, from {@link #begin} to {@link #end} a copy of its own, and the targets that follow it, in
 * networks for each batch of an update. One thread, but for the passes of unequal batches; state is moments and targets.
 */
public final class LearnedCritics implements Stateful {
    private final CriticsLayout layout;
    private final KernelCritics[] networks;
    private final KernelCritics[] targetNetworks;
    private final PolyakTargets targets;
    private final GradientStep descent;
    private final int offset;
    private final float[] parameters;
    private final MeanGradient gradient;
    private final BatchTeam team;
    private final Phase loading;
    private final Phase loadingTargets;

    /** The critics of a run, with room for a batch. */
    LearnedCritics(ActorCritics config, LearnerInputs inputs) {
        JointPolicy policy = (JointPolicy) inputs.policy();
        this.layout = policy.critics();
        int count = layout.parameterCount();
        this.team = config.replay().team(inputs.team());
        this.networks = new KernelCritics[team.batches()];
        this.targetNetworks = new KernelCritics[team.batches()];
        makeNetworks(config.replay().batchSize());
        this.targets = new PolyakTargets(layout.tensors(), config.learning().tau(), inputs.team());
        this.descent = new GradientStep(config.criticOptimizer(), layout.tensors(), inputs.intervals(), inputs.team());
        this.offset = policy.criticsOffset();
        this.parameters = new float[count];
        this.gradient = new MeanGradient(count, team);
        this.loading = team.each(i -> networks[i].loadParameters(parameters));
        this.loadingTargets = team.each(i -> targetNetworks[i].loadParameters(targets.values()));
    }

    private void makeNetworks(int rows) {
        Arrays.setAll(networks, i -> new KernelCritics(layout, rows, team.within()));
        Arrays.setAll(targetNetworks, i -> KernelCritics.forwardOnly(layout, rows, team.within()));
    }

    /** Makes room for batches of another size. */
    public void resize(int rows) {
        makeNetworks(rows);
        team.run(loading);
        team.run(loadingTargets);
    }

    /**
     * Learns from φ on.
     *
     * @param first whether nothing has been learnt yet: targets begin as what they follow
     */
    public void begin(float[] phi, boolean first) {
        System.arraycopy(phi, offset, parameters, 0, parameters.length);
        team.run(loading);
        if (first) {
            targets.copy(parameters);
        }
        team.run(loadingTargets);
    }

    /** Writes back to φ. */
    public void end(float[] phi) {
        System.arraycopy(parameters, 0, phi, offset, parameters.length);
    }

    /** Values of the first {@code critics} critics for a batch: {@code [critics][rows][outputs]}. */
    public void forward(int batch, ObservationBatch observations, float[] actions, int critics, float[] values) {
        networks[batch].forward(observations, actions, critics, values);
    }

    /** Values of all targets for a batch. */
    public void forwardTargets(int batch, ObservationBatch observations, float[] actions, float[] values) {
        targetNetworks[batch].forward(
                observations, actions, networks[batch].layout().critics(), values);
    }

    /** What the last {@link #forward} of a batch gives by its actions. */
    public void actionGradient(int batch, float[] valueGradient, float[] actionGradient) {
        networks[batch].actionGradient(valueGradient, actionGradient);
    }

    /** The gradient of a batch, by the rows of its last forward, of all critics. */
    public void backward(int batch, float[] valueGradient) {
        networks[batch].backward(valueGradient, gradient.of(batch));
    }

    /** One step by the gradients of all batches; returns the norm of their mean before it was clipped. */
    public double step(long interval) {
        double norm = descent.step(parameters, gradient.mean(), interval);
        team.run(loading);
        return norm;
    }

    /** Moves the targets. */
    public void follow() {
        targets.follow(parameters);
        team.run(loadingTargets);
    }

    /** Not to be written to. */
    public PolyakTargets targets() {
        return targets;
    }

    @Override
    public void save(DataOutput out) throws IOException {
        descent.save(out);
        targets.save(out);
    }

    @Override
    public void restore(DataInput in) throws IOException {
        descent.restore(in);
        targets.restore(in);
    }
}
