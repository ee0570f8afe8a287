package io.htsrl.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.Hts;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.run.Trainer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A process of this machine that holds shards of the replay memory, and stands still until it is missed. */
@Tag("slow")
class StoppedHolderTest {
    private final List<String> logs = new CopyOnWriteArrayList<>();

    /** To the one process that this one has started. */
    private static void signal(String signal) {
        ProcessHandle node = ProcessHandle.current().children().findFirst().orElseThrow();
        try {
            assertEquals(
                    0,
                    new ProcessBuilder("kill", "-" + signal, "" + node.pid())
                            .start()
                            .waitFor());
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void shouldCostTimeAndNoBitWhereAHolderIsStoppedForAWhile() throws Exception {
        List<String> arguments = new ArrayList<>(SmallRuns.arguments("dqn", "CartPole-v1", 1, 3));
        arguments.addAll(List.of("--replay-shards", "3"));
        RunConfig config = Hts.configure(arguments.toArray(String[]::new));
        TrainingListener stopping = new TrainingListener() {
            @Override
            public void onInterval(IntervalReport report) {
                if (report.interval() == 4) { // the next draw waits for it
                    signal("STOP");
                }
            }
        };
        ClusterSettings settings = SmallRuns.settings(0, 1, 0, 1, Duration.ofMillis(500));

        String digest = new Trainer(
                        config,
                        Attachments.none()
                                .with(stopping)
                                .collectedBy(new ClusterEngine().source(settings, config, line -> {
                                    logs.add(line);
                                    if (line.contains("has been silent for")) {
                                        signal("CONT");
                                    }
                                })))
                .run()
                .digest();

        assertEquals(SmallRuns.serial(config), digest);
        assertTrue(logs.stream().anyMatch(line -> line.contains("has been silent for")), logs::toString);
        assertTrue(logs.stream().anyMatch(line -> line.contains("3 shards of the replay memory on")), logs::toString);
    }
}
