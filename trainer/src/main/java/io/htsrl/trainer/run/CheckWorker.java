package io.htsrl.trainer.run;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentCheck;
import io.htsrl.core.error.Violations;
import io.htsrl.core.run.Worker;

/** The check of a throw-away replica before a run; on a thread of its own, since environments may hang. */
final class CheckWorker implements Worker {
    private final Environment environment;
    private final String id;
    private final boolean promised;
    private final Violations violations = new Violations();

    /**
     * Checks nothing yet.
     *
     * @param id       as given with {@code --env}
     * @param promised whether equal settings are to give equal bits
     */
    CheckWorker(Environment environment, String id, boolean promised) {
        this.environment = environment;
        this.id = id;
        this.promised = promised;
    }

    @Override
    public String roleName() {
        return "environment-check";
    }

    @Override
    public void run() {
        for (EnvironmentCheck.Problem problem : EnvironmentCheck.of(environment).problems()) {
            violations.add("--env", id, problem.rule(), problem.remedy());
        }
        String differs = environment.nondeterminism();
        violations.check(
                !promised || differs.isEmpty(),
                "--env",
                id,
                "must give the same for one seed and equal actions, and " + differs,
                "let all its chance come from the seed of reset, or run with --allow-nondeterminism");
    }

    /** What is wrong with the environment; after the thread has ended. */
    Violations violations() {
        return violations;
    }
}
