package io.htsrl.python;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.EnvironmentSource;
import io.htsrl.core.render.FrameSource;
import io.htsrl.core.run.Perturbation;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.learners.a2c.A2cConfig;
import io.htsrl.learners.onpolicy.ActorCriticConfig;
import io.htsrl.learners.optim.OptimizerConfig;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.RunMetrics;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.run.Trainer;
import io.htsrl.trainer.selfplay.OpponentConfig;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An observer looks at replicas in worker processes while others of these are at work. */
@Timeout(1800)
@EnabledIf("io.htsrl.python.Python#there")
class PortraitTest {
    private static final int REPLICAS = 4;
    private static final int STEPS = 5;
    private static final int INTERVALS = 6;

    /** Wishes for a picture of each replica before each of its steps. Executors' threads. */
    private static final class Looking implements Perturbation, TrainingListener {
        private final AtomicInteger pictures = new AtomicInteger();
        private final Map<Long, String> faults = new ConcurrentHashMap<>();
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
                portrait.take().ifPresent(picture -> {
                    pictures.incrementAndGet();
                    assertEquals(0xff0001, picture.pixels()[0] & 0xff00ff, "red and blue are as painted");
                });
                if (!portrait.fault().isEmpty()) {
                    faults.put(index, portrait.fault());
                }
                portrait.want();
            }
        }
    }

    private static RunConfig config(int executors, String workers, Map<String, String> more) {
        Map<String, String> options = new HashMap<>(more);
        options.put("python", Python.PLAIN);
        options.put("python-workers", workers);
        PipelineConfig pipeline =
                new PipelineConfig(Schedule.HTS, REPLICAS, STEPS, 0, executors, REPLICAS, WaitMode.PHASED, 1);
        OptimizerConfig adam = new OptimizerConfig(OptimizerConfig.Kind.ADAM, 1e-3, true, 1e-5, 0.99, 0.5);
        return new RunConfig(
                "gym:odd:Painted",
                options,
                List.of(),
                EnvironmentSource.SHARED,
                Map.of(),
                null,
                1,
                (long) INTERVALS * REPLICAS * STEPS,
                OpponentConfig.NONE,
                pipeline,
                1,
                new MlpConfig(List.of(8), Activation.TANH, false),
                new A2cConfig(new ActorCriticConfig(0.99, 1.0, false, 0.01, 0.5), adam),
                false,
                List.of(),
                List.of(),
                null,
                null,
                null);
    }

    private static String digest(RunConfig config, Looking looking) throws Exception {
        Attachments attached = Attachments.none();
        return new Trainer(
                        config,
                        looking == null
                                ? attached
                                : attached.with((Perturbation) looking).with((TrainingListener) looking))
                .run()
                .digest();
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1, 3", "3, 1", "2, 4"})
    void shouldChangeNoBitByLooking(int executors, String workers) throws Exception {
        Looking looking = new Looking();
        String seen = digest(config(executors, workers, Map.of("render_mode", "rgb_array")), looking);

        assertEquals(digest(config(1, "1", Map.of()), null), seen);
        assertEquals(Map.of(), looking.faults);
        assertEquals(INTERVALS * REPLICAS * STEPS - REPLICAS, looking.pictures.get());
    }

    @Test
    void shouldNotMakeAnewWhatIsLookedAt() throws Exception {
        Looking looking = new Looking();
        RunConfig config = config(2, "2", Map.of());

        assertEquals(digest(config, null), digest(config, looking));
        assertEquals(0, looking.pictures.get());
        assertEquals(REPLICAS, looking.faults.size());
        assertTrue(looking.faults.get(0L).contains("--env-option render_mode=rgb_array"), looking.faults::toString);
    }
}
