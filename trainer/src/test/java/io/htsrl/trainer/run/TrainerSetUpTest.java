package io.htsrl.trainer.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.run.RunAbortedException;
import io.htsrl.core.run.RunControl;
import io.htsrl.trainer.capacity.Limits;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.GivenRuns;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TrainingListener;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(1800)
class TrainerSetUpTest {

    private static RunConfig config(String flags) {
        return GivenRuns.of(("--env CartPole-v1 " + flags).split(" "));
    }

    @Test
    void shouldEndSetUpAtTheFirstWishToStop() {
        RunControl control = new RunControl();
        List<Long> intervals = new ArrayList<>();
        TrainingListener listener = new TrainingListener() {
            @Override
            public void onInterval(IntervalReport report) {
                intervals.add(report.interval());
            }
        };
        control.requestStop();

        Trainer trainer = new Trainer(config("--algo a2c --num-envs 512"), listener, control);

        assertThrows(RunAbortedException.class, trainer::run);
        assertEquals(List.of(), intervals);
    }

    @Test
    void shouldRefuseAReplayMemoryBeforeAnythingIsAllocated() {
        assertTrue(Limits.here().heap() < 3e9, "tests run with a heap of 2 GiB");
        RunConfig config = config("--algo dqn --buffer-size 100000000");

        ConfigurationException refused =
                assertThrows(ConfigurationException.class, () -> new Trainer(config, Attachments.none()));

        assertTrue(
                refused.getMessage().startsWith("--buffer-size 100000000: it must fit the heap: the run needs "),
                refused::getMessage);
    }

    @Test
    void shouldRefuseAHundredThousandThreads() {
        RunConfig config = config("--algo a2c --num-envs 100000 --executors 100000");

        ConfigurationException refused =
                assertThrows(ConfigurationException.class, () -> new Trainer(config, Attachments.none()));

        assertTrue(refused.getMessage().contains("--executors 100000: it must "), refused::getMessage);
    }
}
