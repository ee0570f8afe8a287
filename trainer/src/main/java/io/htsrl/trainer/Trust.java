package io.htsrl.trainer;

import io.htsrl.core.environment.EnvironmentProvider.ForeignCode;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.settings.RecordedCode;
import java.nio.file.Path;
import java.util.function.Predicate;

/** Whose code may run where a file names an environment: {@code docs/how-to/trust.md}. */
public enum Trust {
    /** hts-rl's own environments alone: a file from anybody can be loaded. */
    OWN,
    /** Whatever the file names: Python modules and wrappers, interpreters, classes on the class path. */
    RECORDED;

    /** {@code config}, which {@code file} recorded; its environment refuses to be made where it must not. */
    RunConfig admit(RunConfig config, Path file, String remedy) {
        Predicate<ForeignCode> wanted = code -> this == RECORDED;
        return RecordedCode.withheld(config, "file", file, wanted, remedy);
    }
}
