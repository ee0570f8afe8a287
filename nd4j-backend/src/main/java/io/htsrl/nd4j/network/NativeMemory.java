package io.htsrl.nd4j.network;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.api.ops.DynamicCustomOp;
import org.nd4j.linalg.api.ops.Op;
import org.nd4j.linalg.api.ops.OpContext;
import org.nd4j.linalg.api.ops.executioner.OpExecutioner;
import org.nd4j.linalg.api.ops.impl.scalar.Step;
import org.nd4j.linalg.factory.Nd4j;

/**
 * Arrays of one network in the backend's memory, and prepared operations on them. One thread. Operations run through
 * reused contexts, a few microseconds each besides their work; ND4J itself allocates some 700 bytes in each.
 * {@link #close} frees the arrays.
 */
final class NativeMemory implements AutoCloseable {
    private static final double[] NONE = {};

    private final OpExecutioner executioner = Nd4j.getExecutioner();
    private final List<INDArray> arrays = new ArrayList<>();
    private final List<OpContext> contexts = new ArrayList<>();

    /** Creates an array of zeros, row-major. */
    INDArray array(long... shape) {
        INDArray array = Nd4j.create(DataType.FLOAT, shape);
        arrays.add(array);
        return array;
    }

    /** Returns a view of {@code array} from {@code offset} on in another row-major shape, without a copy. */
    static INDArray view(INDArray array, long offset, long... shape) {
        long[] strides = new long[shape.length];
        long stride = 1;
        for (int i = shape.length - 1; i >= 0; i--) {
            strides[i] = stride;
            stride *= shape[i];
        }
        return Nd4j.create(array.data(), shape, strides, offset, 'c');
    }

    /** Returns the first {@code rows} of {@code array}. */
    static INDArray firstRows(INDArray array, int rows) {
        long[] shape = array.shape().clone();
        shape[0] = rows;
        return view(array, 0, shape);
    }

    /** Prepares an operation; {@code integers} are its arguments. */
    NativeCall call(String operation, List<INDArray> inputs, INDArray output, int... integers) {
        return call(operation, inputs, List.of(output), NONE, integers);
    }

    NativeCall call(
            String operation, List<INDArray> inputs, List<INDArray> outputs, double[] numbers, int... integers) {
        DynamicCustomOp op = DynamicCustomOp.builder(operation)
                .addIntegerArguments(integers)
                .addFloatingPointArguments(box(numbers))
                .build();
        OpContext context = executioner.buildContext();
        context.setIArguments(Arrays.stream(integers).asLongStream().toArray());
        context.setTArguments(numbers);
        context.setInputArrays(inputs.toArray(INDArray[]::new));
        context.setOutputArrays(outputs.toArray(INDArray[]::new));
        contexts.add(context);
        return () -> executioner.exec(op, context);
    }

    private static Double[] box(double[] numbers) {
        return Arrays.stream(numbers).boxed().toArray(Double[]::new);
    }

    /** Prepares {@code to = from > 0 ? 1 : 0}. */
    NativeCall step(INDArray from, INDArray to) {
        Op op = new Step(from, to, 0);
        return () -> executioner.exec(op);
    }

    /** Prepares {@code product = a b} of matrices, each transposed if its flag is set. */
    NativeCall product(INDArray a, boolean transposeA, INDArray b, boolean transposeB, INDArray product) {
        return call("matmul", List.of(a, b), product, transposeA ? 1 : 0, transposeB ? 1 : 0);
    }

    @Override
    public void close() {
        // the context releases its arrays here; ND4J frees the context when it is garbage collected
        contexts.forEach(OpContext::purge);
        contexts.clear();
        arrays.forEach(INDArray::close);
        arrays.clear();
    }

    /** Operation of the backend with its operands, prepared once, run often. One thread. */
    @FunctionalInterface
    interface NativeCall {
        void run();

        /** Operation with a variant for each number of rows, prepared on first use. */
        final class PerRows {
            private final NativeCall[] calls;
            private final IntFunction<NativeCall> prepare;

            PerRows(int maxRows, IntFunction<NativeCall> prepare) {
                calls = new NativeCall[maxRows + 1];
                this.prepare = prepare;
            }

            void run(int rows) {
                NativeCall call = calls[rows];
                if (call == null) {
                    call = prepare.apply(rows);
                    calls[rows] = call;
                }
                call.run();
            }
        }
    }
}
