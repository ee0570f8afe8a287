package io.htsrl.cli.doctor;

import io.htsrl.core.environment.Environment;
import io.htsrl.trainer.config.RunConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The environment of one configuration: what it is, what it is made of, and whether it repeats itself. */
final class EnvironmentExamination implements Examination {
    private final RunConfig config;

    /** @param config checked */
    EnvironmentExamination(RunConfig config) {
        this.config = config;
    }

    @Override
    public List<Finding> examine() {
        return config.ask(made -> findings(made));
    }

    static List<Finding> findings(Environment made) {
        List<Finding> findings = new ArrayList<>();
        findings.add(Finding.ok(
                "environment",
                made.spec().id() + ": observations " + made.spec().observationSpace() + ", "
                        + (made.canSaveState()
                                ? "saves its state"
                                : made.replayable()
                                        ? "resumes by replaying the episode under way"
                                        : "cannot be resumed within an episode")));
        Map<String, String> software = made.software();
        if (!software.isEmpty()) {
            findings.add(Finding.ok(
                    "software",
                    software.entrySet().stream()
                            .map(each -> each.getKey() + " " + each.getValue())
                            .collect(Collectors.joining(", "))));
        }
        if (!made.origin().isEmpty()) {
            findings.add(Finding.ok("origin", made.origin()));
        }
        String differs = made.nondeterminism();
        if (!differs.isEmpty()) {
            findings.add(Finding.wrong(
                    "repetition",
                    differs,
                    "let all its chance come from the seed of reset, or run with --allow-nondeterminism"));
        }
        return findings;
    }
}
