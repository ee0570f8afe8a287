package io.htsrl.cli.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.doctor.Finding.Verdict;
import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.policies.backend.ComputeBackend;
import io.htsrl.policies.backend.ProcessorFeatures;
import io.htsrl.policies.kernel.KernelFacts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorTest {
    private static final KernelFacts VECTORS = new KernelFacts("vectors of 256 bits", true, 16);

    private final List<Finding> findings = new ArrayList<>();

    private static Verdict verdict(List<Finding> findings, String what) {
        return findings.stream()
                .filter(f -> f.what().equals(what))
                .findFirst()
                .orElseThrow()
                .verdict();
    }

    private static void assertRemedies(List<Finding> findings) {
        findings.forEach(f -> assertEquals(f.verdict() == Verdict.OK, f.remedy().isEmpty(), f::toString));
    }

    @Test
    void shouldMakeEveryExaminationWhateverBecomesOfTheOthers() {
        boolean well = new Examinations.Doctor()
                .with("first", () -> List.of(Finding.ok("a", "fine")))
                .with("second", () -> {
                    throw new ConfigurationException(new Violations()
                            .add("CUDA device 0", "H200", "must be older", "take another")
                            .add("disk", "full", "must have room", "make room"));
                })
                .with("third", () -> {
                    throw new UnsatisfiedLinkError("no library");
                })
                .with("fourth", () -> List.of(Finding.slow("d", "slow", "buy another")))
                .examine(findings::add);

        assertFalse(well);
        assertEquals(
                List.of(Verdict.OK, Verdict.WRONG, Verdict.WRONG, Verdict.WRONG, Verdict.SLOW),
                findings.stream().map(Finding::verdict).toList());
        assertEquals(Finding.wrong("second", "CUDA device 0 H200: it must be older", "take another"), findings.get(1));
        assertTrue(findings.get(3).text().contains("no library"), findings::toString);
        assertRemedies(findings);
    }

    @Test
    void shouldBeContentWithWhatIsOnlySlow() {
        assertTrue(new Examinations.Doctor()
                .with("any", () -> List.of(Finding.slow("a", "b", "c")))
                .examine(findings::add));
        assertTrue(new Examinations.Doctor().examine(findings::add));
    }

    @Test
    void shouldSayWhereAnEnvironmentWasFound() {
        Environment found = new Environment() {
            @Override
            public EnvironmentSpec spec() {
                return new EnvironmentSpec(
                        "Found-v0", ObservationSpace.floats(1), new ActionSpace.Discrete(2), 0, Double.NaN);
            }

            @Override
            public void reset(long seed, ObservationSlot out) {}

            @Override
            public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {}

            @Override
            public String origin() {
                return "pong.bin";
            }
        };

        assertTrue(Examinations.environment(found).contains(Finding.ok("origin", "pong.bin")));
    }

    @Test
    void shouldWantAJdkThatCanRunItAndVectors() {
        assertEquals(Verdict.OK, verdict(Examinations.java(17, 1L << 30, VECTORS), "java"));
        assertEquals(Verdict.WRONG, verdict(Examinations.java(11, 1L << 30, VECTORS), "java"));
        assertEquals(Verdict.SLOW, verdict(Examinations.java(17, 1L << 26, VECTORS), "heap"));
        assertEquals(Verdict.OK, verdict(Examinations.java(17, 1L << 30, VECTORS), "kernel"));
        assertEquals(
                Verdict.SLOW,
                verdict(Examinations.java(17, 1L << 30, new KernelFacts("scalar loops", false, 16)), "kernel"));
        assertRemedies(Examinations.java(11, 1, new KernelFacts("scalar loops", false, 16)));
    }

    @Test
    void shouldReportWhatABackendSaysOfItself() {
        List<Finding> findings = Examinations.backend(List.of(
                new ComputeBackend.Finding("device", "fine"),
                new ComputeBackend.Finding("speed", "bad", "buy another")));

        assertEquals(List.of(Finding.ok("device", "fine"), Finding.slow("speed", "bad", "buy another")), findings);
        assertEquals(Verdict.OK, verdict(Examinations.kernel(), "backend"));
    }

    @Test
    void shouldKnowTheRing() {
        List<Finding> findings = Examinations.ring(5, 64);

        assertEquals(
                "8 slots for 5 environments: publishing never waits",
                findings.get(0).text());
        assertEquals("64 bytes; padded for 64", findings.get(1).text());
        assertEquals(Verdict.SLOW, verdict(Examinations.ring(5, 128), "cache line"));
        assertEquals(Verdict.OK, verdict(Examinations.ring(5, 0), "cache line"));
    }

    @Test
    void shouldNameTheFeaturesThatMatter() {
        List<Finding> findings = Examinations.processor(new ProcessorFeatures(Set.of("fpu", "avx2", "avx"), true));

        assertEquals("avx avx2", findings.get(1).text());
        assertEquals(
                "not reported by this system",
                Examinations.processor(new ProcessorFeatures(Set.of(), false))
                        .get(1)
                        .text());
    }

    @Test
    void shouldLookWhereRunsWouldWrite(@TempDir Path folder) throws Exception {
        Path file = Files.createFile(folder.resolve("file"));

        assertEquals(Verdict.OK, verdict(Examinations.disk(folder.resolve("not/yet/there"), 1, 2), "disk"));
        assertEquals(Verdict.SLOW, verdict(Examinations.disk(folder, 1, Long.MAX_VALUE), "disk"));
        assertEquals(Verdict.WRONG, verdict(Examinations.disk(folder, Long.MAX_VALUE, Long.MAX_VALUE), "disk"));
        assertEquals(Verdict.WRONG, verdict(Examinations.disk(file.resolve("below"), 1, 2), "disk"));
    }
}
