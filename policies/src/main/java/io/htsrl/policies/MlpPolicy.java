package io.htsrl.policies;

import io.htsrl.core.ObservationSpace;
import io.htsrl.core.Policy;
import io.htsrl.core.RandomStream;

/**
 * The acting side of a multi-layer perceptron: row-stable and fast. {@link Heads} says what output rows hold:
 * {@code [logits | value]} for an actor-critic. Parameters lie as {@link MlpLayout} says; {@code uint8} observations
 * are read as unsigned bytes divided by 255.
 *
 * <p>Each sum starts from the bias and takes one fma per input, in order; the non-linearity is {@link RationalTanh} or
 * {@code max(x, 0)}. So a row's bits do not depend on batch, position, thread, vector width or processor. NaN in
 * parameters or observations gives NaN in the outputs that depend on it.
 */
public final class MlpPolicy implements Policy {
    private final MlpLayout layout;
    private final boolean bytes;
    private final ForwardPlan plan;
    private final DenseKernel kernel;

    /** An actor-critic: {@link Heads#ACTOR_CRITIC}. */
    public MlpPolicy(ObservationSpace observations, int policyOutputs, MlpConfig config) {
        this(observations, policyOutputs, config, Heads.ACTOR_CRITIC);
    }

    /**
     * @param observations what a row holds; its shape is flattened
     * @param outputs      outputs of the first head: the number of discrete actions
     * @param config       its {@code sharedTorso} matters to {@link Heads#ACTOR_CRITIC} alone
     */
    public MlpPolicy(ObservationSpace observations, int outputs, MlpConfig config, Heads heads) {
        this(observations, outputs, config, heads, Kernels.best());
    }

    MlpPolicy(ObservationSpace observations, int outputs, MlpConfig config, Heads heads, DenseKernel kernel) {
        layout = new MlpLayout(observations.size(), outputs, config, heads);
        bytes = observations.kind() == ObservationSpace.Kind.UINT8;
        plan = new ForwardPlan(layout);
        this.kernel = kernel;
    }

    /** Where the tensors lie in the parameter vector. */
    public MlpLayout layout() {
        return layout;
    }

    @Override
    public int parameterCount() {
        return layout.parameterCount();
    }

    @Override
    public int observationSize() {
        return layout.observationSize();
    }

    @Override
    public int outputWidth() {
        return layout.outputWidth();
    }

    @Override
    public void initialise(float[] parameters, RandomStream stream) {
        new OrthogonalInitializer().initialise(layout, parameters, stream);
    }

    @Override
    public Snapshot newSnapshot() {
        return new MlpSnapshot(plan, layout.parameterCount());
    }

    @Override
    public Forward newForward() {
        return new MlpForward(plan, layout, bytes, kernel);
    }
}
