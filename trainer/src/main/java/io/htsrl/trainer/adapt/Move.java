package io.htsrl.trainer.adapt;

import io.htsrl.core.schedule.WaitMode;
import io.htsrl.core.threads.ThreadBounds;
import io.htsrl.core.threads.ThreadSettings;
import java.util.function.BiFunction;

/**
 * One step from thread settings to a neighbour, in the order in which the steps are first tried. Pure functions, any
 * thread.
 */
public enum Move {
    /** No actors, so that executors serve themselves: the largest gain where there were too many actors. */
    NO_ACTORS((now, bounds) -> now.withActors(0)),
    /** All executors: the largest gain where steps block. */
    ALL_EXECUTORS((now, bounds) -> now.withExecutors(bounds.executors())),
    MORE_EXECUTORS((now, bounds) -> now.withExecutors(Math.min(2 * now.executors(), bounds.executors()))),
    ONE_EXECUTOR((now, bounds) -> now.withExecutors(1)),
    FEWER_EXECUTORS((now, bounds) -> now.withExecutors((now.executors() + 1) / 2)),
    /** Phased waiting, whatever was set: it suits shared cores, and more threads than cores. */
    PHASED_WAIT((now, bounds) -> now.withWaitMode(WaitMode.PHASED)),
    BLOCKING_WAIT((now, bounds) -> now.withWaitMode(WaitMode.BLOCKING)),
    LARGER_BATCHES((now, bounds) ->
            now.withBatch(bounds.lockstep() ? now.batch() : Math.min(2 * now.batch(), bounds.batch()))),
    FEWER_ACTORS((now, bounds) -> now.withActors(now.actors() / 2)),
    MORE_ACTORS((now, bounds) -> now.withActors(Math.min(Math.max(1, 2 * now.actors()), bounds.actors()))),
    SMALLER_BATCHES((now, bounds) -> now.withBatch(bounds.lockstep() ? now.batch() : (now.batch() + 1) / 2));

    private final BiFunction<ThreadSettings, ThreadBounds, ThreadSettings> step;

    Move(BiFunction<ThreadSettings, ThreadBounds, ThreadSettings> step) {
        this.step = step;
    }

    /** Returns the neighbour, or {@code now} itself where the step changes nothing. */
    ThreadSettings from(ThreadSettings now, ThreadBounds bounds) {
        return step.apply(now, bounds);
    }
}
