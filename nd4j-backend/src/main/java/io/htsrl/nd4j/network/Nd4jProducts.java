package io.htsrl.nd4j.network;

import io.htsrl.nd4j.device.NativeBackend;
import io.htsrl.nd4j.device.NativeBackend.Staging;
import io.htsrl.nd4j.network.MatrixProducts.LayerMatrices;
import io.htsrl.nd4j.network.NativeMemory.NativeCall;
import io.htsrl.policies.network.DenseLayer;
import java.util.ArrayList;
import java.util.List;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * Products on ND4J's native backend by the op {@code matmul} on row-major arrays through reused contexts. It is ND4J's
 * fastest way (512 rows of 64 by 64: 30 us; {@code Nd4j.gemm} 60-80, {@code mmul} 100 and more, as both copy or
 * re-pack). Matrices cross between heap and native memory by bulk copies of a few microseconds, and on to a device
 * where the backend has one.
 *
 * <p>Bits depend on the processor; the backend computes only on the calling thread.
 */
final class Nd4jProducts implements MatrixProducts {

    private final LayerMatrices matrices;
    private final NativeBackend backend;
    private final NativeMemory memory = new NativeMemory();
    private final List<Staging> stagings = new ArrayList<>();
    private final Staging input;
    private final Staging weights;
    private final Staging output;
    private final Staging weightGradient;
    private final Staging inputGradient;
    private final NativeCall.PerRows plain;
    private final NativeCall.PerRows transposedLeft;
    private final NativeCall.PerRows transposedRight;

    Nd4jProducts(LayerMatrices matrices) {
        this(matrices, NativeBackend.current());
    }

    Nd4jProducts(LayerMatrices matrices, NativeBackend backend) {
        this.matrices = matrices;
        this.backend = backend;
        int maxRows = matrices.maxRows();
        input = matrix(maxRows, matrices.inputWidth());
        weights = matrix(matrices.inputWidth(), matrices.outputWidth());
        output = matrix(maxRows, matrices.outputWidth());
        weightGradient = matrix(matrices.inputWidth(), matrices.outputWidth());
        inputGradient = matrices.inputGradient() == null ? null : matrix(maxRows, matrices.inputWidth());
        plain = new NativeCall.PerRows(
                maxRows,
                rows -> memory.product(firstRows(input, rows), false, weights.array(), false, firstRows(output, rows)));
        transposedLeft = new NativeCall.PerRows(
                maxRows,
                rows -> memory.product(
                        firstRows(input, rows), true, firstRows(output, rows), false, weightGradient.array()));
        transposedRight = new NativeCall.PerRows(
                maxRows,
                rows -> memory.product(
                        firstRows(output, rows), false, weights.array(), true, firstRows(inputGradient, rows)));
    }

    private Staging matrix(int rows, int columns) {
        Staging matrix = backend.stage(rows, columns);
        stagings.add(matrix);
        return matrix;
    }

    private static INDArray firstRows(Staging staging, int rows) {
        return NativeMemory.firstRows(staging.array(), rows);
    }

    @Override
    public void load(float[] parameters) {
        DenseLayer layer = matrices.layer();
        for (int i = 0; i < layer.inputs(); i++) {
            weights.host().position(i * matrices.outputWidth());
            weights.host().put(parameters, layer.offset() + i * layer.outputs(), layer.outputs());
        }
        weights.toBackend();
    }

    @Override
    public void multiply(int rows) {
        write(matrices.input(), input, rows * matrices.inputWidth());
        plain.run(rows);
        read(output, matrices.output(), rows * matrices.outputWidth());
    }

    /** Multiplies as the interface says. The gradient overwrites the native output, which has been read already. */
    @Override
    public void multiplyTransposedLeft(int rows, float[] parameterGradient) {
        write(matrices.outputGradient(), output, rows * matrices.outputWidth());
        transposedLeft.run(rows);
        weightGradient.toHost();
        DenseLayer layer = matrices.layer();
        for (int i = 0; i < layer.inputs(); i++) {
            weightGradient.host().position(i * matrices.outputWidth());
            weightGradient.host().get(parameterGradient, layer.offset() + i * layer.outputs(), layer.outputs());
        }
    }

    @Override
    public void multiplyTransposedRight(int rows) {
        transposedRight.run(rows);
        read(inputGradient, matrices.inputGradient(), rows * matrices.inputWidth());
    }

    private static void write(float[] from, Staging to, int count) {
        to.host().position(0);
        to.host().put(from, 0, count);
        to.toBackend();
    }

    private static void read(Staging from, float[] to, int count) {
        from.toHost();
        from.host().position(0);
        from.host().get(to, 0, count);
    }

    @Override
    public void close() {
        memory.close();
        stagings.forEach(Staging::close);
    }
}
