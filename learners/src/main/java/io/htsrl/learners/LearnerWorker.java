package io.htsrl.learners;

import io.htsrl.core.Activity;
import io.htsrl.core.RoleClock;
import io.htsrl.core.Worker;
import io.htsrl.storage.DoubleStorage;
import io.htsrl.storage.RolloutClock;
import io.htsrl.storage.SwapBarrier;

/** The learner's thread: a {@link LearningStage} between barriers, until the rollout has finished. */
public final class LearnerWorker implements Worker {
    private final LearningStage stage;
    private final DoubleStorage storage;
    private final RolloutClock rollout;
    private final SwapBarrier filled;
    private final SwapBarrier swap;
    private final RoleClock clock;

    /**
     * @param filled where rollout and learning alternate, the barrier behind the rollout; null where they overlap
     * @param swap   the barrier at the end of an interval
     */
    public LearnerWorker(LearningStage stage, DoubleStorage storage, RolloutClock rollout, SwapBarrier filled,
            SwapBarrier swap, RoleClock clock) {
        this.stage = stage;
        this.storage = storage;
        this.rollout = rollout;
        this.filled = filled;
        this.swap = swap;
        this.clock = clock;
    }

    @Override
    public String roleName() {
        return "learner";
    }

    @Override
    public void run() {
        clock.start();
        while (!rollout.finished()) {
            clock.interval(rollout.interval());
            if (filled == null) {
                stage.overlapped(rollout.interval(), storage.read(), clock);
            } else {
                filled.await(clock);
                clock.lap(Activity.WAIT_AT_BARRIER);
                stage.alternating(rollout.interval(), storage.write(), clock);
            }
            clock.lap(swap.await(clock) ? Activity.SWAP : Activity.WAIT_AT_BARRIER);
        }
        clock.interval(rollout.interval());
        stage.drain(rollout.interval(), storage.read(), clock);
    }
}
