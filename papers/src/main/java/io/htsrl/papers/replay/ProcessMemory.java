package io.htsrl.papers.replay;

import io.htsrl.benchmarks.ProcessStatus;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;

/**
 * Memory of this process in megabytes. Immutable.
 *
 * @param heap used Java heap, garbage included
 * @param direct direct buffers
 * @param resident resident memory; NaN if the system does not provide it
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
