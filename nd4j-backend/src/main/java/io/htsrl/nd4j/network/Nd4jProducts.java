package io.htsrl.nd4j.network;

import io.htsrl.nd4j.device.NativeBackend;
import io.htsrl.nd4j.device.NativeBackend.Staging;
import io.htsrl.nd4j.network.MatrixProducts.LayerMatrices;
import io.htsrl.policies.network.DenseLayer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.api.ops.DynamicCustomOp;
import org.nd4j.linalg.api.ops.OpContext;
import org.nd4j.linalg.api.ops.executioner.OpExecutioner;
import org.nd4j.linalg.factory.Nd4j;

/**
 * The products on ND4J's native backend: the op {@code matmul} on row-major arrays through reused contexts, the
 * fastest of its routes (512 rows of 64 by 64: 30 us; {@code Nd4j.gemm} 60-80, {@code mmul} 100 and more, as both copy
 * or re-pack). Matrices cross between heap and native memory by bulk copies of a few microseconds, and on to a device
 * where the backend has one.
 *
 * <p>Bits depend on the processor; the backend computes with the calling thread alone.
 */
final class Nd4jProducts implements MatrixProducts {

    /** The three calls for one number of rows. */
    private record Calls(OpContext multiply, OpContext left, OpContext right) {}

    private final LayerMatrices matrices;
    private final OpExecutioner executioner = Nd4j.getExecutioner();
    private final NativeBackend backend;
    private final List<Staging> stagings = new ArrayList<>();
    private final List<OpContext> contexts = new ArrayList<>();
    private final Staging input;
    private final Staging weights;
    private final Staging output;
    private final Staging weightGradient;
    private final Staging inputGradient;
    private final DynamicCustomOp plain = matmul(false, false);
    private final DynamicCustomOp transposedLeft = matmul(true, false);
    private final DynamicCustomOp transposedRight = matmul(false, true);
    private final Calls[] callsByRows;

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
        callsByRows = new Calls[maxRows + 1];
    }

    private Staging matrix(int rows, int columns) {
        Staging matrix = backend.stage(rows, columns);
        stagings.add(matrix);
        return matrix;
    }

    private static DynamicCustomOp matmul(boolean left, boolean right) {
        return DynamicCustomOp.builder("matmul")
                .addIntegerArguments(left ? 1 : 0, right ? 1 : 0)
                .build();
    }

    /** Contexts are made when a number of rows first appears; a learner uses one or two. */
    private Calls calls(int rows) {
        Calls calls = callsByRows[rows];
        if (calls == null) {
            INDArray in = firstRows(input, rows);
            INDArray out = firstRows(output, rows);
            calls = new Calls(
                    context(false, false, in, weights.array(), out),
                    context(true, false, in, out, weightGradient.array()),
                    inputGradient == null
                            ? null
                            : context(false, true, out, weights.array(), firstRows(inputGradient, rows)));
            callsByRows[rows] = calls;
        }
        return calls;
    }

    private static INDArray firstRows(Staging staging, int rows) {
        INDArray matrix = staging.array();
        long columns = matrix.columns();
        return Nd4j.create(matrix.data(), new long[] {rows, columns}, new long[] {columns, 1}, 0, 'c');
    }

    private OpContext context(boolean left, boolean right, INDArray a, INDArray b, INDArray result) {
        OpContext context = executioner.buildContext();
        context.setIArguments(left ? 1 : 0, right ? 1 : 0);
        context.setInputArrays(a, b);
        context.setOutputArrays(result);
        contexts.add(context);
        return context;
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
        executioner.exec(plain, calls(rows).multiply());
        read(output, matrices.output(), rows * matrices.outputWidth());
    }

    /** The native output has been read, so the gradient with respect to it may take its place. */
    @Override
    public void multiplyTransposedLeft(int rows, float[] parameterGradient) {
        write(matrices.outputGradient(), output, rows * matrices.outputWidth());
        executioner.exec(transposedLeft, calls(rows).left());
        weightGradient.toHost();
        DenseLayer layer = matrices.layer();
        for (int i = 0; i < layer.inputs(); i++) {
            weightGradient.host().position(i * matrices.outputWidth());
            weightGradient.host().get(parameterGradient, layer.offset() + i * layer.outputs(), layer.outputs());
        }
    }

    @Override
    public void multiplyTransposedRight(int rows) {
        executioner.exec(transposedRight, calls(rows).right());
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
        // a context lets go of its arrays here; ND4J frees the context itself when it is garbage collected
        contexts.forEach(OpContext::purge);
        Arrays.fill(callsByRows, null);
        contexts.clear();
        stagings.forEach(Staging::close);
    }
}
