package io.htsrl.cli.doctor;

import io.htsrl.policies.backend.BackendFacts;
import io.htsrl.policies.backend.BackendJars;
import io.htsrl.policies.backend.Backends;
import io.htsrl.policies.backend.ComputeProbe;
import io.htsrl.policies.backend.CudaDevice;
import io.htsrl.policies.backend.CudaSupport;
import io.htsrl.policies.backend.LibraryChoice;
import io.htsrl.policies.backend.Nd4jRuntime;
import io.htsrl.policies.backend.NvidiaSmi;
import io.htsrl.policies.kernel.KernelFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The tensor library: which build of it, whether it fits, what it says of itself and how fast it computes. Loads it,
 * but only after what would end the process has been ruled out.
 */
final class BackendExamination implements Examination {
    /** Below this share of the product's speed a convolution is not oneDNN's: with it 0.6 to 1, without 0.1 to 0.2. */
    private static final double ONEDNN_SHARE = 0.35;

    private final BackendJars jars;

    BackendExamination(BackendJars jars) {
        this.jars = jars;
    }

    @Override
    public List<Finding> examine() {
        List<Finding> findings = new ArrayList<>();
        findings.add(Finding.ok("backend", "jvm: " + KernelFacts.current().name() + ", unless --backend says nd4j"));
        findings.add(Finding.ok(
                "nd4j",
                "ND4J for " + jars.backend() + "; on the class path: "
                        + jars.classifiers().collect(Collectors.joining(", "))));
        Nd4jRuntime.load(); // throws what keeps it from computing here
        Backends.current().attachThread(); // as every thread of a run that computes: this is what it computes with
        BackendFacts facts = BackendFacts.current();
        findings.add(Finding.ok("library", LibraryChoice.classifier() + ", " + facts.library()));
        findings.addAll(threads(facts));
        findings.add(speed(ComputeProbe.run()));
        return findings;
    }

    private List<Finding> threads(BackendFacts facts) {
        return List.of(Finding.ok(
                "threads",
                facts.blas().toLowerCase(Locale.ROOT) + " with "
                        + count(facts.blasThreads()) + ", OpenMP with " + count(facts.ompThreads())
                        + ", whatever --learners says"));
    }

    private static String count(int threads) {
        return threads == 1 ? "1 thread" : threads + " threads";
    }

    /** What tells a build with oneDNN from one without. */
    static Finding speed(ComputeProbe probe) {
        String text =
                String.format(Locale.ROOT, "matmul %.0f, conv2d %.0f GFLOP/s", probe.product(), probe.convolution());
        return probe.convolution() >= ONEDNN_SHARE * probe.product()
                ? Finding.ok("speed", text)
                : Finding.slow(
                        "speed",
                        text + ": convolutions are not those of oneDNN",
                        "build with a classifier that names onednn, such as linux-x86_64-onednn-avx2");
    }

    /** The devices that there are, whatever the build. */
    static List<Finding> devices(BackendJars jars, NvidiaSmi machine) {
        if (machine.devices().isEmpty()) { // with a build for CUDA this is wrong, and told by the backend's examination
            return List.of(Finding.ok("devices", "none: " + machine.problem()));
        }
        return machine.devices().stream()
                .map(device -> Finding.ok("device", device + use(jars, device)))
                .toList();
    }

    private static String use(BackendJars jars, CudaDevice device) {
        return !CudaSupport.canUse(device)
                ? "; ND4J 1.0.0-M2.1 has no code for it"
                : jars.forCuda() ? "" : "; build with -Pcuda (with ./hts: HTS_PROFILES=cuda) to use it";
    }
}
