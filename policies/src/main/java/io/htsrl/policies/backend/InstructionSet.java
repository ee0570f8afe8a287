package io.htsrl.policies.backend;

import java.util.Set;

/** What an x86-64 build of ND4J's native library needs of the processor. In rising order. */
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

    /** That of a library by its extension, such as {@code -onednn-avx2}. */
    static InstructionSet of(String extension) {
        return extension.endsWith(AVX512.suffix) ? AVX512 : extension.endsWith(AVX2.suffix) ? AVX2 : BASELINE;
    }

    /** Names as in {@code /proc/cpuinfo}. */
    Set<String> features() {
        return features;
    }
}
