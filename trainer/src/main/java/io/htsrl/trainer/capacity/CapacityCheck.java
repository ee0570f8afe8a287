package io.htsrl.trainer.capacity;

import io.htsrl.core.error.Violations;
import io.htsrl.trainer.capacity.RunNeeds.Need;
import java.util.Comparator;
import java.util.Locale;

/** Compares what a run needs with the limits of this machine, and suggests what would fit. Immutable; any thread. */
public record CapacityCheck(RunNeeds needs, Limits limits) {
    private static final double GIB = 1L << 30;

    /** @throws io.htsrl.core.error.ConfigurationException where the run would fail for lack of memory or threads */
    public void throwIfTooLarge() {
        Violations violations = new Violations();
        add(violations);
        violations.throwIfAny();
    }

    /** Adds a violation for each need that does not fit. */
    void add(Violations violations) {
        Need threads = needs.mostThreads();
        violations.check(
                needs.threads() <= limits.threads().most(),
                threads.setting(),
                threads.value(),
                "must leave the system room for its threads: the run starts " + needs.threads()
                        + ", and this process may have " + limits.threads().most() + " ("
                        + limits.threads().name() + ")",
                "give fewer, or raise that limit");
        Need most = needs.all().stream()
                .max(Comparator.comparingDouble(Need::bytes))
                .orElseThrow();
        if (needs.bytes() > limits.memory()) {
            violations.add(
                    most.setting(),
                    most.value(),
                    "must fit the memory of this machine: the run needs " + gib(needs.bytes())
                            + ", and the machine has " + gib(limits.memory()),
                    remedy(most, null));
        } else if (needs.heap() > limits.usableHeap()) {
            violations.add(
                    most.setting(),
                    most.value(),
                    "must fit the heap: the run needs " + gib(needs.heap()) + " of it, and one of " + gib(limits.heap())
                            + " has room for " + gib(limits.usableHeap()),
                    remedy(most, "-Xmx" + (long) Math.ceil(Limits.heapFor(needs.heap()) / GIB) + "g"));
        } else if (needs.direct() > limits.direct()) {
            violations.add(
                    most.setting(),
                    most.value(),
                    "must fit the direct memory: its tree of priorities needs " + gib(needs.direct())
                            + ", and the JVM has " + gib(limits.direct()),
                    remedy(most, "-XX:MaxDirectMemorySize=" + (long) Math.ceil(needs.direct() / GIB) + "g"));
        }
    }

    private String remedy(Need most, String flag) {
        String less = "give less";
        if (most.setting().equals("--opponents")) {
            less = "give --opponents latest, or a smaller network";
        } else if (needs.replaying() != null) {
            int greatest = greatestBufferSize();
            less = greatest < needs.leastBufferSize()
                    ? "give fewer --num-envs or smaller networks"
                    : "give --buffer-size " + greatest + " at most";
        } else if (most.setting().equals("--executors") || most.setting().equals("--actors")) {
            less = "give fewer threads";
        }
        boolean there = flag != null && Limits.heapFor(needs.heap()) + needs.bytes() - needs.heap() <= limits.memory();
        return less + (there ? ", or the JVM more: HTS_JAVA_OPTS=" + flag : ", or take a machine with more memory");
    }

    /** Returns the greatest replay memory that fits with all else unchanged; 0 where none does. */
    int greatestBufferSize() {
        int low = 0;
        int high = needs.replaying().bufferSize();
        int least = needs.leastBufferSize();
        while (high - low > 1) {
            int middle = low + (high - low) / 2;
            if (middle < least || fits(needs.withBufferSize(middle))) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low >= least && fits(needs.withBufferSize(low)) ? low : 0;
    }

    private boolean fits(RunNeeds less) {
        return less.bytes() <= limits.memory()
                && less.heap() <= limits.usableHeap()
                && less.direct() <= limits.direct();
    }

    private static String gib(double bytes) {
        return String.format(
                Locale.ROOT,
                bytes < GIB / 10 ? "%.0f MiB" : "%.1f GiB",
                bytes < GIB / 10 ? bytes / (1 << 20) : bytes / GIB);
    }
}
