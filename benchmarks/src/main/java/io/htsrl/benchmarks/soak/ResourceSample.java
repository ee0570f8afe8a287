package io.htsrl.benchmarks.soak;

import io.htsrl.benchmarks.ProcessStatus;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * What this process holds at one moment; NaN where the system does not tell. Immutable.
 *
 * @param seconds  since the beginning
 * @param steps    taken until then
 * @param heap     MiB of the heap that are alive: a collection has just been made
 * @param resident MiB of memory in all: the heap, that of native libraries (ND4J's included) and the JVM's own
 * @param threads  Java's and the libraries'
 * @param files    open handles
 */
record ResourceSample(double seconds, long steps, double heap, double resident, double threads, double files) {
    private static final Path FILES = Path.of("/proc/self/fd");
    private static final double MIB = 1 << 20;

    /** Collects garbage, twice since what the first one finds may let go of more, and looks. */
    static ResourceSample take(double seconds, long steps) {
        System.gc();
        System.gc();
        double heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / MIB;
        double threads = ProcessStatus.figure("Threads");
        return new ResourceSample(
                seconds,
                steps,
                heap,
                ProcessStatus.figure("VmRSS") / 1024,
                Double.isNaN(threads) ? ManagementFactory.getThreadMXBean().getThreadCount() : threads,
                openFiles());
    }

    private static double openFiles() {
        try (Stream<Path> handles = Files.list(FILES)) {
            return handles.count() - 1; // the listing's own
        } catch (IOException e) {
            return Double.NaN;
        }
    }
}
