package io.htsrl.determinism;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.htsrl.core.portrait.Picture;
import io.htsrl.core.portrait.Portrait;
import io.htsrl.core.run.Perturbation;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.determinism.Runs.Knobs;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.gauge.RunGauges;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.run.Trainer;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who looks at the environments of a run changes none of its bits, and gets the picture after the very next step. */
@Tag("slow")
@Timeout(240)
class PortraitTest {

    /** Wishes for a picture before each step, and takes the one of the step before. Executors' threads. */
    private static final class Looking implements Perturbation {
        private final AtomicInteger pictures = new AtomicInteger();
        private volatile RunGauges gauges;

        @Override
        public void at(Point point, long index) {
            if (point == Point.EXECUTOR_STEP) {
                Portrait portrait = gauges.portrait((int) index).orElseThrow();
                Optional<Picture> picture = portrait.take();
                picture.ifPresent(seen -> pictures.incrementAndGet());
                assertEquals("", portrait.fault());
                portrait.want();
            }
        }
    }

    private static TrainingResult run(RunConfig config, Looking looking) throws Exception {
        return new Trainer(config, Attachments.none().with(looking).with(gauges -> looking.gauges = gauges)).run();
    }

    @ParameterizedTest
    @CsvSource({
        "CartPole-v1, HTS, 0, 3",
        "CartPole-v1, HTS, 2, 2",
        "CartPole-v1, SYNC, 0, 1",
        "ALE/HomebrewPaddle-v0, HTS, 0, 2"
    })
    void shouldChangeNoBitByLooking(String environment, Schedule schedule, int actors, int executors) throws Exception {
        Knobs knobs = new Knobs(actors, executors, Runs.ENVIRONMENTS, WaitMode.PHASED);
        RunConfig config = Runs.config("ppo", environment, 1, schedule, knobs);
        Looking looking = new Looking();
        TrainingResult seen = run(config, looking);

        assertEquals(Runs.run(config, Perturbation.NONE).digest(), seen.digest());
        long steps = config.totalTimesteps();
        long expected = steps - Runs.ENVIRONMENTS; // nobody takes the last of each
        assertEquals(expected, looking.pictures.get());
    }
}
