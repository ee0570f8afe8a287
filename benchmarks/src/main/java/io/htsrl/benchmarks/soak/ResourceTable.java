package io.htsrl.benchmarks.soak;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Prints samples as they come, and finally for each resource whether it grew. One thread. */
final class ResourceTable {
    private static final int MIN_SAMPLES = 6;

    /** A resource that is judged; {@code room} as in {@link Growth#of}. */
    private record Resource(String name, String unit, double room, ToDoubleFunction<ResourceSample> of) {}

    private static final List<Resource> RESOURCES = List.of(
            new Resource("live heap", "MiB", 2, ResourceSample::heap),
            new Resource("resident memory", "MiB", 8, ResourceSample::resident),
            new Resource("threads", "", 0.5, ResourceSample::threads),
            new Resource("open files", "", 0.5, ResourceSample::files));

    private final PrintWriter out;
    private final List<ResourceSample> samples = new ArrayList<>();

    ResourceTable(PrintWriter out) {
        this.out = out;
        out.printf(
                "%8s %14s %14s %14s %9s %8s%n",
                "seconds", "steps", "live heap MiB", "resident MiB", "threads", "files");
        out.flush();
    }

    void add(ResourceSample s) {
        samples.add(s);
        out.printf(
                Locale.ROOT,
                "%8.0f %,14d %14.1f %14.1f %9.0f %8.0f%n",
                s.seconds(),
                s.steps(),
                s.heap(),
                s.resident(),
                s.threads(),
                s.files());
        out.flush();
    }

    /** Returns whether it has enough samples to judge. */
    boolean enough() {
        return samples.size() >= MIN_SAMPLES;
    }

    /** Prints the verdicts and returns whether all resources are flat; needs {@link #enough} samples. */
    boolean judge() {
        boolean flat = true;
        for (Resource resource : RESOURCES) {
            flat &= judge(resource);
        }
        out.flush();
        return flat;
    }

    private boolean judge(Resource resource) {
        double[] values = samples.stream().mapToDouble(resource.of()).toArray();
        if (Double.isNaN(values[0])) {
            out.println(resource.name() + ": not available on this system");
            return true;
        }
        Growth growth =
                Growth.of(samples.stream().mapToDouble(ResourceSample::seconds).toArray(), values, resource.room());
        out.printf(
                Locale.ROOT,
                "%s: %s; %+.2f %s over the last two thirds, at most %.1f is flat; %+.1f an hour%n",
                resource.name(),
                growth.flat() ? "flat" : "GROWING",
                growth.change(),
                resource.unit(),
                growth.room(),
                growth.perHour());
        return growth.flat();
    }
}
