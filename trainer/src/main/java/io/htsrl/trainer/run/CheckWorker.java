package io.htsrl.trainer.run;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentCheck;
import io.htsrl.core.environment.EnvironmentComparison;
import io.htsrl.core.error.Violations;
import io.htsrl.core.run.Worker;
import io.htsrl.trainer.config.FlatImages;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.EnvironmentReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Checks throw-away replicas before a run, on a separate thread, since environments may hang. */
final class CheckWorker implements Worker {
    private final Environment environment;
    private final Optional<Environment> other;
    private final RunConfig config;
    private final Violations violations = new Violations();
    private EnvironmentReport report;

    /**
     * Creates a check that has not started.
     *
     * @param other a second replica to compare with; empty where the environment's own process compares them
     */
    CheckWorker(Environment environment, Optional<Environment> other, RunConfig config) {
        this.environment = environment;
        this.other = other;
        this.config = config;
    }

    @Override
    public String roleName() {
        return "environment-check";
    }

    @Override
    public void run() {
        EnvironmentCheck check = EnvironmentCheck.of(environment);
        for (EnvironmentCheck.Problem problem : check.problems()) {
            violations.add("--env", config.env(), problem.rule(), problem.remedy());
        }
        String differs = check.difference();
        int steps = 0;
        if (other.isPresent() && violations.isEmpty() && differs.isEmpty()) {
            EnvironmentComparison comparison = EnvironmentComparison.of(environment, other.get());
            differs = comparison.difference();
            steps = comparison.steps();
        }
        violations.check(
                !config.promised() || differs.isEmpty(),
                "--env",
                config.env(),
                "must give the same for one seed and equal actions, and " + differs,
                "let all its chance come from the seed of reset, or run with --allow-nondeterminism");
        List<String> warnings = new ArrayList<>(environment.warnings());
        FlatImages.warning(config, environment.spec()).ifPresent(warnings::add);
        report = new EnvironmentReport(steps, differs, warnings);
    }

    /** Returns the environment's violations; called after the thread has ended. */
    Violations violations() {
        return violations;
    }

    /** Returns the findings, if it found no violations; called after the thread has ended. */
    EnvironmentReport report() {
        return report;
    }
}
