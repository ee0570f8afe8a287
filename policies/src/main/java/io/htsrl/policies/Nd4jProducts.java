package io.htsrl.policies;

import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.api.ops.DynamicCustomOp;
import org.nd4j.linalg.api.ops.OpContext;
import org.nd4j.linalg.api.ops.executioner.OpExecutioner;
import org.nd4j.linalg.factory.Nd4j;

/**
 * The products on ND4J's native backend: the op {@code matmul} on row-major arrays through reused contexts, the
 * fastest of its routes (512 rows of 64 by 64: 30 us; {@code Nd4j.gemm} 60-80, {@code mmul} 100 and more, as both copy
 * or re-pack). Matrices cross between heap and native memory by bulk copies of a few microseconds.
 *
 * <p>Bits depend on the backend's thread count, which {@code OMP_NUM_THREADS} fixes.
 */
final class Nd4jProducts implements MatrixProducts {

    /** The three calls for one number of rows. */
    private record Calls(OpContext multiply, OpContext left, OpContext right) {
    }

    private final LayerMatrices matrices;
    private final OpExecutioner executioner = Nd4j.getExecutioner();
    private final List<INDArray> arrays = new ArrayList<>();
    private final List<OpContext> contexts = new ArrayList<>();
    private final INDArray input;
    private final INDArray weights;
    private final INDArray output;
    private final INDArray weightGradient;
    private final INDArray inputGradient;
    private final FloatBuffer inputFloats;
    private final FloatBuffer weightFloats;
    private final FloatBuffer outputFloats;
    private final FloatBuffer weightGradientFloats;
    private final FloatBuffer inputGradientFloats;
    private final DynamicCustomOp plain = matmul(false, false);
    private final DynamicCustomOp transposedLeft = matmul(true, false);
    private final DynamicCustomOp transposedRight = matmul(false, true);
    private final Calls[] callsByRows;

    Nd4jProducts(LayerMatrices matrices) {
        this.matrices = matrices;
        int maxRows = matrices.maxRows();
        input = matrix(maxRows, matrices.inputWidth());
        weights = matrix(matrices.inputWidth(), matrices.outputWidth());
        output = matrix(maxRows, matrices.outputWidth());
        weightGradient = matrix(matrices.inputWidth(), matrices.outputWidth());
        inputGradient = matrices.inputGradient() == null ? null : matrix(maxRows, matrices.inputWidth());
        inputFloats = input.data().asNioFloat();
        weightFloats = weights.data().asNioFloat();
        outputFloats = output.data().asNioFloat();
        weightGradientFloats = weightGradient.data().asNioFloat();
        inputGradientFloats = inputGradient == null ? null : inputGradient.data().asNioFloat();
        callsByRows = new Calls[maxRows + 1];
    }

    private INDArray matrix(int rows, int columns) {
        INDArray matrix = Nd4j.create(DataType.FLOAT, rows, columns);
        arrays.add(matrix);
        return matrix;
    }

    private static DynamicCustomOp matmul(boolean left, boolean right) {
        return DynamicCustomOp.builder("matmul").addIntegerArguments(left ? 1 : 0, right ? 1 : 0).build();
    }

    /** Contexts are made when a number of rows first appears; a learner uses one or two. */
    private Calls calls(int rows) {
        Calls calls = callsByRows[rows];
        if (calls == null) {
            INDArray in = firstRows(input, rows);
            INDArray out = firstRows(output, rows);
            calls = new Calls(context(false, false, in, weights, out), context(true, false, in, out, weightGradient),
                    inputGradient == null ? null
                            : context(false, true, out, weights, firstRows(inputGradient, rows)));
            callsByRows[rows] = calls;
        }
        return calls;
    }

    private static INDArray firstRows(INDArray matrix, int rows) {
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
            weightFloats.position(i * matrices.outputWidth());
            weightFloats.put(parameters, layer.offset() + i * layer.outputs(), layer.outputs());
        }
    }

    @Override
    public void multiply(int rows) {
        write(matrices.input(), inputFloats, rows * matrices.inputWidth());
        executioner.exec(plain, calls(rows).multiply());
        read(outputFloats, matrices.output(), rows * matrices.outputWidth());
    }

    /** The native output has been read, so the gradient with respect to it may take its place. */
    @Override
    public void multiplyTransposedLeft(int rows, float[] parameterGradient) {
        write(matrices.outputGradient(), outputFloats, rows * matrices.outputWidth());
        executioner.exec(transposedLeft, calls(rows).left());
        DenseLayer layer = matrices.layer();
        for (int i = 0; i < layer.inputs(); i++) {
            weightGradientFloats.position(i * matrices.outputWidth());
            weightGradientFloats.get(parameterGradient, layer.offset() + i * layer.outputs(), layer.outputs());
        }
    }

    @Override
    public void multiplyTransposedRight(int rows) {
        executioner.exec(transposedRight, calls(rows).right());
        read(inputGradientFloats, matrices.inputGradient(), rows * matrices.inputWidth());
    }

    private static void write(float[] from, FloatBuffer to, int count) {
        to.position(0);
        to.put(from, 0, count);
    }

    private static void read(FloatBuffer from, float[] to, int count) {
        from.position(0);
        from.get(to, 0, count);
    }

    @Override
    public void close() {
        // a context lets go of its arrays here; ND4J frees the context itself when it is garbage collected
        contexts.forEach(OpContext::purge);
        Arrays.fill(callsByRows, null);
        contexts.clear();
        arrays.forEach(INDArray::close);
    }
}
