package io.htsrl.policies.network;

import io.htsrl.core.random.BoxMuller;
import io.htsrl.core.random.RandomStream;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Orthogonal initialisation (Saxe, McClelland, Ganguli 2014, arXiv:1312.6120) with the gains of CleanRL and
 * Stable-Baselines3: sqrt(2) for hidden layers, 0.01 for the policy head, 1 for the other heads, those of
 * {@link Heads#Q} and {@link Heads#DUELING} among them; biases 0. Stateless. The parameters are a function of the
 * stream alone, whatever the machine: each layer draws from the child stream of its name.
 */
public final class OrthogonalInitializer {
    private static final double HIDDEN_GAIN = StrictMath.sqrt(2);
    private static final double VALUE_GAIN = 1;
    private static final double RECURRENT_GAIN = 1;
    private static final int SPAN = 128;
    private static final int LARGE = 1024; // vectors: fewer are done before other threads have begun
    private static final int BLOCK = 16; // of 2,048 doubles: a quarter of a megabyte

    /** Writes all parameters of {@code layout}. */
    public void initialise(MlpLayout layout, float[] parameters, RandomStream stream) {
        for (DenseLayer layer : layout.policyTorso()) {
            fill(layer, HIDDEN_GAIN, parameters, stream);
        }
        for (DenseLayer layer : layout.valueTorso()) {
            fill(layer, HIDDEN_GAIN, parameters, stream);
        }
        fillHeads(layout, layout.headLayers(), parameters, stream);
    }

    /** Writes all parameters of {@code layout}. A convolution's matrix has a row for each output channel. */
    public void initialise(ConvLayout layout, float[] parameters, RandomStream stream) {
        for (ConvLayer layer : layout.convolutions()) {
            fill(layer, parameters, stream);
        }
        fill(layout.hidden(), HIDDEN_GAIN, parameters, stream);
        fillHeads(layout, layout.headLayers(), parameters, stream);
    }

    /**
     * Writes the parameters behind a memory's torso, and the bias of the gate that keeps the state: evenly spaced from
     * 0 to ln {@value #SPAN}, so that the units forget over spans from 2 steps to {@value #SPAN} (chrono
     * initialisation, Tallec, Ollivier 2018, Section 3.1, without its draws).
     */
    public void initialise(RecurrentLayout layout, float[] parameters, RandomStream stream) {
        for (DenseLayer layer : layout.recurrent()) {
            fill(layer, RECURRENT_GAIN, parameters, stream);
        }
        fillHeads(layout, layout.headLayers(), parameters, stream);
        int units = layout.memory().memorySize();
        MemoryConfig.Kind kind = layout.memory().memory();
        int gate = layout.inputBias() + kind.keepingGate() * units;
        for (int i = 0; i < units; i++) {
            parameters[gate + i] = (float) (kind.keepingSign() * StrictMath.log(SPAN) * (i + 0.5) / units);
        }
    }

    /** Writes the parameters behind the features of implicit quantiles. */
    public void initialise(ImplicitLayout layout, float[] parameters, RandomStream stream) {
        fill(layout.embedding(), HIDDEN_GAIN, parameters, stream);
        fill(layout.function().get(0), HIDDEN_GAIN, parameters, stream);
        fill(layout.function().get(1), layout.heads().firstGain(), parameters, stream);
    }

    /**
     * Writes all parameters of {@code layout}. Embeddings have the gain of hidden layers, normalisations a gain of 1.
     */
    public void initialise(LayeredLayout layout, float[] parameters, RandomStream stream) {
        for (Layer layer : layout.layers()) {
            if (layer.operation() instanceof Operation.Dense dense) {
                fill(dense.layer(), HIDDEN_GAIN, parameters, stream);
            } else if (layer.operation() instanceof Operation.Convolution convolution) {
                fill(convolution.layer(), parameters, stream);
            } else if (layer.operation() instanceof Operation.Embedding e) {
                fill(e.name(), e.inputs(), e.outputs(), e.offset(), HIDDEN_GAIN, parameters, stream);
            } else if (layer.operation() instanceof Operation.Normalization norm) {
                Arrays.fill(parameters, norm.offset(), norm.offset() + norm.units(), 1);
                Arrays.fill(parameters, norm.offset() + norm.units(), norm.offset() + 2 * norm.units(), 0);
            } else if (layer.operation() instanceof Operation.BatchNormalization norm) {
                Arrays.fill(parameters, norm.offset(), norm.bias(), 1);
                Arrays.fill(parameters, norm.bias(), norm.variance(), 0);
                Arrays.fill(parameters, norm.variance(), norm.variance() + norm.units(), 1);
            }
        }
        fillHeads(layout, layout.headLayers(), parameters, stream);
    }

    /** @param heads in the order of their columns, the first head first */
    private static void fillHeads(
            NetworkLayout layout, List<DenseLayer> heads, float[] parameters, RandomStream stream) {
        for (DenseLayer head : heads) {
            if (head.free()) {
                Arrays.fill(
                        parameters,
                        head.biasOffset(),
                        head.end(),
                        layout.first().start());
            } else if (!head.repeats()) {
                double gain = head == heads.get(0) ? layout.heads().firstGain() : VALUE_GAIN;
                fill(head, gain, parameters, stream);
            }
        }
    }

    private static void fill(ConvLayer layer, float[] parameters, RandomStream stream) {
        fill(layer.name(), layer.outputs(), layer.windowSize(), layer.offset(), HIDDEN_GAIN, parameters, stream);
        Arrays.fill(parameters, layer.biasOffset(), layer.end(), 0);
    }

    private static void fill(DenseLayer layer, double gain, float[] parameters, RandomStream stream) {
        fill(layer.name(), layer.inputs(), layer.outputs(), layer.offset(), gain, parameters, stream);
        Arrays.fill(parameters, layer.biasOffset(), layer.end(), 0);
    }

    /** Writes a matrix {@code [rows][columns]} whose smaller side is orthonormal times the gain. */
    private static void fill(
            String name, int rows, int columns, int offset, double gain, float[] parameters, RandomStream stream) {
        double[][] basis = gaussian(Math.min(rows, columns), Math.max(rows, columns), stream.spawn(name));
        orthonormalise(basis);
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                double element = rows >= columns ? basis[j][i] : basis[i][j];
                parameters[offset + i * columns + j] = (float) (gain * element);
            }
        }
    }

    /** Returns standard normal elements. */
    private static double[][] gaussian(int count, int length, RandomStream stream) {
        double[][] vectors = new double[count][length];
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < length; j++) {
                long draw = 2 * ((long) i * length + j);
                vectors[i][j] = BoxMuller.strictNormal(stream.uniform(draw), stream.uniform(draw + 1));
            }
        }
        return vectors;
    }

    /**
     * Orthonormalises by modified Gram-Schmidt. It makes the diagonal of R positive, without which QR of a gaussian
     * matrix would not be uniform over the orthogonal ones (Mezzadri 2007). From each vector the projections are
     * subtracted in the units' order: in a large matrix by blocks of units, which stay in a core's cache, on all cores.
     */
    private static void orthonormalise(double[][] vectors) {
        int size = vectors.length < LARGE ? vectors.length : BLOCK;
        for (int begin = 0; begin < vectors.length; begin += size) {
            int end = Math.min(begin + size, vectors.length);
            for (int i = begin; i < end; i++) {
                normalise(vectors[i]);
                subtractProjections(vectors, i + 1, end, vectors[i]);
            }
            if (end < vectors.length) {
                subtractBlock(vectors, begin, end);
            }
        }
    }

    /** Subtracts from all vectors from {@code end} on their projections on units {@code begin .. end}. */
    private static void subtractBlock(double[][] vectors, int begin, int end) {
        IntStream.range(0, (vectors.length - end + 3) / 4).parallel().forEach(group -> {
            int first = end + 4 * group;
            int last = Math.min(first + 4, vectors.length);
            for (int i = begin; i < end; i++) {
                subtractProjections(vectors, first, last, vectors[i]);
            }
        });
    }

    private static void normalise(double[] unit) {
        double norm = StrictMath.sqrt(dot(unit, unit));
        for (int j = 0; j < unit.length; j++) {
            unit[j] /= norm;
        }
    }

    /** Subtracts from vectors {@code from .. to} their projections on a unit. */
    private static void subtractProjections(double[][] vectors, int from, int to, double[] unit) {
        int k = from;
        for (; k + 4 <= to; k += 4) {
            subtractProjections(vectors[k], vectors[k + 1], vectors[k + 2], vectors[k + 3], unit);
        }
        for (; k < to; k++) {
            subtractProjection(vectors[k], unit);
        }
    }

    private static void subtractProjection(double[] vector, double[] unit) {
        double length = dot(vector, unit);
        for (int j = 0; j < vector.length; j++) {
            vector[j] -= length * unit[j];
        }
    }

    /**
     * Subtracts four projections at once, each by the same operations: a single sum would wait for its last addition at
     * every step.
     */
    private static void subtractProjections(double[] a, double[] b, double[] c, double[] d, double[] unit) {
        double lengthA = 0;
        double lengthB = 0;
        double lengthC = 0;
        double lengthD = 0;
        for (int j = 0; j < unit.length; j++) {
            double u = unit[j];
            lengthA += a[j] * u;
            lengthB += b[j] * u;
            lengthC += c[j] * u;
            lengthD += d[j] * u;
        }
        for (int j = 0; j < unit.length; j++) {
            double u = unit[j];
            a[j] -= lengthA * u;
            b[j] -= lengthB * u;
            c[j] -= lengthC * u;
            d[j] -= lengthD * u;
        }
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int j = 0; j < a.length; j++) {
            sum += a[j] * b[j];
        }
        return sum;
    }
}
