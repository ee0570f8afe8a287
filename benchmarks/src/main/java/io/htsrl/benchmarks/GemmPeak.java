package io.htsrl.benchmarks;

import io.htsrl.nd4j.device.Nd4jRuntime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.api.ops.DynamicCustomOp;
import org.nd4j.linalg.api.ops.OpContext;
import org.nd4j.linalg.factory.Nd4j;

/**
 * Peak speed of this machine's processor, with which a learner's speed is compared: the fastest of ten products of 1024
 * x 1024 matrices on each of several threads at once, by ND4J. Takes half a second. Any thread.
 */
final class GemmPeak {
    private static final int EXTENT = 1024;
    private static final int REPETITIONS = 10;

    private GemmPeak() {}

    /** Returns operations per nanosecond of all threads together; a multiplication and an addition are two. */
    static double flopPerNanosecond(int threads) throws InterruptedException, ExecutionException {
        Nd4jRuntime.load();
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Callable<Double>> tasks = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                tasks.add(GemmPeak::flopPerNanosecondOfOneThread);
            }
            double sum = 0;
            for (Future<Double> one : pool.invokeAll(tasks)) {
                sum += one.get();
            }
            return sum;
        } finally {
            pool.shutdown();
        }
    }

    private static double flopPerNanosecondOfOneThread() {
        try (INDArray a = Nd4j.ones(DataType.FLOAT, EXTENT, EXTENT);
                INDArray b = Nd4j.ones(DataType.FLOAT, EXTENT, EXTENT);
                INDArray product = Nd4j.create(DataType.FLOAT, EXTENT, EXTENT)) {
            OpContext context = Nd4j.getExecutioner().buildContext();
            context.setIArguments(0, 0);
            context.setInputArrays(a, b);
            context.setOutputArrays(product);
            DynamicCustomOp op =
                    DynamicCustomOp.builder("matmul").addIntegerArguments(0, 0).build();
            long least = Long.MAX_VALUE;
            for (int i = 0; i < REPETITIONS; i++) {
                long begin = System.nanoTime();
                Nd4j.getExecutioner().exec(op, context);
                least = Math.min(least, System.nanoTime() - begin);
            }
            context.purge();
            return 2.0 * EXTENT * EXTENT * EXTENT / least;
        }
    }
}
