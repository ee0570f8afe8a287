package io.htsrl.benchmarks.soak;

import io.htsrl.benchmarks.ProcessStatus;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Resources of this process at one moment; NaN for figures that the system does not provide. Immutable.
 *
 * @param seconds seconds since the start
 * @param steps environment steps until then
 * @param heap MiB of live heap, after a collection
 * @param resident MiB of resident memory: heap, native libraries and the JVM itself
 * @param threads threads of Java and of native libraries
 * @param files open file handles
 */
record ResourceSample(double seconds, long steps, double heap, double resident, double threads, double files) {
    private static final Path FILES = Path.of("/proc/self/fd");
    private static final double MIB = 1 << 20;

    /** Takes a sample after two collections; the first one may make more objects unreachable. */
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
