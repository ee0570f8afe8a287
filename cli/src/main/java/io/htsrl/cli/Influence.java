package io.htsrl.cli;

import io.htsrl.core.Schedule;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * Which settings decide the bits of a run, and which never change one. A setting that is not in the table decides;
 * a test runs each that is. Immutable, any thread.
 */
public final class Influence {
    private static final Set<Setting> NONE = Set.copyOf(EnumSet.of(Setting.CONFIG,
            Setting.ALLOW_NONDETERMINISM, Setting.STEP_TIME, Setting.ACTORS,
            Setting.EXECUTORS, Setting.ACTOR_BATCH, Setting.WAIT, Setting.RUN_DIR, Setting.LOG_INTERVAL,
            Setting.LOG_ALL, Setting.CHECKPOINT_EVERY, Setting.CHECKPOINT_KEEP, Setting.CHECKPOINT_INEXACT, Setting.STEP_TIMEOUT,
            Setting.EVAL_EVERY, Setting.EVAL_EPISODES, Setting.EVAL_POLICY, Setting.TRACE, Setting.TRACE_LIMIT,
            Setting.QUIET));

    private Influence() {
    }

    /** Whether any two values of the setting make two runs. */
    public static boolean decidesBits(Setting setting) {
        return !NONE.contains(setting);
    }

    /**
     * Whether these two values make two runs.
     *
     * @param key as in {@code config.yaml}; one that this version does not know counts as deciding
     * @param a   as text; null where it is not given
     */
    public static boolean decidesBits(String key, String a, String b) {
        if (key.equals(Setting.SCHEDULE.key()) && a != null && b != null) {
            return !a.equals(b) && !equalBits(Schedule.named(a), Schedule.named(b));
        }
        if (key.equals(Setting.INIT_FROM.key())) {
            return false; // wherever they lie: the parameters decide, which have a digest
        }
        return Setting.ofKey(key).map(Influence::decidesBits).orElse(true);
    }

    private static boolean equalBits(Optional<Schedule> a, Optional<Schedule> b) {
        return a.isPresent() && b.isPresent() && a.get().hasBitsOf(b.get());
    }
}
