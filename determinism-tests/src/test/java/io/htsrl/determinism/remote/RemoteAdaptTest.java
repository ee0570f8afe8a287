package io.htsrl.determinism.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.schedule.PipelineConfigBuilder;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.core.threads.ThreadSettings;
import io.htsrl.determinism.remote.RemoteRuns.Threads;
import io.htsrl.trainer.adapt.ThreadController;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.Components;
import io.htsrl.trainer.config.RunConfig;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Environments elsewhere under {@code --adapt} share what computes them, and move in groups. */
@Timeout(1800)
class RemoteAdaptTest {

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void shouldGiveTheSerialDigestOfTheEnvironmentHere(long seed) {
        Random random = new Random(seed);
        AtomicInteger most = new AtomicInteger();
        Components erratic = new Components() {
            @Override
            public ThreadController.Maker threadController(ThreadController.Maker made, RunConfig config) {
                return bounds -> {
                    most.set(bounds.executors());
                    return (now, nanos, steps) -> new ThreadSettings(
                            1 + random.nextInt(bounds.executors()),
                            random.nextInt(bounds.actors() + 1),
                            1 + random.nextInt(bounds.batch()),
                            WaitMode.PHASED);
                };
            }
        };
        RunConfig here = RemoteRuns.config("a2c", "CartPole-v1", Map.of(), Schedule.SERIAL, RemoteRuns.DEFAULT);
        RunConfig distant = RemoteRuns.distant("a2c", Schedule.HTS, new Threads(1, 3, 4, WaitMode.PHASED));
        RunConfig adapting = distant.with(
                PipelineConfigBuilder.builder(distant.pipeline()).adapt(true).build());

        assertEquals(
                RemoteRuns.run(here).digest(),
                RemoteRuns.run(adapting, Attachments.none().with(erratic)).digest());
        assertTrue(most.get() >= 3 && most.get() <= RemoteRuns.ENVIRONMENTS, "executors: " + most);
    }
}
