package io.htsrl.learners.offpolicy;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.state.Stateful;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.optim.Descent;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.PolicyNetwork;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** The actor's part of φ, from {@link #begin} to {@link #end} a copy of its own. One thread; state is the moments. */
public final class LearntActor implements Stateful, AutoCloseable {
    private final GradientNetwork network;
    private final Descent descent;
    private final float[] parameters;
    private final float[] gradient;

    private LearntActor(ActorCritics config, PolicyNetwork actor, LearnerInputs inputs) {
        this.network = inputs.network(config.replay().batchSize());
        this.descent = new Descent(config.optimizer(), actor, inputs.intervals(), inputs.team());
        this.parameters = new float[actor.parameterCount()];
        this.gradient = new float[actor.parameterCount()];
    }

    /** The actor of such a run, with room for a batch. */
    public static LearntActor of(ActorCritics config, LearnerInputs inputs) {
        return new LearntActor(config, inputs.policy().actor(), inputs);
    }

    /** Learns from φ on. */
    public void begin(float[] phi) {
        System.arraycopy(phi, 0, parameters, 0, parameters.length);
        network.loadParameters(parameters);
    }

    /** Writes back to φ. */
    public void end(float[] phi) {
        System.arraycopy(parameters, 0, phi, 0, parameters.length);
    }

    /** Not to be written to. */
    public float[] parameters() {
        return parameters;
    }

    /** Computes output rows. */
    public void forward(ObservationBatch observations, float[] outputs) {
        network.forward(observations, outputs);
    }

    /** One step of the rows of the last forward; returns the gradient's norm before it was clipped. */
    public double learn(float[] outputGradient, long interval) {
        network.backward(outputGradient, gradient);
        double norm = descent.step(parameters, gradient, interval);
        network.loadParameters(parameters);
        return norm;
    }

    /** The learning rate of that interval. */
    public double rate(long interval) {
        return descent.rate(interval);
    }

    /** About how many bytes {@link #save} writes. */
    public long stateBytes() {
        return descent.stateBytes();
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
