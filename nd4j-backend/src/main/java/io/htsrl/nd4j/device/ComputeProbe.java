package io.htsrl.nd4j.device;

import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.api.ops.DynamicCustomOp;
import org.nd4j.linalg.api.ops.OpContext;
import org.nd4j.linalg.api.ops.executioner.OpExecutioner;
import org.nd4j.linalg.factory.Nd4j;

/**
 * Speed of the loaded library in 10^9 floating-point operations a second. It detects oneDNN, whose convolutions run at
 * nearly the speed of its matrix product; without it they run at a tenth. Takes 20 ms. Immutable.
 */
public record ComputeProbe(double product, double convolution) {
    private static final int RUNS = 8;
    private static final int SIDE = 256;
    private static final int ROWS = 8;
    private static final int CHANNELS = 64;
    private static final int EXTENT = 9;
    private static final int KERNEL = 3;

    /** Measures the speed on the calling thread. */
    public static ComputeProbe run() {
        return new ComputeProbe(measureProduct(), measureConvolution());
    }

    private static double measureProduct() {
        DynamicCustomOp op =
                DynamicCustomOp.builder("matmul").addIntegerArguments(0, 0).build();
        double work = 2.0 * SIDE * SIDE * SIDE;
        return work / seconds(op, array(SIDE, SIDE), array(SIDE, SIDE), array(SIDE, SIDE)) / 1e9;
    }

    /** Measures a convolution of 64 channels to 64, as the last one of the Nature network. */
    private static double measureConvolution() {
        DynamicCustomOp op = DynamicCustomOp.builder("conv2d")
                .addIntegerArguments(KERNEL, KERNEL, 1, 1, 0, 0, 1, 1, 0, 1)
                .build();
        int side = EXTENT - KERNEL + 1;
        double work = 2.0 * ROWS * side * side * CHANNELS * CHANNELS * KERNEL * KERNEL;
        return work
                / seconds(
                        op,
                        array(ROWS, EXTENT, EXTENT, CHANNELS),
                        array(KERNEL, KERNEL, CHANNELS, CHANNELS),
                        array(ROWS, side, side, CHANNELS))
                / 1e9;
    }

    private static INDArray array(long... shape) {
        return Nd4j.ones(DataType.FLOAT, shape);
    }

    /** Returns the time of the fastest run, because the others were disturbed. */
    private static double seconds(DynamicCustomOp op, INDArray a, INDArray b, INDArray result) {
        OpExecutioner executioner = Nd4j.getExecutioner();
        OpContext context = executioner.buildContext();
        context.setIArguments(op.iArgs());
        context.setInputArrays(a, b);
        context.setOutputArrays(result);
        double best = Double.MAX_VALUE;
        for (int run = 0; run < RUNS; run++) {
            long start = System.nanoTime();
            executioner.exec(op, context);
            executioner.commit();
            best = Math.min(best, (System.nanoTime() - start) / 1e9);
        }
        context.purge();
        a.close();
        b.close();
        result.close();
        return best;
    }
}
