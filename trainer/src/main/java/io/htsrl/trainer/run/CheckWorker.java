package io.htsrl.trainer.run;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentCheck;
import io.htsrl.core.error.Violations;
import io.htsrl.core.run.Worker;

/** The check of a throw-away replica before a run; on a thread of its own, since environments may hang. */
final class CheckWorker implements Worker {
    private final Environment environment;
    private final String id;
    private final Violations violations = new Violations();

    /** @param id as given with {@code --env} */
    CheckWorker(Environment environment, String id) {
        this.environment = environment;
        this.id = id;
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
    }

    /** What is wrong with the environment; after the thread has ended. */
    Violations violations() {
        return violations;
    }
}
