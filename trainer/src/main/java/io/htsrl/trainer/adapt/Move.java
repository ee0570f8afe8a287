package io.htsrl.trainer.adapt;

import io.htsrl.core.schedule.WaitMode;
import io.htsrl.core.threads.ThreadBounds;
import io.htsrl.core.threads.ThreadSettings;
import java.util.function.BiFunction;

/** One step from thread settings to a neighbour, in the order in which they are tried first. Pure functions, any thread. */
public enum Move {
    /** The largest gain where somebody has given too many of them: executors serve themselves. */
    NO_ACTORS((now, bounds) -> now.withActors(0)),
    /** The largest gain where steps block. */
    ALL_EXECUTORS((now, bounds) -> now.withExecutors(bounds.executors())),
    MORE_EXECUTORS((now, bounds) -> now.withExecutors(Math.min(2 * now.executors(), bounds.executors()))),
    ONE_EXECUTOR((now, bounds) -> now.withExecutors(1)),
    FEWER_EXECUTORS((now, bounds) -> now.withExecutors((now.executors() + 1) / 2)),
    /** Whatever was given: it suits cores that are others' too, and threads of which there are more than cores. */
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

    /** The neighbour; {@code now} itself where there is none. */
    ThreadSettings from(ThreadSettings now, ThreadBounds bounds) {
        return step.apply(now, bounds);
    }
}
