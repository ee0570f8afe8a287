package io.htsrl.trainer.capacity;

import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.threads.ThreadBounds;
import io.htsrl.learners.AlgorithmConfig;
import io.htsrl.learners.offpolicy.Replaying;
import io.htsrl.policies.network.FirstHead;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.policies.network.NetworkConfig;
import io.htsrl.policies.network.NetworkSize;
import io.htsrl.replay.ReplayConfig;
import io.htsrl.storage.BankShape;
import java.util.List;

/**
 * The memory and threads that a run needs at least when its replay memory is full: banks, replay memory, parameters,
 * past policies, minibatches, and the cost of each thread and replica. Environments' own allocations do not count.
 * Needs checked settings. Immutable.
 *
 * @param spec of the environments that the algorithm acts in
 * @param opponents number of past policies
 * @param learners number of learners, each of which learns from a copy of some columns; 0 for one that needs none
 */
public record RunNeeds(
        PipelineConfig pipeline,
        AlgorithmConfig algorithm,
        NetworkConfig network,
        int frameStack,
        EnvironmentSpec spec,
        int opponents,
        int learners) {
    /** Bytes of stack pages that a thread has touched, and of what the JVM and the C library keep for it. */
    static final int NATIVE_OF_A_THREAD = 128 << 10;
    /** Bytes of heap of hts-rl and its libraries themselves. */
    private static final int BASE = 20 << 20;
    /** Number of other threads: evaluator, watchdog, checkpoint writer, and the JVM's own. */
    private static final int OTHER_THREADS = 64;
    /** Bytes of an environment, its replica and what is kept to close it. */
    private static final int OF_A_REPLICA = 2 << 10;
    /** Bytes per environment: less than two slots for its action, and its entry. */
    private static final int OF_ITS_ACTIONS = 60;
    /** Bytes per state that a batch may have, for each thread that serves some. */
    private static final int OF_A_BATCH_ROW = 36;
    /** Rows that a forward computes together. */
    private static final int FORWARD_ROWS = 32;
    /** Number of vectors of the parameters' length: versions, snapshots, gradient, moments. */
    private static final int VECTORS = 9;

    /** Creates the needs of a run without past policies and with one learner. */
    public RunNeeds(
            PipelineConfig pipeline,
            AlgorithmConfig algorithm,
            NetworkConfig network,
            int frameStack,
            EnvironmentSpec spec) {
        this(pipeline, algorithm, network, frameStack, spec, 0, 0);
    }

    private NetworkSize size() {
        return algorithm.size(network, spec, frameStack);
    }

    private int outputWidth() {
        FirstHead first = FirstHead.of(algorithm.head(spec, network, frameStack, pipeline.syncInterval()));
        return algorithm.heads().outputWidth(first.outputs());
    }

    /** Returns the algorithm's settings where it has a replay memory; else null. */
    Replaying replaying() {
        return algorithm instanceof Replaying replaying ? replaying : null;
    }

    /** Returns the same run with a replay memory of another size. */
    RunNeeds withBufferSize(int bufferSize) {
        return new RunNeeds(
                pipeline, replaying().withBufferSize(bufferSize), network, frameStack, spec, opponents, learners);
    }

    /** Returns the same run with so many past policies. */
    public RunNeeds withOpponents(int members) {
        return new RunNeeds(pipeline, algorithm, network, frameStack, spec, members, learners);
    }

    /** Returns the same run in which each policy has a learner of its own. */
    public RunNeeds apart() {
        int policies = spec.observationSpace().policies().size();
        return new RunNeeds(pipeline, algorithm, network, frameStack, spec, opponents, policies);
    }

    /** Returns the fewest transitions that such a memory may hold. */
    int leastBufferSize() {
        return (int) Math.max(
                replaying().leastBufferSize(pipeline, frameStack), replaying().minibatch(pipeline));
    }

    /** Returns the number of threads that the run starts. */
    public long threads() {
        long others = pipeline.schedule().oneThread() ? 0 : (long) bounds().executors() + bounds().actors();
        return 1 + others + pipeline.ownHelpers() + OTHER_THREADS; // the learner itself, or the one thread
    }

    /** Returns the bounds of the thread settings: with {@code --adapt} more threads wait than the settings name. */
    private ThreadBounds bounds() {
        return ThreadBounds.of(pipeline, pipeline.numEnvs());
    }

    /** Returns the setting that needs the most threads. */
    Need mostThreads() {
        return pipeline.actors() > pipeline.executors()
                ? new Need("--actors", pipeline.actors(), 0, 0)
                : new Need("--executors", pipeline.executors(), 0, 0);
    }

    /** Returns all needs. */
    List<Need> all() {
        return List.of(replay(), banks(), parameters(), pool(), minibatches(), replicas(), executors(), actors());
    }

    double heap() {
        return BASE + all().stream().mapToDouble(Need::heap).sum();
    }

    double bytes() {
        return BASE + all().stream().mapToDouble(Need::bytes).sum();
    }

    /** Returns the bytes of the replay memory when {@code steps} have been made. */
    public double replayBytes(long steps) {
        return replaying() == null
                ? 0
                : replay().bytes() * Math.min(1, (double) steps / replaying().bufferSize());
    }

    /** Returns the bytes of direct buffers, which the JVM counts separately. */
    double direct() {
        return replaying() == null ? 0 : treeBytes();
    }

    private ReplayConfig memory() {
        return replaying().memory(shape(pipeline.numEnvs()));
    }

    private Need replay() {
        if (replaying() == null) {
            return new Need("--buffer-size", 0, 0, 0);
        }
        int size = replaying().bufferSize();
        double leaves = (double) size * Long.BYTES; // a copy of them, for the digest
        double held = memory().heldBytes(replaying().replay().shards());
        double chosen = replaying().table().heapBytes(memory());
        int memories = Math.max(1, learners);
        double heap = memory().heapBytes() + leaves + held + chosen;
        return new Need("--buffer-size", size, memories * heap, treeBytes());
    }

    private double treeBytes() {
        return Math.max(1, learners)
                * (memory().directBytes() + (double) replaying().table().directBytes(memory()));
    }

    private Need banks() {
        double shape = bank(pipeline.columns());
        double all = pipeline.async() == null
                ? (Math.max(2, workers()) + Math.min(1, learners)) * shape
                : shape + bank(pipeline.slabColumns());
        return new Need("--num-envs x --sync-interval", pipeline.numEnvs() + " x " + pipeline.syncInterval(), all, 0);
    }

    private double bank(long columns) {
        return shape((int) Math.min(Integer.MAX_VALUE, columns)).bytes();
    }

    private BankShape shape(int columns) {
        return new BankShape(
                pipeline.syncInterval(),
                columns,
                spec.observationSpace(),
                frameStack,
                spec.actionSpace().width(),
                outputWidth(),
                spec.scored(),
                network.memory().stateSize());
    }

    /** Returns the number of the learner's networks: the learnt ones, and with a replay memory their targets. */
    private int networks() {
        return replaying() == null ? 1 : 2;
    }

    /** Returns the number of batches in an update: each has its own networks and gradient. */
    private int batches() {
        return replaying() == null ? 1 : replaying().replay().batches();
    }

    /** Returns the number of learners, each with its own copy of everything but the optimizer. */
    private int workers() {
        return pipeline.schedule().sharesParameters() ? pipeline.executors() : 1;
    }

    private boolean onHeap() {
        return pipeline.backend() == Backend.JVM;
    }

    private Need parameters() {
        int networks = networks() * batches();
        double vector = (double) size().parameters() * Float.BYTES;
        return new Need(
                network.torso() instanceof MlpConfig ? "--hidden-sizes" : "--network",
                network.description(),
                // the JVM kernel keeps them packed for both directions, ND4J off the heap
                vector * workers() * (VECTORS + batches() - 1 + (onHeap() ? 2 * networks : networks))
                        + algorithm.stateBytes(network, spec, frameStack),
                onHeap() ? 0 : vector * networks);
    }

    /** Each past policy has its parameters, and a snapshot of them that acts. */
    private Need pool() {
        return new Need(
                "--opponents", opponents + " past policies", 2.0 * opponents * size().parameters() * Float.BYTES, 0);
    }

    private Need minibatches() {
        double rows = (double) algorithm.minibatch(pipeline) * workers() * batches() * networks() * Float.BYTES;
        double stored = replaying() == null
                ? 0 // a copy of both observations of each transition drawn
                : 2.0
                        * algorithm.minibatch(pipeline)
                        * batches()
                        * frameStack
                        * spec.observationSpace().bytes();
        boolean drawn = replaying() != null;
        return new Need(
                algorithm.growsBatches()
                        ? "--adapt-batch-limit"
                        : drawn ? "--batch-size" : "--num-envs x --sync-interval",
                drawn
                        ? algorithm.minibatch(pipeline) + (batches() == 1 ? "" : " x --learner-batches " + batches())
                        : pipeline.numEnvs() + " x " + pipeline.syncInterval(),
                rows * size().activations() * (onHeap() ? 1 : 0.5) + stored,
                rows * size().activations() * (onHeap() ? 0 : 0.5));
    }

    private Need replicas() {
        double each = OF_A_REPLICA + 2.0 * frameStack * spec.observationSpace().bytes();
        return new Need("--num-envs", pipeline.numEnvs(), pipeline.numEnvs() * each, 0);
    }

    private Need executors() {
        double slots = (double) pipeline.numEnvs() * OF_ITS_ACTIONS;
        double serving = pipeline.actors() == 0 ? serving() : 0;
        return new Need(
                "--executors",
                pipeline.executors(),
                slots + pipeline.executors() * serving,
                (double) pipeline.executors() * NATIVE_OF_A_THREAD);
    }

    private Need actors() {
        return new Need(
                "--actors",
                pipeline.actors(),
                pipeline.actors() * serving(),
                (double) pipeline.actors() * NATIVE_OF_A_THREAD);
    }

    /** Returns the heap of a thread that serves batches. */
    private double serving() {
        return (double) pipeline.batchLimit() * OF_A_BATCH_ROW
                + 4.0 * FORWARD_ROWS * Float.BYTES * Math.min(size().widest(), size().activations());
    }

    /**
     * The memory that one setting makes a run need. Immutable.
     *
     * @param setting that causes the need, as a flag
     * @param value of that setting
     * @param heap bytes of the Java heap
     * @param offHeap bytes outside of it
     */
    record Need(String setting, Object value, double heap, double offHeap) {

        double bytes() {
            return heap + offHeap;
        }
    }
}
