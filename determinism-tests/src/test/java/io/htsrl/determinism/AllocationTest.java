package io.htsrl.determinism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.htsrl.cli.Hts;
import io.htsrl.cli.PlainRuns;
import io.htsrl.core.environment.BatchedEnvironment;
import io.htsrl.core.run.Perturbation;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.core.time.Timeline;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.Components;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.run.Trainer;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Invariant 10: executor and actor paths allocate nothing per step in the steady state. */
@Tag("slow")
@Tag("fresh-jvm")
@Timeout(1800)
class AllocationTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /**
     * More than any machine makes before its compiler is done, however busy it is: the first clean window ends a run.
     */
    private static final int STEPS = 200_000_000;

    /**
     * Watches one thread's allocation between passages of one point of the pipeline: the least over windows, so that
     * warm-up, when the vector kernels still box, does not count. A window without any ends the run.
     */
    private static final class AllocationWatch implements Perturbation {
        private static final int WINDOW = 4096;
        private final Point where;
        private final long who;
        private final RunControl control;
        private final long tolerated;
        private long passages;
        private long before = -1;
        private long least = Long.MAX_VALUE;

        AllocationWatch(Point where, long who, RunControl control) {
            this(where, who, control, 0);
        }

        /** @param tolerated bytes in a window */
        AllocationWatch(Point where, long who, RunControl control, long tolerated) {
            this.tolerated = tolerated;
            this.where = where;
            this.who = who;
            this.control = control;
        }

        @Override
        public void at(Point point, long index) {
            if (point == where && index == who && ++passages % WINDOW == 0) {
                long now = THREADS.getCurrentThreadAllocatedBytes();
                least = before < 0 ? least : Math.min(least, now - before);
                before = now;
                if (least <= tolerated) {
                    control.requestStop();
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "EXECUTOR_STEP, 0, 0, 0, CartPole-v1, false",
        "EXECUTOR_STEP, 1, 1, 0, CartPole-v1, false",
        "ACTOR_BATCH, 0, 1, 0, CartPole-v1, false",
        "EXECUTOR_STEP, 0, 0, 5000, CartPole-v1, false",
        "ACTOR_BATCH, 0, 1, 5000, CartPole-v1, false",
        "EXECUTOR_STEP, 0, 0, 0, CartPole-v1, true",
        "ACTOR_BATCH, 0, 1, 0, CartPole-v1, true",
        "EXECUTOR_STEP, 0, 0, 0, Pendulum-v1, false",
        "ACTOR_BATCH, 0, 1, 0, Pendulum-v1, false"
    })
    void shouldAllocateNothingPerStep(
            Perturbation.Point where, long who, int actors, int spans, String environment, boolean normalized)
            throws Exception {
        RunControl control = new RunControl();
        AllocationWatch watch = new AllocationWatch(where, who, control);
        PipelineConfig pipeline = new PipelineConfig(Schedule.HTS, 4, 128, actors, 1, 4, WaitMode.PHASED, 1);
        RunConfig config = PlainRuns.of(
                environment,
                Map.of(),
                null,
                1,
                STEPS,
                pipeline,
                new MlpConfig(List.of(32, 32), Activation.TANH, false),
                Runs.algorithm("a2c"));
        RunConfig run = normalized ? Runs.normalized(config) : config;
        new Trainer(run, Attachments.none().with(control).with(watch).with(new Timeline(spans))).run();
        assertEquals(0, watch.least, "bytes in " + AllocationWatch.WINDOW + " passages of " + where);
    }

    /** The replicas fill two vectors of 512 bits or more, and go beyond the last one. */
    @ParameterizedTest
    @ValueSource(strings = {"CartPole-v1", "Pendulum-v1"})
    void shouldAllocateNothingPerStepOfArrays(String environment) throws Exception {
        RunControl control = new RunControl();
        long parked = AllocationWatch.WINDOW / 128 * 64; // a fast executor may park once an interval, in a lock's node
        AllocationWatch watch = new AllocationWatch(Perturbation.Point.EXECUTOR_STEP, 0, control, parked);
        RunConfig config = PlainRuns.of(
                environment,
                Map.of(),
                null,
                1,
                STEPS,
                new PipelineConfig(Schedule.HTS, 20, 128, 0, 1, 20, WaitMode.PHASED, 1),
                new MlpConfig(List.of(32, 32), Activation.TANH, false),
                Runs.algorithm("a2c"));
        Components arrays = new Components() {
            @Override
            public boolean batches(BatchedEnvironment made, RunConfig run) {
                return true;
            }
        };
        new Trainer(config, Attachments.none().with(control).with(watch).with(arrays)).run();
        assertTrue(watch.least <= parked, watch.least + " bytes in " + AllocationWatch.WINDOW + " steps");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--use-sde --sde-sample-freq 3", "--use-sde", "--sde-sample-freq -1"})
    void shouldAllocateNothingPerStepWithHeldNoise(String noise) throws Exception {
        RunControl control = new RunControl();
        AllocationWatch watch = new AllocationWatch(Perturbation.Point.EXECUTOR_STEP, 0, control);
        RunConfig config = Hts.configure(("--algo a2c --env Pendulum-v1 --num-envs 4 --sync-interval 128 --executors 1"
                        + " --hidden-sizes 32 --total-timesteps " + STEPS + " " + noise)
                .split(" "));
        new Trainer(config, Attachments.none().with(control).with(watch)).run();
        assertEquals(0, watch.least, "bytes in " + AllocationWatch.WINDOW + " steps");
    }

    /** Actions are drawn, squashed and scaled, and of the first 4,000 steps uniform; or of the greatest mean. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Pendulum-v1 --algo sac",
                "Pendulum-v1 --algo sac --noise-correlation 0.9",
                "Pendulum-v1 --algo td3",
                "Pendulum-v1 --algo ddpg --noise-type ou",
                "CartPole-v1 --algo dqn --distributional implicit --num-tau-samples 8 --num-tau-prime-samples 8"
            })
    void shouldAllocateNothingPerStepWithReplay(String run) throws Exception {
        RunControl control = new RunControl();
        AllocationWatch watch = new AllocationWatch(Perturbation.Point.EXECUTOR_STEP, 0, control);
        RunConfig config = Hts.configure(("--num-envs 4 --sync-interval 128 --executors 1 --utd 1/512"
                        + " --learning-starts 4000 --batch-size 8 --buffer-size 5000 --hidden-sizes 32"
                        + " --total-timesteps " + STEPS + " --env " + run)
                .split(" "));
        new Trainer(config, Attachments.none().with(control).with(watch)).run();
        assertEquals(0, watch.least, "bytes in " + AllocationWatch.WINDOW + " steps");
    }
}
