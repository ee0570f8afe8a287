package io.htsrl.determinism.verify;

import io.htsrl.cli.terminal.Numbers;
import io.htsrl.core.environment.SavedState;
import io.htsrl.core.run.Perturbation;
import io.htsrl.core.run.Perturbation.Point;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.learners.offpolicy.Replaying;
import io.htsrl.trainer.config.RunConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Makes the perturbations of one configuration: threads, batches, waits, delays in every role, the serial oracle, and
 * other JVMs. Those that a configuration has no room for (more executors than environments) are left out. One thread,
 * one matrix.
 */
public final class Matrix {
    private static final int MOST_LEARNERS = 4;

    private final RunConfig reference;
    private final PipelineConfig base;
    private final Delays.Sizes sizes;
    private final List<PerturbedRun> runs = new ArrayList<>();

    private Matrix(RunConfig reference) {
        this.reference = reference;
        this.base = reference.pipeline();
        this.sizes = new Delays.Sizes(reference);
    }

    /** Returns the runs; the first is the reference with the unchanged configuration. */
    public static List<PerturbedRun> of(RunConfig reference, Options options) {
        Matrix matrix = new Matrix(reference);
        matrix.runs.add(PerturbedRun.of("as configured", reference).withQuick(true));
        matrix.runs.add(PerturbedRun.of("the same again", reference).withQuick(true));
        matrix.shapes();
        matrix.learners();
        matrix.shards();
        matrix.waits();
        matrix.jitter();
        matrix.slowParts();
        if (matrix.base.schedule().oracle() != matrix.base.schedule()) {
            matrix.oracle();
        }
        matrix.resumption();
        if (options.children()) {
            new JvmMatrix(reference, matrix.threaded(), options).addTo(matrix.runs);
        }
        return options.quick()
                ? matrix.runs.stream().filter(PerturbedRun::quick).toList()
                : List.copyOf(matrix.runs);
    }

    private void oracle() {
        Schedule oracle = base.schedule().oracle();
        add(oracle.toString(), threads(oracle, base.actors(), base.executors(), base.actorBatch(), base.waitMode()));
        markLastQuick();
    }

    /**
     * Adds a resumed run where a run on the environment resumes exactly, and intervals exist before and after the stop.
     * Interval k is reported while k + 1 is collected, and the run stops after k + 1.
     */
    private void resumption() {
        long middle = Math.min(reference.intervals() / 2, reference.intervals() - 3);
        if (middle >= 0 && reference.ask(SavedState::resumes)) {
            runs.add(PerturbedRun.of("stopped and resumed", threaded()).withResumeAfter(middle));
            markLastQuick();
        }
    }

    private void markLastQuick() {
        runs.set(runs.size() - 1, runs.get(runs.size() - 1).withQuick(true));
    }

    private void add(String name, RunConfig config) {
        runs.add(PerturbedRun.of(name, config));
    }

    private void addDelayed(String name, RunConfig config, Perturbation delays) {
        runs.add(PerturbedRun.of(name, config).withPerturbation(delays));
    }

    // ---- threads and batches ----

    private void shapes() {
        for (int actors : new int[] {0, 1, 2, 4, 8}) {
            if (actors != base.actors()) {
                add("actors " + actors, threads(actors, base.executors(), base.actorBatch()));
            }
        }
        for (int executors : upToEnvironments(1, 2, 3)) {
            if (executors != base.executors()) {
                add("executors " + executors, threads(base.actors(), executors, base.actorBatch()));
            }
        }
        for (int batch : upToEnvironments(1, 3)) {
            if (batch != base.actorBatch()) {
                add("batch limit " + batch, threads(base.actors(), base.executors(), batch));
            }
        }
        markLastQuick();
        addShape(1, 2, 3);
        addShape(2, 2, 3);
        markLastQuick();
        addShape(4, 3, 1);
        addShape(2, base.numEnvs(), 1);
        addShape(8, base.numEnvs(), 3);
        markLastQuick();
        addShape(4, base.numEnvs(), base.numEnvs());
    }

    /** Returns those of {@code counts} that are less than n, and n. */
    private Set<Integer> upToEnvironments(int... counts) {
        Set<Integer> fitting = new LinkedHashSet<>();
        IntStream.of(counts).filter(count -> count < base.numEnvs()).forEach(fitting::add);
        fitting.add(base.numEnvs());
        return fitting;
    }

    private void addShape(int actors, int executors, int batch) {
        int fitting = Math.min(executors, base.numEnvs());
        add("actors " + actors + ", executors " + fitting + ", batch limit " + batch, threads(actors, fitting, batch));
    }

