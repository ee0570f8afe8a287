package io.htsrl.benchmarks;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.random.RandomStream;
import io.htsrl.policies.nd4j.Nd4jMlp;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.policies.network.MlpLayout;
import io.htsrl.policies.network.OrthogonalInitializer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The learner's load of parameters, forward and backward: 4 observations, separate torsos of 64-64, tanh, two actions.
 * One operation is one minibatch.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
        value = 1,
        jvmArgsAppend = {"--add-modules", "jdk.incubator.vector"})
public class LearnerNetworkBenchmark {
    private static final int FEATURES = 4;

    @Param({"64", "256", "512", "2048"})
    int rows;

    private GradientNetwork network;
    private float[] parameters;
    private ObservationBatch batch;
    private float[] outputs;
    private float[] gradient;

    @Setup
    public void setUp() {
        RandomStream stream = RandomStream.root(1);
        MlpLayout layout = new MlpLayout(FEATURES, 2, new MlpConfig(List.of(64, 64), MlpConfig.Activation.TANH, false));
        network = new Nd4jMlp(layout, rows);
        parameters = new float[layout.parameterCount()];
        new OrthogonalInitializer().initialise(layout, parameters, stream);
        gradient = new float[layout.parameterCount()];
        outputs = new float[rows * layout.outputWidth()];
        float[] observations = new float[rows * FEATURES];
        batch = new ObservationBatch(rows);
        batch.over(observations);
        for (int row = 0; row < rows; row++) {
            batch.add(row * FEATURES);
        }
        for (int i = 0; i < observations.length; i++) {
            observations[i] = (float) stream.uniform(i);
        }
    }

    @TearDown
    public void tearDown() {
        network.close();
    }

    @Benchmark
    public float[] forwardAndBackward() {
        network.loadParameters(parameters);
        network.forward(batch, outputs);
        network.backward(outputs, gradient);
        return gradient;
    }
}
