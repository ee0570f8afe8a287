package io.htsrl.determinism;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.htsrl.cli.PlainRuns;
import io.htsrl.core.render.FrameSource;
import io.htsrl.core.render.RgbFrame;
import io.htsrl.core.run.Perturbation;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.determinism.Runs.Threads;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.RunMetrics;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.run.Trainer;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An observer of a run's environments changes none of its bits, and gets the picture after the very next step. */
@Tag("slow")
@Tag("thorough")
@Timeout(1800)
class PortraitTest {

    /** Wishes for a picture before each step, and takes the one of the step before. Executors' threads. */
    private static final class Looking implements Perturbation, TrainingListener {
        private final AtomicInteger pictures = new AtomicInteger();
        private volatile RunMetrics gauges;

        @Override
        public void onStart(RunMetrics metrics) {
            metrics.prepareFrames();
            gauges = metrics;
        }

        @Override
        public void at(Point point, long index) {
            if (point == Point.EXECUTOR_STEP) {
                FrameSource portrait = gauges.portrait((int) index).orElseThrow();
                Optional<RgbFrame> picture = portrait.take();
                picture.ifPresent(seen -> pictures.incrementAndGet());
                assertEquals("", portrait.fault());
                portrait.want();
            }
        }
    }

    private static TrainingResult run(RunConfig config, Looking looking) throws Exception {
        return new Trainer(
                        config, Attachments.none().with((Perturbation) looking).with((TrainingListener) looking))
                .run();
    }

    @ParameterizedTest
    @CsvSource({
        "CartPole-v1, HTS, 0, 3",
        "CartPole-v1, HTS, 2, 2",
        "CartPole-v1, SYNC, 0, 1",
        "ALE/HomebrewPaddle-v0, HTS, 0, 2"
    })
    void shouldChangeNoBitByLooking(String environment, Schedule schedule, int actors, int executors) throws Exception {
        Threads threads = new Threads(actors, executors, Runs.ENVIRONMENTS, WaitMode.PHASED);
        RunConfig whole = Runs.config("ppo", environment, 1, schedule, threads);
        RunConfig config = PlainRuns.of(
                environment,
                environment.startsWith("ALE/") ? Map.of("screen-size", "36") : Map.of(),
                null,
                1,
                2L * whole.pipeline().stepsPerInterval(),
                whole.pipeline(),
                whole.network(),
                whole.algorithm());
        Looking looking = new Looking();
        TrainingResult seen = run(config, looking);

        assertEquals(Runs.run(config, Perturbation.NONE).digest(), seen.digest());
        long steps = config.totalTimesteps();
        long expected = steps - Runs.ENVIRONMENTS; // nobody takes the last of each
        assertEquals(expected, looking.pictures.get());
    }
}