    /** Returns a run with threads in every role and batches of 3, which form differently each time. */
    private RunConfig threaded() {
        return threads(2, Math.min(2, base.numEnvs()), 3);
    }

    /** Adds ways of waiting. Endless spinning needs a core per thread: the fewest threads, or it would take minutes. */
    private void waits() {
        for (WaitMode mode : WaitMode.values()) {
            if (mode != base.waitMode()) {
                boolean few = mode == WaitMode.BUSY_SPIN;
                add(
                        "wait " + mode + (few ? "" : ", actors 1, executors 2"),
                        threads(
                                base.schedule().concurrent(),
                                few ? 0 : 1,
                                few ? 1 : Math.min(2, base.numEnvs()),
                                base.actorBatch(),
                                mode));
            }
        }
    }

    /** Adds numbers of learner lanes; ND4J has one lane. */
    private void learners() {
        if (base.backend() != Backend.JVM) {
            return;
        }
        for (int learners = 1; learners <= MOST_LEARNERS; learners++) {
            if (learners != base.learners()) {
                add("learners " + learners, reference.with(pipeline().withLearners(learners)));
            }
        }
        markLastQuick();
    }

    /** Adds one shard, two, an uneven number of environments in each, and one environment in each. */
    private void shards() {
        if (!(reference.algorithm() instanceof Replaying replaying)
                || !replaying.table().isUsual()) {
            return;
        }
        for (int shards : upToEnvironments(1, 2, 7)) {
            if (shards != replaying.replay().shards()) {
                add("replay shards " + shards, reference.with(replaying.withShards(shards)));
            }
        }
        markLastQuick();
    }

    // ---- delays ----

    private void jitter() {
        for (Point point : Point.values()) {
            addDelayed("jitter in " + name(point), threaded(), sizes.jitter(1, point));
        }
        for (int seed = 1; seed <= 3; seed++) {
            addDelayed("jitter everywhere, seed " + seed, threaded(), sizes.jitter(seed, EnumSet.allOf(Point.class)));
        }
        markLastQuick();
        addDelayed(
                "jitter everywhere, executors " + base.numEnvs() + ", actors 0",
                threads(0, base.numEnvs(), base.actorBatch()),
                sizes.jitter(4, EnumSet.allOf(Point.class)));
    }

    private void slowParts() {
        int last = base.numEnvs() - 1;
        addSlow("one slow environment, the first", Point.EXECUTOR_STEP, 0);
        addSlow("one slow environment, the last", Point.EXECUTOR_STEP, last);
        markLastQuick();
        addDelayed(
                "one slow environment, actors 0",
                threads(0, Math.min(2, base.numEnvs()), base.numEnvs()),
                sizes.slow(Point.EXECUTOR_STEP, last / 2));
        addSlow("one slow actor, the first", Point.ACTOR_BATCH, 0);
        addSlow("one slow actor, the last", Point.ACTOR_BATCH, 1);
        addSlow("slow actors", Point.ACTOR_BATCH, Delays.EVERYONE);
        addSlow("slow executors", Point.EXECUTOR_STEP, Delays.EVERYONE);
        addSlow("slow learner", Point.LEARNER_UPDATE, Delays.EVERYONE);
        markLastQuick();
        addSlow("slow swap", Point.SWAP, Delays.EVERYONE);
    }

    private void addSlow(String name, Point point, long who) {
        addDelayed(name, threaded(), sizes.slow(point, who));
    }

    private static String name(Point point) {
        return switch (point) {
            case EXECUTOR_STEP -> "executors";
            case ACTOR_BATCH -> "actors";
            case LEARNER_UPDATE -> "the learner";
            case SWAP -> "the swap";
        };
    }

    // ---- the reference with other thread settings ----

    /** Returns the reference with other thread settings, for an oracle those of the schedule that it stands for. */
    private RunConfig threads(int actors, int executors, int batch) {
        return threads(base.schedule().concurrent(), actors, executors, batch, base.waitMode());
    }

    private RunConfig threads(Schedule schedule, int actors, int executors, int batch, WaitMode wait) {
        return reference.with(pipeline(schedule, actors, executors, batch, wait));
    }

    /** Returns the reference's pipeline; for an oracle those of the schedule that it is the oracle of. */
    private PipelineConfig pipeline() {
        return pipeline(
                base.schedule().concurrent(), base.actors(), base.executors(), base.actorBatch(), base.waitMode());
    }

    private PipelineConfig pipeline(Schedule schedule, int actors, int executors, int batch, WaitMode wait) {
        return new PipelineConfig(
                        schedule, base.numEnvs(), base.syncInterval(), actors, executors, batch, wait, base.learners())
                .withBackend(base.backend())
                .withStepTimeout(base.stepTimeout());
    }

