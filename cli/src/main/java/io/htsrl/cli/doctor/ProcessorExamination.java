package io.htsrl.cli.doctor;

import io.htsrl.cli.rundir.Machine;
import io.htsrl.policies.backend.ProcessorFeatures;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The processor, its cores, and those of its features that libraries are chosen by. */
final class ProcessorExamination implements Examination {
    private static final List<String> TOLD = List.of(
            "sse4_2",
            "avx",
            "f16c",
            "fma",
            "avx2",
            "avx512f",
            "avx512cd",
            "avx512bw",
            "avx512dq",
            "avx512vl",
            "avx512_vnni",
            "avx512_bf16",
            "asimd",
            "sve");

    private final ProcessorFeatures features;

    ProcessorExamination(ProcessorFeatures features) {
        this.features = features;
    }

    @Override
    public List<Finding> examine() {
        String model = Machine.cpuModel() == null ? System.getProperty("os.arch") : Machine.cpuModel();
        Stream<String> told = TOLD.stream().filter(features.flags()::contains);
        return List.of(
                Finding.ok("processor", model + ", " + Machine.cores() + " cores for this process"),
                Finding.ok(
                        "features",
                        features.known() ? told.collect(Collectors.joining(" ")) : "not told by this system"));
    }
}
