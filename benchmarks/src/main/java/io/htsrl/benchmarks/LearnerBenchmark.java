package io.htsrl.benchmarks;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.work.Team;
import io.htsrl.learners.optim.Optimizer;
import io.htsrl.learners.optim.OptimizerConfig;
import io.htsrl.policies.acting.Networks;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.ConvConfig;
import io.htsrl.policies.network.ConvLayer;
import io.htsrl.policies.network.ConvLayout;
import io.htsrl.policies.network.DenseLayer;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.Heads;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.policies.network.MlpLayout;
import io.htsrl.policies.network.NetworkConfig;
import io.htsrl.policies.network.NetworkLayout;
import io.htsrl.policies.network.OrthogonalInitializer;
import io.htsrl.policies.network.PolicyNetwork;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
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
 * One update of an on-policy learner: load of parameters, gradient, Adam. One operation is one minibatch, split over
 * the threads of {@code backend}. {@code nature} and {@code impala} read 4 frames of 84x84; {@code mlp} is two torsos
 * of 64-64, {@code wide} of 256-256, tanh. After each cell a line gives its share of {@link GemmPeak} on as many
 * threads: operations of the products alone, without the input gradient of the first layer, divided by the median time
 * of an update. Both figures need a quiet machine.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 4, time = 1)
@Fork(
        value = 1,
        jvmArgsAppend = {"--add-modules", "jdk.incubator.vector", "-Xmx2g"})
public class LearnerBenchmark {
    private static final int ACTIONS = 6;
    private static final int FEATURES = 4;

    @Param({
        "nature/16",
        "nature/64",
        "nature/256",
        "impala/32",
        "mlp/64",
        "mlp/512",
        "mlp/2048",
        "mlp/4096",
        "wide/2048"
    })
    String cell;

    /** Backend and number of threads; ND4J has one. */
    @Param({"JVM/1", "JVM/2", "ND4J/1"})
    String backend;

    private final UpdateTimes times = new UpdateTimes();
    private int lanes;
    private Team team;
    private GradientNetwork network;
    private Optimizer optimizer;
    private long flopPerRow;
    private int rows;
    private float[] parameters;
    private ObservationBatch batch;
    private float[] outputs;
    private float[] outputGradient;
    private float[] gradient;

    @Setup
    public void setUp() {
        String name = cell.substring(0, cell.indexOf('/'));
        rows = Integer.parseInt(cell.substring(cell.indexOf('/') + 1));
        lanes = Integer.parseInt(backend.substring(backend.indexOf('/') + 1));
        switch (name) {
            case "mlp" -> useMlp(64);
            case "wide" -> useMlp(256);
            default -> useFrames(ConvConfig.Kind.valueOf(name.toUpperCase(Locale.ROOT)));
        }
        gradient = new float[parameters.length];
        outputs = new float[rows * network.outputWidth()];
        outputGradient = new float[outputs.length];
        optimizer = Optimizer.of(
                new OptimizerConfig(OptimizerConfig.Kind.ADAM, 2.5e-4, false, 1e-5, 0, 0),
                parameters.length,
                parameters.length,
                team);
    }

    private void useFrames(ConvConfig.Kind kind) {
        ConvLayout layout = (ConvLayout) createNetwork(ConvConfig.of(kind), ObservationSpace.bytes(84, 84), FEATURES);
        parameters = new float[layout.parameterCount()];
        new OrthogonalInitializer().initialise(layout, parameters, RandomStream.root(1));
        byte[] frames = new byte[(rows + FEATURES) * layout.frameSize()];
        for (int i = 0; i < frames.length; i++) {
            frames[i] = (byte) RandomStream.root(2).bits(i);
        }
        batch = new ObservationBatch(rows);
        batch.over(frames, FEATURES, layout.frameSize());
        for (int row = 0; row < rows; row++) {
            batch.add((row + FEATURES - 1) * layout.frameSize());
        }
        for (ConvLayer layer : layout.convolutions()) {
            flopPerRow += (layer.offset() == 0 ? 4L : 6L) * layer.outputSize() * layer.windowSize();
        }
        addDense(List.of(layout.hidden()), layout.hidden().inputs());
        addDense(layout.headLayers(), layout.hidden().outputs());
    }

    private void useMlp(int units) {
        MlpConfig config = new MlpConfig(List.of(units, units), Activation.TANH, false);
        MlpLayout layout = (MlpLayout) createNetwork(config, ObservationSpace.floats(FEATURES), 1);
        parameters = new float[layout.parameterCount()];
        new OrthogonalInitializer().initialise(layout, parameters, RandomStream.root(1));
        float[] observations = new float[rows * FEATURES];
        batch = new ObservationBatch(rows);
        batch.over(observations);
        for (int i = 0; i < observations.length; i++) {
            observations[i] = (float) RandomStream.root(2).uniform(i);
        }
        for (int row = 0; row < rows; row++) {
            batch.add(row * FEATURES);
        }
        for (DenseLayer layer : layout.layers()) {
            flopPerRow += (layer.inputs() == FEATURES ? 4L : 6L) * layer.inputs() * layer.outputs();
        }
    }

    private NetworkLayout createNetwork(NetworkConfig config, ObservationSpace frame, int frames) {
        PolicyNetwork policy = Networks.create(config, frame, frames, ACTIONS, Heads.ACTOR_CRITIC);
        Backend kind = Backend.valueOf(backend.substring(0, backend.indexOf('/')));
        team = Team.of(lanes);
        network = policy.newGradientNetwork(kind, rows, team);
        return policy.layout();
    }

    private void addDense(List<DenseLayer> layers, int inputs) {
        for (DenseLayer layer : layers) {
            flopPerRow += 6L * inputs * layer.outputs();
        }
    }

    @Setup(Level.Iteration)
    public void beginIteration() {
        times.clear();
    }

    @TearDown
    public void tearDown() throws InterruptedException, ExecutionException {
        double speed = (double) flopPerRow * rows / times.median();
        double peak = GemmPeak.flopPerNanosecond(lanes);
        System.out.printf(
                Locale.ROOT,
                "%n%s by %s: median %.3f ms, least %.3f ms, %.1f GFLOP/s of a peak of %.1f: %.0f %%%n",
                cell,
                backend,
                times.median() / 1e6,
                times.least() / 1e6,
                speed,
                peak,
                100 * speed / peak);
        network.close();
        team.close();
    }

    @Benchmark
    public float[] update() {
        long begin = System.nanoTime();
        network.loadParameters(parameters);
        network.gradient(batch, outputs, this::writeGradient, outputGradient, gradient);
        optimizer.step(parameters, gradient, 1, 1e-6);
        times.add(System.nanoTime() - begin);
        return gradient;
    }

    /** Writes some gradient of a sane size. */
    private void writeGradient(int first, int count, int lane) {
        int width = network.outputWidth();
        for (int i = first * width; i < (first + count) * width; i++) {
            outputGradient[i] = outputs[i] * 1e-3f;
        }
    }
}
