package io.htsrl.policies.backend;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Processor features on which the choice of a native library depends. Immutable.
 *
 * @param flags names as in {@code /proc/cpuinfo}; empty where unknown
 * @param known whether {@code flags} are complete, so that a missing flag means a missing feature
 */
public record ProcessorFeatures(Set<String> flags, boolean known) {
    private static final Path CPUINFO = Path.of("/proc/cpuinfo");
    private static final int HOTSPOT_AVX2 = 2;
    private static final int HOTSPOT_AVX512 = 3;

    public ProcessorFeatures {
        flags = Set.copyOf(flags);
    }

    /** Returns the features of this machine: from Linux, or elsewhere from the JVM. */
    public static ProcessorFeatures current() {
        try {
            return Files.isReadable(CPUINFO) ? ofCpuinfo(Files.readAllLines(CPUINFO)) : ofHotSpot();
        } catch (IOException e) {
            return ofHotSpot();
        }
    }

    /** Returns the features common to all processors of the listing: {@code flags} of x86, {@code Features} of ARM. */
    static ProcessorFeatures ofCpuinfo(List<String> lines) {
        Set<String> common = null;
        for (String line : lines) {
            if (line.startsWith("flags\t") || line.startsWith("flags ") || line.startsWith("Features")) {
                Set<String> flags =
                        Set.of(line.substring(line.indexOf(':') + 1).strip().split("\\s+"));
                if (common == null) {
                    common = new HashSet<>(flags);
                } else {
                    common.retainAll(flags);
                }
            }
        }
        return common == null ? new ProcessorFeatures(Set.of(), false) : new ProcessorFeatures(common, true);
    }

    private static ProcessorFeatures ofHotSpot() {
        try {
            HotSpotDiagnosticMXBean hotSpot = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
            return ofHotSpot(Integer.parseInt(hotSpot.getVMOption("UseAVX").getValue()));
        } catch (RuntimeException e) { // another JVM, or another kind of processor
            return new ProcessorFeatures(Set.of(), false);
        }
    }

    /** @param level value of the JVM's flag {@code UseAVX} */
    public static ProcessorFeatures ofHotSpot(int level) {
        InstructionSet found = level >= HOTSPOT_AVX512
                ? InstructionSet.AVX512
                : level == HOTSPOT_AVX2 ? InstructionSet.AVX2 : InstructionSet.BASELINE;
        return new ProcessorFeatures(found.features(), true);
    }

    /**
     * Returns whether a library of {@code set} can run. Where the features are unknown, it assumes those of nearly all
     * processors.
     */
    public boolean canRun(InstructionSet set) {
        return known ? flags.containsAll(set.features()) : set != InstructionSet.AVX512;
    }

    /** Instructions that an x86-64 build of a native library requires, in rising order. */
    public enum InstructionSet {
        /** Any processor. */
        BASELINE("", Set.of()),
        AVX2("-avx2", Set.of("avx2", "fma", "f16c")),
        AVX512("-avx512", Set.of("avx2", "fma", "f16c", "avx512f", "avx512cd", "avx512bw", "avx512dq", "avx512vl"));

        private final String suffix;
        private final Set<String> features;

        InstructionSet(String suffix, Set<String> features) {
            this.suffix = suffix;
            this.features = features;
        }

        /** Returns the set of a library by the extension of its platform's name, such as {@code -onednn-avx2}. */
        public static InstructionSet of(String extension) {
            return extension.endsWith(AVX512.suffix) ? AVX512 : extension.endsWith(AVX2.suffix) ? AVX2 : BASELINE;
        }

        /** Returns the names of the features as in {@code /proc/cpuinfo}. */
        Set<String> features() {
            return features;
        }
    }
}
