package io.htsrl.policies.backend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.policies.backend.ProcessorFeatures.InstructionSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ProcessorFeaturesTest {
    private static final String AVX2 = "flags\t\t: fpu sse4_2 avx f16c fma avx2";
    private static final String AVX512 = AVX2 + " avx512f avx512cd avx512bw avx512dq avx512vl";

    private static ProcessorFeatures of(String... lines) {
        return ProcessorFeatures.ofCpuinfo(List.of(lines));
    }

    @Test
    void shouldReadWhatLinuxTells() {
        ProcessorFeatures features = of("processor\t: 0", "model name\t: Any", AVX2, "power management:");

        assertEquals(Set.of("fpu", "sse4_2", "avx", "f16c", "fma", "avx2"), features.flags());
        assertTrue(features.canRun(InstructionSet.BASELINE));
        assertTrue(features.canRun(InstructionSet.AVX2));
        assertFalse(features.canRun(InstructionSet.AVX512));
        assertTrue(of(AVX512).canRun(InstructionSet.AVX512));
        assertFalse(of("flags\t\t: fpu avx").canRun(InstructionSet.AVX2));
    }

    @Test
    void shouldWantEveryPartOfAnInstructionSet() {
        assertFalse(of("flags\t\t: avx avx2 fma").canRun(InstructionSet.AVX2));
        assertFalse(of(AVX512.replace(" avx512dq", "")).canRun(InstructionSet.AVX512));
    }

    @Test
    void shouldCountWhatAllProcessorsHave() {
        assertFalse(of(AVX512, "processor\t: 1", AVX2).canRun(InstructionSet.AVX512));
        assertTrue(of(AVX512, "processor\t: 1", AVX2).canRun(InstructionSet.AVX2));
    }

    @Test
    void shouldReadArmToo() {
        assertEquals(Set.of("fp", "asimd"), of("Features\t: fp asimd").flags());
        assertTrue(of("Features\t: fp asimd").canRun(InstructionSet.BASELINE));
    }

    @Test
    void shouldAskTheJvmElsewhere() {
        assertFalse(ProcessorFeatures.ofHotSpot(1).canRun(InstructionSet.AVX2));
        assertTrue(ProcessorFeatures.ofHotSpot(2).canRun(InstructionSet.AVX2));
        assertFalse(ProcessorFeatures.ofHotSpot(2).canRun(InstructionSet.AVX512));
        assertTrue(ProcessorFeatures.ofHotSpot(3).canRun(InstructionSet.AVX512));
    }

    @Test
    void shouldTakeWhatNearlyAllHaveWhereNothingTells() {
        ProcessorFeatures unknown = of("processor\t: 0");

        assertFalse(unknown.known());
        assertTrue(unknown.canRun(InstructionSet.AVX2));
        assertFalse(unknown.canRun(InstructionSet.AVX512));
    }
}
