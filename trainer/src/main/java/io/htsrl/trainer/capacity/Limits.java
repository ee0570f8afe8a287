package io.htsrl.trainer.capacity;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * What this process may use. Immutable.
 *
 * @param heap    the greatest Java heap, in bytes
 * @param direct  the most bytes of direct buffers
 * @param memory  bytes of the machine, or of the container
 * @param threads and which limit it is
 */
public record Limits(double heap, double direct, double memory, ThreadLimit threads) {
    /** Of a heap: the collector needs room to move things, and large arrays take whole regions. */
    private static final double USABLE = 0.85;

    /** Those of this process. */
    public static Limits here() {
        double heap = Runtime.getRuntime().maxMemory();
        return new Limits(heap, directOf(heap), machine(), ThreadLimit.here());
    }

    /** Bytes of the heap that arrays can fill. */
    double usableHeap() {
        return heap * USABLE;
    }

    /** The greatest heap that has so much room. */
    static double heapFor(double bytes) {
        return bytes / USABLE;
    }

    private static double directOf(double heap) {
        HotSpotDiagnosticMXBean vm = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        long given = vm == null
                ? 0
                : Long.parseLong(vm.getVMOption("MaxDirectMemorySize").getValue());
        return given == 0 ? heap : given; // 0: not given, as large as the heap
    }

    private static double machine() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                ? system.getTotalMemorySize()
                : Double.POSITIVE_INFINITY;
    }
}
