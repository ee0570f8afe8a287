package io.htsrl.policies.acting;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.work.Team;
import io.htsrl.policies.backend.ComputeBackend;
import io.htsrl.policies.gradient.KernelConv;
import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.kernel.Kernels;
import io.htsrl.policies.network.ChainedNetwork;
import io.htsrl.policies.network.ConvConfig;
import io.htsrl.policies.network.ConvLayout;
import io.htsrl.policies.network.FirstHead;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.Heads;
import io.htsrl.policies.network.OrthogonalInitializer;
import io.htsrl.policies.network.PolicyNetwork;
import java.util.Optional;

/**
 * Convolutional network. {@link Heads} defines the output rows, {@link ConvLayout} the order of the parameters;
 * {@code uint8} frames are read as unsigned bytes divided by 255. The acting side is row-stable: it runs on the JVM
 * kernel, as {@link MlpPolicy} does.
 *
 * <p>Each sum starts from the bias and takes one fma per input, in an order that the layer's shape alone decides: in a
 * convolution by blocks of stride by stride pixels, then by pixels, then by channels; in the dense layer behind it by
 * pixels, then by channels. So a row's bits do not depend on batch, position, thread, vector width or processor. NaN in
 * parameters or observations gives NaN in the outputs that depend on it.
 */
public record ConvPolicy(ConvLayout layout, DenseKernel kernel) implements PolicyNetwork {
    /**
     * @param frame one observation, a frame
     * @param frameStack S, frames in an input
     * @param first the first head
     */
    public ConvPolicy(ObservationSpace frame, int frameStack, FirstHead first, ConvConfig config, Heads heads) {
        this(new ConvLayout(frame, frameStack, first, config, heads), Kernels.best());
    }

    /** Creates a network whose first head has only computed outputs, such as one for each discrete action. */
    public ConvPolicy(ObservationSpace frame, int frameStack, int outputs, ConvConfig config, Heads heads) {
        this(frame, frameStack, FirstHead.of(outputs), config, heads);
    }

    @Override
    public GradientNetwork newGradientNetwork(Backend backend, int maxRows, Team team) {
        return backend == Backend.JVM
                ? new KernelConv(layout, maxRows, team)
                : ComputeBackend.of(backend).network(layout, maxRows);
    }

    @Override
    public Optional<ChainedNetwork> newChainedNetwork(int maxRows, Team team) {
        return Optional.of(KernelConv.chained(layout, maxRows, team));
    }

    @Override
    public void initialise(float[] parameters, RandomStream stream) {
        new OrthogonalInitializer().initialise(layout, parameters, stream);
    }

    @Override
    public Snapshot newSnapshot() {
        return new ConvSnapshot(layout);
    }

    @Override
    public Forward newForward() {
        return new ConvForward(layout, kernel);
    }
}
