package io.htsrl.trainer.adapt;

import io.htsrl.core.schedule.WaitMode;
import io.htsrl.core.staff.Bounds;
import io.htsrl.core.staff.Manning;

/** One step from a manning to a neighbour, in the order in which they are tried first. Pure functions, any thread. */
enum Move {
    /** The largest gain where somebody has given too many of them: executors serve themselves. */
    NO_ACTORS {
        @Override
        Manning from(Manning now, Bounds bounds) {
            return now.withActors(0);
        }
    },
    /** The largest gain where steps block. */
    ALL_EXECUTORS {
        @Override
        Manning from(Manning now, Bounds bounds) {
            return now.withExecutors(bounds.executors());
        }
    },
    MORE_EXECUTORS {
        @Override
        Manning from(Manning now, Bounds bounds) {
            return now.withExecutors(Math.min(2 * now.executors(), bounds.executors()));
        }
    },
    ONE_EXECUTOR {
        @Override
        Manning from(Manning now, Bounds bounds) {
            return now.withExecutors(1);
        }
    },
    FEWER_EXECUTORS {
        @Override
        Manning from(Manning now, Bounds bounds) {
            return now.withExecutors((now.executors() + 1) / 2);
        }
    },
    /** Whatever was given: it suits cores that are others' too, and threads of which there are more than cores. */
    PHASED_WAIT {
        @Override
        Manning from(Manning now, Bounds bounds) {
            return now.with(WaitMode.PHASED);
        }
    },
    BLOCKING_WAIT {
        @Override
        Manning from(Manning now, Bounds bounds) {
            return now.with(WaitMode.BLOCKING);
        }
    },
    LARGER_BATCHES {
        @Override
        Manning from(Manning now, Bounds bounds) {
            return now.withBatch(bounds.lockstep() ? now.batch() : Math.min(2 * now.batch(), bounds.batch()));
        }
    },
    FEWER_ACTORS {
        @Override
        Manning from(Manning now, Bounds bounds) {
            return now.withActors(now.actors() / 2);
        }
    },
    MORE_ACTORS {
        @Override
        Manning from(Manning now, Bounds bounds) {
            return now.withActors(Math.min(Math.max(1, 2 * now.actors()), bounds.actors()));
        }
    },
    SMALLER_BATCHES {
        @Override
        Manning from(Manning now, Bounds bounds) {
            return now.withBatch(bounds.lockstep() ? now.batch() : (now.batch() + 1) / 2);
        }
    };

    /** The neighbour; {@code now} itself where there is none. */
    abstract Manning from(Manning now, Bounds bounds);
}
