package io.htsrl.trainer.capacity;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The resource limits of this process. Immutable.
 *
 * @param heap the greatest Java heap, in bytes
 * @param direct the most bytes of direct buffers
 * @param memory bytes of the machine, or of the container
 * @param threads and which limit it is
 */
public record Limits(double heap, double direct, double memory, ThreadLimit threads) {
    /**
     * Share of a heap that arrays can fill: the collector needs room to move objects, and large arrays take whole
     * regions.
     */
    private static final double USABLE = 0.85;

    /** Reads the limits of this process. */
    public static Limits here() {
        double heap = Runtime.getRuntime().maxMemory();
        return new Limits(heap, directOf(heap), machine(), ThreadLimit.here());
    }

    /** Returns the bytes of the heap that arrays can fill. */
    double usableHeap() {
        return heap * USABLE;
    }

    /** Returns the size of a heap in which arrays can fill {@code bytes}. */
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

    /**
     * The greatest number of threads that the system gives this process, and the name of that limit for the user. An
     * unreadable limit does not count. Immutable.
     */
    public record ThreadLimit(long most, String name) {
        static final ThreadLimit NONE = new ThreadLimit(Long.MAX_VALUE, "no limit");
        /** Mappings of a thread: its stack and its guard pages. */
        private static final int MAPPINGS = 2;
        /** Approximate number of mappings that the JVM and its libraries have anyway. */
        private static final int OTHER_MAPPINGS = 4000;

        /** Returns the lowest of all limits that can be read. */
        static ThreadLimit here() {
            return of(Path.of("/"), "root".equals(System.getProperty("user.name")));
        }

        /**
         * Returns the lowest of the limits below {@code system}.
         *
         * @param root whether the user's own limit does not hold
         */
        static ThreadLimit of(Path system, boolean root) {
            List<ThreadLimit> limits = new ArrayList<>(List.of(NONE));
            if (!root) {
                lines(system.resolve("proc/self/limits"))
                        .filter(line -> line.startsWith("Max processes"))
                        .map(line ->
                                line.substring("Max processes".length()).strip().split("\\s+")[0])
                        .forEach(text -> add(text, "ulimit -u", limits));
            }
            first(system.resolve("proc/sys/kernel/threads-max"), "kernel.threads-max", limits);
            lines(system.resolve("proc/sys/vm/max_map_count"))
                    .limit(1)
                    .filter(ThreadLimit::isNumber)
                    .map(text -> (Long.parseLong(text) - OTHER_MAPPINGS) / MAPPINGS)
                    .forEach(most ->
                            add(Long.toString(Math.max(0, most)), "vm.max_map_count, two for each thread", limits));
            addGroups(system, limits);
            return limits.stream()
                    .min(Comparator.comparingLong(ThreadLimit::most))
                    .orElseThrow();
        }

        /**
         * Adds the limits of the process's control group and all above it, in version 2 or the pids controller of
         * version 1.
         */
        private static void addGroups(Path system, List<ThreadLimit> limits) {
            lines(system.resolve("proc/self/cgroup"))
                    .map(line -> line.split(":", 3))
                    .filter(parts -> parts.length == 3)
                    .filter(parts -> parts[1].isEmpty() || parts[1].equals("pids"))
                    .forEach(parts -> {
                        Path mount = system.resolve(parts[1].isEmpty() ? "sys/fs/cgroup" : "sys/fs/cgroup/pids");
                        Path group =
                                mount.resolve(parts[2].replaceFirst("^/+", "")).normalize();
                        for (Path at = group; at != null && at.startsWith(mount); at = at.getParent()) {
                            first(at.resolve("pids.max"), "pids.max of the container", limits);
                        }
                    });
        }

        private static void first(Path file, String name, List<ThreadLimit> limits) {
            lines(file).limit(1).forEach(text -> add(text, name, limits));
        }

        private static void add(String text, String name, List<ThreadLimit> limits) {
            if (isNumber(text)) { // not "max" or "unlimited"
                limits.add(new ThreadLimit(Long.parseLong(text), name));
            }
        }

        private static boolean isNumber(String text) {
            return text.matches("\\d{1,18}");
        }

        private static Stream<String> lines(Path file) {
            try {
                return Files.isReadable(file) ? Files.readAllLines(file).stream() : Stream.empty();
            } catch (IOException e) {
                return Stream.empty();
            }
        }
    }
}