    /**
     * Choices of the runs in the matrix. Immutable.
     *
     * @param quick the small matrix: about ten perturbations instead of about fifty
     * @param children whether runs use child JVMs
     * @param jdks folders of other JDKs to run on, each checked to hold one
     * @param xintTimesteps environment steps of the run with {@code -Xint}
     */
    public record Options(boolean quick, boolean children, List<Path> jdks, long xintTimesteps) {
        /** 10 to 30 seconds of PPO, A2C or DQN on CartPole-v1, which -Xint makes 350 to 1,700 steps of in a second. */
        public static final long XINT_TIMESTEPS = 10_000;

        public Options {
            jdks = List.copyOf(jdks);
        }
    }

    /**
     * Makes the perturbations that need a child JVM: compilers, kernels, memory, cores, libraries, JDKs. One thread.
     */
    private static final class JvmMatrix {
        private static final int MOST_BLAS_THREADS = 8;

        private final RunConfig config;
        private final Matrix.Options options;
        private final long xintIntervals;

        /**
         * Takes the runs' configurations.
         *
         * @param reference the unchanged configuration
         * @param threaded the same with threads in every role
         */
        JvmMatrix(RunConfig reference, RunConfig threaded, Matrix.Options options) {
            this.config = threaded;
            this.options = options;
            int perInterval = reference.pipeline().stepsPerInterval();
            this.xintIntervals = Math.max(1, (options.xintTimesteps() + perInterval - 1) / perInterval);
        }

        void addTo(List<PerturbedRun> runs) {
            runs.add(in("a JVM of its own", ChildJvm.same()));
            runs.add(in("without the vector module", ChildJvm.scalar()).withQuick(true));
            runs.add(in("-XX:MaxVectorSize=16", ChildJvm.same("-XX:MaxVectorSize=16")));
            // without the module: these compilers do not know its intrinsics, and it would be a hundred times slower
            runs.add(in("C1 alone (-XX:TieredStopAtLevel=1)", ChildJvm.scalar("-XX:TieredStopAtLevel=1")));
            runs.add(interpreted());
            runs.add(in("serial collector, young space of 4 MB", ChildJvm.same("-XX:+UseSerialGC", "-Xmn4m")));
            runs.add(in("parallel collector", ChildJvm.same("-XX:+UseParallelGC")));
            ChildJvm.same().onOneCore().ifPresent(jvm -> runs.add(in("one core (taskset)", jvm)));
            for (int level : avxLevels()) {
                runs.add(in("-XX:UseAVX=" + level, ChildJvm.same("-XX:UseAVX=" + level)));
            }
            for (String threads : blasThreads()) {
                runs.add(in(
                        "BLAS threads " + threads,
                        ChildJvm.sameWith(Map.of("OMP_NUM_THREADS", threads, "OPENBLAS_NUM_THREADS", threads))));
            }
            for (Path jdk : options.jdks()) {
                String name = "JDK " + ChildJvm.version(jdk) + " ("
                        + jdk.toAbsolutePath().normalize().getFileName() + ")";
                runs.add(in(name, ChildJvm.of(jdk, true)).withQuick(true));
                runs.add(in(name + ", scalar", ChildJvm.of(jdk, false)));
            }
        }

        /**
         * Returns the instruction sets for the JVM's kernel: vectors of 256 bits and, where the processor has them, of
         * 512.
         */
        private static List<Integer> avxLevels() {
            return System.getProperty("os.arch").equals("amd64") ? List.of(2, 3) : List.of();
        }

        /**
         * Returns two, and one for each core: more would only compete for them. The JVM kernel does not use these
         * threads.
         */
        private Set<String> blasThreads() {
            if (config.pipeline().backend() == Backend.JVM) {
                return Set.of();
            }
            int cores =
                    Math.max(2, Math.min(MOST_BLAS_THREADS, Runtime.getRuntime().availableProcessors()));
            return new LinkedHashSet<>(List.of("2", String.valueOf(cores)));
        }

        private PerturbedRun interpreted() {
            PerturbedRun whole = in("-Xint", ChildJvm.scalar("-Xint"));
            if (xintIntervals >= config.intervals()) {
                return whole;
            }
            long steps = xintIntervals * config.pipeline().stepsPerInterval();
            return whole.withName(Numbers.text("-Xint, the first %,d steps", steps))
                    .withIntervals(xintIntervals);
        }

        private PerturbedRun in(String name, ChildJvm jvm) {
            return PerturbedRun.of(name, config).withJvm(Optional.of(jvm));
        }
    }
}
