package io.htsrl.trainer.settings;

import io.htsrl.core.error.Violations;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.settings.Condition;
import io.htsrl.core.settings.SettingSpec;
import io.htsrl.core.settings.Suggestions;
import io.htsrl.core.settings.Values;
import io.htsrl.learners.Algorithm;
import java.util.Optional;

/**
 * Rules for contradictory settings. A setting that has no effect under another is refused if it was given in the same
 * layer or above it. In a lower layer it is overridden: {@code --config c.yaml --schedule serial} runs {@code c.yaml}
 * with one thread whatever numbers of threads the file names. One thread.
 */
record SettingRules(Values values, Violations violations) {
    /** Adds violations for contradictions; {@code algorithm} is empty if it is missing or unknown. */
    void check(Optional<Algorithm> algorithm) {
        values.schema().all().stream()
                .filter(setting -> values.fromUser(setting.key()))
                .forEach(setting -> check(setting, algorithm));
        checkSchedule();
    }

    private void check(SettingSpec setting, Optional<Algorithm> algorithm) {
        String key = setting.key();
        if (algorithm.isPresent() && !RunSchema.applies(setting, algorithm.get())) {
            String others = Suggestions.oneOf(RunSchema.algorithms(setting));
            violations.add(
                    values.name(key),
                    given(key),
                    "is for --algo " + others + " only",
                    minibatches(key, algorithm.get()).orElse("remove it, or choose --algo " + others));
        } else {
            setting.condition().ifPresent(condition -> refuseVoid(key, condition));
        }
        setting.aliasOf().ifPresent(same -> checkAlias(setting, same));
    }

    /** Returns the remedy for the rows of a minibatch, which Stable-Baselines3 and Sample Factory call a batch. */
    private Optional<String> minibatches(String key, Algorithm algorithm) {
        return values.schema()
                .find("num-minibatches")
                .filter(setting -> key.equals("batch-size") && RunSchema.applies(setting, algorithm))
                .map(setting -> {
                    long rows = (long) values.<Integer>get("num-envs") * values.<Integer>get("sync-interval");
                    int size = values.<Integer>given(key).orElse(0);
                    return size > 0 && rows >= size && rows % size == 0
                            ? "give " + setting.flag() + " " + rows / size + " for minibatches of that size"
                            : "give " + setting.flag() + " N, a divisor of --num-envs x --sync-interval (" + rows + ")";
                });
    }

    private void checkAlias(SettingSpec setting, String same) {
        String key = setting.key();
        boolean agreed = !setting.isOtherWay() && given(key).equals(given(same));
        violations.check(
                !values.together(key, same) || agreed,
                values.name(key),
                given(key),
                (setting.isOtherWay() ? "says in another way what --" : "is another name of --")
                        + same
                        + (setting.isOtherWay() ? " says, which is " : ", which is ")
                        + given(same),
                "give one of them");
    }

    private void refuseVoid(String key, Condition condition) {
        violations.check(
                condition.holds(values) || !values.notBelow(key, condition.key()),
                values.name(key),
                given(key),
                "is for " + condition.words() + " only",
                "remove it, or " + condition.remedy());
    }

    private void checkSchedule() {
        Schedule schedule = values.get("schedule");
        if (schedule.oneThread()) {
            String why = "which is one thread";
            refuseOther("actors", 0, why);
            refuseOther("executors", 1, why);
            refuseOther("actor-batch", 1, why);
        }
        if (schedule.sharesParameters()) {
            String why = "whose executors act and learn alone";
            refuseOther("actors", 0, why);
            refuseOther("learners", 1, why);
            int executors = Math.max(1, values.<Integer>get("executors"));
            refuseOther("actor-batch", values.<Integer>get("num-envs") / executors, why);
        }
        if (schedule.oneThread() || !schedule.barrier()) {
            violations.check(
                    !values.<Boolean>given("adapt").orElse(false) || !values.notBelow("adapt", "schedule"),
                    values.name("adapt"),
                    true,
                    "is for schedules with threads that meet at a barrier, which --schedule " + schedule + " is not",
                    "remove it, or choose --schedule " + Schedule.HTS);
        }
        if (schedule.lockstep()) {
            int all = values.<Integer>get("num-envs");
            int batch = values.<Integer>given("actor-batch").orElse(all);
            boolean meant = values.notBelow("actor-batch", "schedule") && values.notBelow("actor-batch", "num-envs");
            violations.check(
                    batch >= all || !meant,
                    values.name("actor-batch"),
                    batch,
                    "must be at least --num-envs (" + all + ") with --schedule " + schedule
                            + ", which steps all together",
                    "remove it, or choose --schedule " + Schedule.HTS);
        }
    }

    private void refuseOther(String key, int only, String why) {
        int value = values.<Integer>given(key).orElse(only);
        violations.check(
                value == only || !values.notBelow(key, "schedule"),
                values.name(key),
                value,
                "must be " + only + " with --schedule " + values.text("schedule") + ", " + why,
                "remove it, or choose --schedule " + Schedule.HTS);
    }

    /** Returns the value approximately as the user wrote it. */
    private Object given(String key) {
        return values.given(key)
                .map(value -> values.schema().get(key).text(value))
                .orElse("");
    }
}
