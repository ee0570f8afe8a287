package io.htsrl.benchmarks;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.random.RandomStream;
import io.htsrl.policies.acting.MlpPolicy;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.MlpConfig;
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
import org.openjdk.jmh.annotations.Warmup;

/**
 * The row-stable forward of one actor: 8 observations, two hidden layers of 64, tanh. {@code shared} is the network
 * 8-64-64-(3+1), four outputs; separate torsos are two such networks. One operation is one batch.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
        value = 1,
        jvmArgsAppend = {"--add-modules", "jdk.incubator.vector"})
public class ActorForwardBenchmark {
    private static final int FEATURES = 8;

    @Param({"1", "16", "64", "240"})
    int rows;

    @Param({"true", "false"})
    boolean shared;

    private Policy.Forward forward;
    private Policy.Snapshot snapshot;
    private ObservationBatch batch;
    private float[] outputs;
    private int[] offsets;

    @Setup
    public void setUp() {
        RandomStream stream = RandomStream.root(1);
        MlpPolicy policy = new MlpPolicy(
                ObservationSpace.floats(FEATURES), 3, new MlpConfig(List.of(64, 64), Activation.TANH, shared));
        float[] parameters = new float[policy.parameterCount()];
        policy.initialise(parameters, stream);
        snapshot = policy.newSnapshot();
        snapshot.load(parameters);
        forward = policy.newForward();
        float[] observations = new float[rows * FEATURES];
        for (int i = 0; i < observations.length; i++) {
            observations[i] = (float) stream.uniform(i);
        }
        batch = new ObservationBatch(rows);
        batch.over(observations);
        offsets = new int[rows];
        for (int row = 0; row < rows; row++) {
            batch.add(row * FEATURES);
            offsets[row] = row * policy.outputWidth();
        }
        outputs = new float[rows * policy.outputWidth()];
    }

    @Benchmark
    public float[] forward() {
        forward.forward(snapshot, batch, outputs, offsets);
        return outputs;
    }
}
