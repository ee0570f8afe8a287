package io.htsrl.determinism.verify;

import io.htsrl.cli.terminal.Numbers;
import io.htsrl.core.schedule.Backend;
import io.htsrl.trainer.config.RunConfig;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Makes the perturbations that need a child JVM: compilers, kernels, memory, cores, libraries, JDKs. One thread. */
final class JvmMatrix {
    private static final int MOST_BLAS_THREADS = 8;

    private final RunConfig config;
    private final MatrixOptions options;
    private final long xintIntervals;

    /**
     * Takes the runs' configurations.
     *
     * @param reference the unchanged configuration
     * @param threaded  the same with threads in every role
     */
    JvmMatrix(RunConfig reference, RunConfig threaded, MatrixOptions options) {
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
     * Returns the instruction sets for the JVM's kernel: vectors of 256 bits and, where the processor has them, of 512.
     */
    private static List<Integer> avxLevels() {
        return System.getProperty("os.arch").equals("amd64") ? List.of(2, 3) : List.of();
    }

    /**
     * Returns two, and one for each core: more would only compete for them. The JVM kernel does not use these threads.
     */
    private Set<String> blasThreads() {
        if (config.pipeline().backend() == Backend.JVM) {
            return Set.of();
        }
        int cores = Math.max(2, Math.min(MOST_BLAS_THREADS, Runtime.getRuntime().availableProcessors()));
        return new LinkedHashSet<>(List.of("2", String.valueOf(cores)));
    }

    private PerturbedRun interpreted() {
        PerturbedRun whole = in("-Xint", ChildJvm.scalar("-Xint"));
        if (xintIntervals >= config.intervals()) {
            return whole;
        }
        long steps = xintIntervals * config.pipeline().stepsPerInterval();
        return whole.withName(Numbers.text("-Xint, the first %,d steps", steps)).withIntervals(xintIntervals);
    }

    private PerturbedRun in(String name, ChildJvm jvm) {
        return PerturbedRun.of(name, config).withJvm(Optional.of(jvm));
    }
}
