package io.htsrl.benchmarks;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.work.Team;
import io.htsrl.policies.acting.ConvPolicy;
import io.htsrl.policies.network.ConvConfig;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.Heads;
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
 * The row-stable forward of one actor beside the batched forward of the same network on ND4J, the learner's, whose rows
 * are not stable: stacks of four frames of 84x84 bytes, six actions. One operation is one batch. Run it with
 * {@code OMP_NUM_THREADS=1}, as the launcher does.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
        value = 1,
        jvmArgsAppend = {"--add-modules", "jdk.incubator.vector"})
public class ConvForwardBenchmark {
    private static final int SIDE = 84;
    private static final int STACK = 4;

    @Param({"1", "4", "8", "16", "32"})
    int rows;

    @Param({"NATURE", "IMPALA"})
    ConvConfig.Kind kind;

    private Policy.Forward forward;
    private Policy.Snapshot snapshot;
    private GradientNetwork network;
    private ObservationBatch batch;
    private float[] outputs;
    private int[] offsets;

    @Setup
    public void setUp() {
        RandomStream stream = RandomStream.root(1);
        ConvPolicy policy =
                new ConvPolicy(ObservationSpace.bytes(SIDE, SIDE), STACK, 6, ConvConfig.of(kind), Heads.ACTOR_CRITIC);
        float[] parameters = new float[policy.parameterCount()];
        policy.initialise(parameters, stream);
        snapshot = policy.newSnapshot();
        snapshot.load(parameters);
        forward = policy.newForward();
        network = policy.newGradientNetwork(Backend.ND4J, rows, Team.alone());
        network.loadParameters(parameters);
        byte[] frames = new byte[(rows + STACK) * SIDE * SIDE];
        for (int i = 0; i < frames.length; i++) {
            frames[i] = (byte) stream.bits(i);
        }
        batch = new ObservationBatch(rows);
        batch.over(frames, STACK, SIDE * SIDE);
        offsets = new int[rows];
        for (int row = 0; row < rows; row++) {
            batch.add((row + STACK - 1) * SIDE * SIDE);
            offsets[row] = row * policy.outputWidth();
        }
        outputs = new float[rows * policy.outputWidth()];
    }

    @TearDown
    public void tearDown() {
        network.close();
    }

    @Benchmark
    public float[] rowStable() {
        forward.forward(snapshot, batch, outputs, offsets);
        return outputs;
    }

    @Benchmark
    public float[] batchedOnNd4j() {
        network.forward(batch, outputs);
        return outputs;
    }
}
