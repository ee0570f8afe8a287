package io.htsrl.nd4j.network;

import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.nd4j.device.NativeBackend;
import io.htsrl.nd4j.device.Nd4jRuntime;
import io.htsrl.policies.image.FrameReader;
import io.htsrl.policies.image.Image;
import io.htsrl.policies.kernel.Kernels;
import io.htsrl.policies.network.ConvLayer;
import io.htsrl.policies.network.ConvLayout;
import java.nio.FloatBuffer;

/**
 * Learner's side of a convolutional network, on ND4J. Activations stay in native memory; parameters, gradients,
 * observations and output rows are copied. {@link ConvLayout} defines the order of parameters and gradients; outputs
 * agree with the acting network's to rounding, not to the bit. The gradient of the observations is not computed.
 * {@link #close} frees native memory.
 *
 * <p>Bits depend on the processor and the number of rows. The backend computes only on the calling thread.
 */
public final class Nd4jConv extends Nd4jNetwork {
    private final NativeMemory memory;
    private final Image image;
    private final FrameReader reader;
    private final FloatBuffer observations;
    private final FloatBuffer outputValues;
    private final FloatBuffer outputGradients;
    private final NativeLayer[] layers;

    /**
     * Creates the network and loads ND4J if necessary: see {@link Nd4jRuntime}.
     *
     * @param maxRows the greatest number of rows of a minibatch
     * @throws ConfigurationException when ND4J has no native library for this platform, or computes on a device
     */
    public Nd4jConv(ConvLayout layout, int maxRows) {
        this(layout, maxRows, FirstConvolution.GROUP_FLOATS);
    }

    Nd4jConv(ConvLayout layout, int maxRows, int groupFloats) {
        this(layout, maxRows, groupFloats, loadedBackend());
    }

    Nd4jConv(ConvLayout layout, int maxRows, int groupFloats, NativeBackend backend) {
        super(layout, maxRows, onHost(backend, layout));
        ConvLayer first = layout.convolutions().get(0);
        image = Image.zeros(first.channels(), first.height(), first.width(), 0, 1, 1);
        reader = new FrameReader(Kernels.best(), image, layout.frame());
        memory = new NativeMemory();
        try {
            NativeActivation input =
                    new NativeActivation(memory.array(maxRows, first.height(), first.width(), first.channels()), null);
            NativeActivation output = NativeActivation.create(memory, maxRows, layout.outputWidth());
            observations = input.values().data().asNioFloat();
            outputValues = output.values().data().asNioFloat();
            outputGradients = output.gradient().data().asNioFloat();
            layers = new NativeLayers(layout, maxRows, groupFloats, memory).build(input, output);
        } catch (RuntimeException | Error e) {
            memory.close(); // for example when memory runs out half-way
            throw e;
        }
    }

    /** Rejects a device backend: the data in {@link NativeMemory}'s buffers is never copied to or from a device. */
    private static NativeBackend onHost(NativeBackend backend, ConvLayout layout) {
        Violations.require(
                !backend.onDevice(),
                "--network",
                layout.config().network(),
                "must not learn on a device (" + backend.name() + "): its convolutions are written for memory that "
                        + "host and backend share",
                "give --network mlp, or build without -Pcuda (with ./hts: unset "
                        + "HTS_PROFILES) to compute on the CPU");
        return backend;
    }

    @Override
    protected void load(float[] parameters) {
        for (NativeLayer layer : layers) {
            layer.load(parameters);
        }
    }

    @Override
    protected void compute(ObservationBatch batch, int rows, float[] outputs) {
        observations.position(0);
        for (int row = 0; row < rows; row++) {
            reader.read(batch, row, 0);
            observations.put(image.values(), image.begin(0), image.size());
        }
        for (NativeLayer layer : layers) {
            layer.forward(rows);
        }
        NativeActivation.read(outputValues, 0, outputs, 0, rows * outputWidth());
    }

    @Override
    protected void differentiate(float[] outputGradient, int rows, float[] parameterGradient) {
        NativeActivation.write(outputGradient, 0, rows * outputWidth(), outputGradients, 0);
        for (int l = layers.length - 1; l >= 0; l--) {
            layers[l].backward(rows, parameterGradient);
        }
    }

    @Override
    protected void free() {
        memory.close();
    }
}
