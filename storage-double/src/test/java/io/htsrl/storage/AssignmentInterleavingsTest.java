package io.htsrl.storage;

import io.htsrl.core.run.RunControl;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.core.threads.ReplicaGroups;
import io.htsrl.core.threads.ThreadAssignment;
import io.htsrl.core.threads.ThreadSettings;
import io.htsrl.core.time.RoleClock;
import io.htsrl.core.time.SpanRecorder;
import io.htsrl.core.work.Team;
import java.util.ArrayList;
import java.util.List;
import org.jetbrains.lincheck.Lincheck;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Explores interleavings of the real {@link ThreadAssignment} and {@link SwapBarrier}: executors that are sent away and
 * called back meet the learner at every swap, whichever of them runs it and however late it is behind it.
 */
@Tag("slow")
class AssignmentInterleavingsTest {
    /** An order of a meeting and its absence that loses a wake-up or a swap is found within some dozens. */
    private static final int INVOCATIONS = Boolean.getBoolean("hts.long") ? 400 : 50;

    private static final ThreadSettings TWO = new ThreadSettings(2, 0, 1, WaitMode.BLOCKING);
    private static final ThreadSettings ONE = TWO.withExecutors(1);

    /** One run: its executors and its learner, with what each swap but the last plans. */
    private static final class Run {
        private final RunControl control = new RunControl();
        private final ThreadAssignment assignment = new ThreadAssignment(ReplicaGroups.each(2), 2, TWO, control);
        private final RolloutClock rollout;
        private final ThreadSettings[] plans;
        private final SwapBarrier barrier;

        Run(int helpers, ThreadSettings... plans) {
            this.plans = plans;
            this.rollout = new RolloutClock(plans.length + 1L);
            this.barrier = new SwapBarrier(
                    assignment::parties, this::swap, assignment::waitMode, control, new Team(1 + helpers, 0));
        }

        private Runnable swap() {
            rollout.advance(false);
            if (!rollout.finished() && assignment.planned() != plans[(int) rollout.interval() - 1]) {
                assignment.plan(plans[(int) rollout.interval() - 1]);
            }
            return assignment.publication(rollout.finished());
        }

        private void execute(int worker) {
            RoleClock clock = new RoleClock("executor", new SpanRecorder("executor-" + worker, 0));
            while (!rollout.finished()) {
                barrier.await(null);
                if (!assignment.executes(worker)) {
                    assignment.awaitDuty(worker, clock);
                }
            }
        }

        private void learn() {
            while (!rollout.finished()) {
                barrier.await(null);
            }
        }

        void toItsEnd() {
            List<Thread> threads = new ArrayList<>();
            threads.add(new Thread(() -> execute(0)));
            threads.add(new Thread(() -> execute(1)));
            threads.forEach(Thread::start);
            learn();
            for (Thread thread : threads) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
            if (barrier.swaps() != plans.length + 1L) {
                throw new IllegalStateException(barrier.swaps() + " swaps");
            }
        }
    }

    @Test
    void shouldCallBackAnExecutorThatIsLateBehindTheSwapThatSentItAway() {
        callsBack(2);
    }

    @Tag("thorough")
    @Test
    void shouldCallBackSuchAnExecutorWhereNoWaitingThreadHelpsTheLearner() {
        callsBack(0);
    }

    private static void callsBack(int helpers) {
        Lincheck.runConcurrentTest(INVOCATIONS, () -> new Run(helpers, ONE, TWO).toItsEnd());
    }
}
