package io.htsrl.trainer;

import io.htsrl.core.environment.EnvironmentProvider.ForeignCode;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.settings.RecordedCode;
import java.nio.file.Path;
import java.util.function.Predicate;

/** The code that may run where a file names an environment: {@code docs/how-to/trust.md}. */
public enum Trust {
    /** Only hts-rl's own environments: a file from any source can be loaded. */
    OWN,
    /** All code that the file names: Python modules and wrappers, interpreters, classes on the class path. */
    RECORDED;

    /**
     * Returns {@code config}, which {@code file} recorded; creating its environment fails where the code must not run.
     */
    RunConfig admit(RunConfig config, Path file, String remedy) {
        Predicate<ForeignCode> wanted = code -> this == RECORDED;
        return RecordedCode.withheld(config, "file", file, wanted, remedy);
    }
}
