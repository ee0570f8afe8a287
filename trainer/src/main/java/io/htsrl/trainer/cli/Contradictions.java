package io.htsrl.trainer.cli;

import io.htsrl.core.Violations;
import java.util.Optional;

/**
 * Settings that cannot both be meant. A setting that is void under another is refused where it was given in the same
 * place or above it; below it, it is what the other overrides: {@code --config c.yaml --schedule serial} runs
 * {@code c.yaml} with one thread whatever numbers of threads the file names. One thread.
 */
final class Contradictions {
    private final Values values;
    private final Violations violations;

    Contradictions(Values values, Violations violations) {
        this.values = values;
        this.violations = violations;
    }

    /** Adds what is contradictory; {@code algo} is empty where it is missing or unknown. */
    void check(Optional<String> algo) {
        if (algo.equals(Optional.of("a2c"))) {
            Setting.PPO_ONLY.forEach(this::refusePpoOnly);
        }
        checkSchedule();
        violations.check(!is(Setting.OPTIMIZER, "adam") || !values.notBelow(Setting.RMS_ALPHA, Setting.OPTIMIZER),
                values.name(Setting.RMS_ALPHA), given(Setting.RMS_ALPHA), "is for --optimizer rmsprop only",
                "remove it, or choose --optimizer rmsprop");
        violations.check(!values.together(Setting.NUM_STEPS, Setting.SYNC_INTERVAL)
                        || given(Setting.NUM_STEPS).equals(given(Setting.SYNC_INTERVAL)),
                values.name(Setting.NUM_STEPS), given(Setting.NUM_STEPS),
                "is another name of --sync-interval, which is " + given(Setting.SYNC_INTERVAL), "give one of them");
    }

    private void checkSchedule() {
        if (is(Setting.SCHEDULE, "serial")) {
            refuseOther(Setting.ACTORS, 0);
            refuseOther(Setting.EXECUTORS, 1);
            refuseOther(Setting.ACTOR_BATCH, 1);
        }
        if (is(Setting.SCHEDULE, "sync")) {
            int all = values.<Integer>find(Setting.NUM_ENVS).orElse(1);
            int batch = values.<Integer>find(Setting.ACTOR_BATCH).orElse(all);
            boolean meant = values.notBelow(Setting.ACTOR_BATCH, Setting.SCHEDULE)
                    && values.notBelow(Setting.ACTOR_BATCH, Setting.NUM_ENVS);
            violations.check(batch >= all || !meant, values.name(Setting.ACTOR_BATCH), batch,
                    "must be at least --num-envs (" + all + ") with --schedule sync, which steps all together",
                    "remove it, or choose --schedule hts");
        }
    }

    private void refusePpoOnly(Setting setting) {
        violations.check(!values.fromUser(setting), values.name(setting), given(setting), "is for --algo ppo only",
                "remove it, or choose --algo ppo");
    }

    private void refuseOther(Setting setting, int only) {
        int value = values.<Integer>find(setting).orElse(only);
        violations.check(value == only || !values.notBelow(setting, Setting.SCHEDULE), values.name(setting), value,
                "must be " + only + " with --schedule serial, which is one thread",
                "remove it, or choose --schedule hts");
    }

    private boolean is(Setting setting, String name) {
        return values.find(setting).equals(Optional.of(name));
    }

    private Object given(Setting setting) {
        return values.find(setting).orElse("");
    }
}
