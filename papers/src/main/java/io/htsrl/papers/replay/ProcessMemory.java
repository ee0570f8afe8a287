package io.htsrl.papers.replay;

import io.htsrl.benchmarks.ProcessStatus;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;

/**
 * What this process holds, in millions of bytes. Immutable.
 *
 * @param heap     used on the Java heap, garbage included
 * @param direct   in direct buffers
 * @param resident in memory, of all of it; NaN where the system does not tell
 */
record ProcessMemory(double heap, double direct, double resident) {
    private static final double MEGABYTE = 1e6;
    private static final double KIBIBYTES = 1024 / MEGABYTE;

    static ProcessMemory now() {
        double direct = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
        double heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        return new ProcessMemory(heap / MEGABYTE, direct / MEGABYTE, KIBIBYTES * ProcessStatus.figure("VmRSS"));
    }
}
