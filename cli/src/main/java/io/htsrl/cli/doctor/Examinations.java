package io.htsrl.cli.doctor;

import io.htsrl.policies.backend.BackendJars;
import io.htsrl.policies.backend.NvidiaSmi;
import io.htsrl.policies.backend.ProcessorFeatures;
import io.htsrl.trainer.config.RunConfig;
import java.nio.file.Path;

/** The doctor for a machine and a configuration. Stateless, any thread. */
final class Examinations {

    private Examinations() {}

    /**
     * All that there are, of this JVM.
     *
     * @param config  a checked configuration, whose network is checked
     * @param runs    the folder of its run directory
     */
    public static Doctor of(RunConfig config, Path runs) {
        BackendJars jars = BackendJars.onClassPath();
        return new Doctor()
                .with("java", JavaExamination.current())
                .with("processor", new ProcessorExamination(ProcessorFeatures.current()))
                .with("devices", () -> BackendExamination.devices(jars, NvidiaSmi.query()))
                .with("backend", new BackendExamination(jars))
                .with("ring", new RingExamination(config.pipeline().numEnvs(), RingExamination.cacheLine()))
                .with("environment", new EnvironmentExamination(config))
                .with("network", new NetworkExamination(config))
                .with("disk", new DiskExamination(runs));
    }
}
