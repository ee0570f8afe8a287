package io.htsrl.learners.offpolicy;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.state.Stateful;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.optim.Descent;
import io.htsrl.policies.acting.JointPolicy;
import io.htsrl.policies.gradient.KernelCritics;
import io.htsrl.policies.network.CriticNetwork;
import io.htsrl.policies.network.CriticsLayout;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The critics' part of φ, from {@link #begin} to {@link #end} a copy of its own, and the targets that follow it. One
 * thread; state is moments and targets.
 */
public final class LearntCritics implements Stateful {
    private final CriticNetwork network;
    private final CriticNetwork targetNetwork;
    private final PolyakTargets targets;
    private final Descent descent;
    private final int offset;
    private final float[] parameters;
    private final float[] gradient;

    private LearntCritics(ActorCritics config, JointPolicy policy, LearnerInputs inputs) {
        CriticsLayout layout = policy.critics();
        int batch = config.replay().batchSize();
        int count = layout.parameterCount();
        this.network = new KernelCritics(layout, batch, inputs.team());
        this.targetNetwork = KernelCritics.forwardOnly(layout, batch, inputs.team());
        this.targets = new PolyakTargets(layout.tensors(), config.learning().tau(), inputs.team());
        this.descent = new Descent(config.criticOptimizer(), layout.tensors(), inputs.intervals(), inputs.team());
        this.offset = policy.criticsOffset();
        this.parameters = new float[count];
        this.gradient = new float[count];
    }

    /** The critics of such a run, with room for a batch. */
    public static LearntCritics of(ActorCritics config, LearnerInputs inputs) {
        return new LearntCritics(config, (JointPolicy) inputs.policy(), inputs);
    }

    /**
     * Learns from φ on.
     *
     * @param first whether nothing has been learnt yet: targets begin as what they follow
     */
    public void begin(float[] phi, boolean first) {
        System.arraycopy(phi, offset, parameters, 0, parameters.length);
        network.loadParameters(parameters);
        if (first) {
            targets.copy(parameters);
        }
        targetNetwork.loadParameters(targets.values());
    }

    /** Writes back to φ. */
    public void end(float[] phi) {
        System.arraycopy(parameters, 0, phi, offset, parameters.length);
    }

    /** Values of the first {@code critics} critics: {@code [critics][rows][outputs]}. */
    public void forward(ObservationBatch observations, float[] actions, int critics, float[] values) {
        network.forward(observations, actions, critics, values);
    }

    /** Values of all targets. */
    public void forwardTargets(ObservationBatch observations, float[] actions, float[] values) {
        targetNetwork.forward(observations, actions, network.layout().critics(), values);
    }

    /** What the last {@link #forward} gives by its actions. */
    public void actionGradient(float[] valueGradient, float[] actionGradient) {
        network.actionGradient(valueGradient, actionGradient);
    }

    /** One step of the rows of the last forward, of all critics; returns the gradient's norm before it was clipped. */
    public double learn(float[] valueGradient, long interval) {
        network.backward(valueGradient, gradient);
        double norm = descent.step(parameters, gradient, interval);
        network.loadParameters(parameters);
        return norm;
    }

    /** Moves the targets. */
    public void follow() {
        targets.follow(parameters);
        targetNetwork.loadParameters(targets.values());
    }

    /** Not to be written to. */
    public PolyakTargets targets() {
        return targets;
    }

    /** About how many bytes {@link #save} writes. */
    public long stateBytes() {
        return descent.stateBytes() + (long) Float.BYTES * parameters.length;
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
