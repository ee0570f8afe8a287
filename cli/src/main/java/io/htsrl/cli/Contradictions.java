package io.htsrl.cli;

import io.htsrl.core.Schedule;
import io.htsrl.core.Violations;
import java.util.EnumSet;
import java.util.List;
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
        algo.ifPresent(this::refuseSettingsOfOthers);
        if (algo.equals(Optional.of("dqn"))) {
            checkDqn();
        }
        checkSchedule();
        if (!is(Setting.NETWORK, "mlp")) {
            EnumSet.range(Setting.HIDDEN_SIZES, Setting.SHARED_TORSO).forEach(this::refuseConvolutional);
        }
        List.of(Setting.EVAL_EPISODES, Setting.EVAL_POLICY).forEach(this::refuseUnevaluated);
        violations.check(!is(Setting.OPTIMIZER, "adam") || !values.notBelow(Setting.RMS_ALPHA, Setting.OPTIMIZER),
                values.name(Setting.RMS_ALPHA), given(Setting.RMS_ALPHA), "is for --optimizer rmsprop only",
                "remove it, or choose --optimizer rmsprop");
        violations.check(!values.together(Setting.NUM_STEPS, Setting.SYNC_INTERVAL)
                        || given(Setting.NUM_STEPS).equals(given(Setting.SYNC_INTERVAL)),
                values.name(Setting.NUM_STEPS), given(Setting.NUM_STEPS),
                "is another name of --sync-interval, which is " + given(Setting.SYNC_INTERVAL), "give one of them");
    }

    private void checkSchedule() {
        Optional<Schedule> schedule = values.<String>find(Setting.SCHEDULE).flatMap(Schedule::named);
        if (schedule.map(Schedule::barrier).orElse(true)) {
            EnumSet.range(Setting.ASYNC_PARAMS, Setting.ASYNC_QUEUE).forEach(this::refuseAsynchronous);
        }
        if (schedule.map(Schedule::oneThread).orElse(false)) {
            refuseOther(Setting.ACTORS, 0);
            refuseOther(Setting.EXECUTORS, 1);
            refuseOther(Setting.ACTOR_BATCH, 1);
        }
        if (schedule.map(Schedule::lockstep).orElse(false)) {
            int all = values.<Integer>find(Setting.NUM_ENVS).orElse(1);
            int batch = values.<Integer>find(Setting.ACTOR_BATCH).orElse(all);
            boolean meant = values.notBelow(Setting.ACTOR_BATCH, Setting.SCHEDULE)
                    && values.notBelow(Setting.ACTOR_BATCH, Setting.NUM_ENVS);
            violations.check(batch >= all || !meant, values.name(Setting.ACTOR_BATCH), batch,
                    "must be at least --num-envs (" + all + ") with --schedule sync, which steps all together",
                    "remove it, or choose --schedule hts");
        }
    }

    private void refuseSettingsOfOthers(String algo) {
        for (Setting setting : Setting.values()) {
            String others = Suggestions.oneOf(Applicability.algorithms(setting));
            violations.check(Applicability.applies(setting, algo) || !values.fromUser(setting), values.name(setting),
                    given(setting), "is for --algo " + others + " only", "remove it, or choose --algo " + others);
        }
    }

    private void checkDqn() {
        if (values.<Double>find(Setting.PER_ALPHA).equals(Optional.of(0.0))) {
            List.of(Setting.PER_BETA, Setting.PER_EPS, Setting.INITIAL_PRIORITY).forEach(this::refuseUnprioritized);
        }
        long starts = values.<Long>find(Setting.LEARNING_STARTS).orElse(0L);
        long total = values.<Long>find(Setting.TOTAL_TIMESTEPS).orElse(0L);
        boolean toldAlready = total < 1;
        violations.check(toldAlready || starts <= total, values.name(Setting.LEARNING_STARTS), starts,
                "must be at most --total-timesteps (" + total + "), or nothing would be learnt",
                "give a lower --learning-starts or a higher --total-timesteps");
    }

    private void refuseUnevaluated(Setting setting) {
        boolean off = values.<Long>find(Setting.EVAL_EVERY).orElse(0L) == 0;
        violations.check(!off || !values.fromUser(setting) || values.above(Setting.EVAL_EVERY, setting),
                values.name(setting), given(setting), "is for an --eval-every above 0 only",
                "remove it, or give --eval-every 10, for example");
    }

    private void refuseUnprioritized(Setting setting) {
        violations.check(!values.notBelow(setting, Setting.PER_ALPHA), values.name(setting), given(setting),
                "is for a --per-alpha above 0 only: 0 draws uniformly, without priorities",
                "remove it, or give --per-alpha 0.6, for example");
    }

    private void refuseOther(Setting setting, int only) {
        int value = values.<Integer>find(setting).orElse(only);
        violations.check(value == only || !values.notBelow(setting, Setting.SCHEDULE), values.name(setting), value,
                "must be " + only + " with --schedule serial, which is one thread",
                "remove it, or choose --schedule hts");
    }

    private void refuseAsynchronous(Setting setting) {
        violations.check(!values.notBelow(setting, Setting.SCHEDULE), values.name(setting), given(setting),
                "is for --schedule async only", "remove it, or choose --schedule async");
    }

    private void refuseConvolutional(Setting setting) {
        violations.check(!values.notBelow(setting, Setting.NETWORK), values.name(setting), given(setting),
                "is for --network mlp only", "remove it, or choose --network mlp");
    }

    private boolean is(Setting setting, String name) {
        return values.find(setting).equals(Optional.of(name));
    }

    private Object given(Setting setting) {
        return values.find(setting).orElse("");
    }
}
