package io.htsrl.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.schedule.Schedule;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.run.Trainer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs on node processes of this machine have the digest of {@code serial}. */
class NodesTest {
    private final List<String> told = new CopyOnWriteArrayList<>();

    private TrainingResult onNodes(RunConfig config, int nodes) throws Exception {
        ClusterSettings settings = new ClusterSettings(
                0, nodes, "127.0.0.1:0", Optional.empty(), Duration.ofSeconds(2), Duration.ofSeconds(60));
        return new Trainer(
                        config,
                        Attachments.none().collectedBy(new ClusterEngine().source(settings, config, told::add)))
                .run();
    }

    static String serial(RunConfig config) throws Exception {
        return new Trainer(SmallRuns.by(config, Schedule.SERIAL), Attachments.none())
                .run()
                .digest();
    }

    @ParameterizedTest
    @CsvSource({"a2c, CartPole-v1, 1, 1", "ppo, CartPole-v1, 3, 2", "dqn, CartPole-v1, 2, 1"})
    void shouldHaveTheDigestOfSerial(String algorithm, String environment, int nodes, int executors) throws Exception {
        RunConfig config = SmallRuns.config(algorithm, environment, executors);

        TrainingResult result = onNodes(config, nodes);

        assertEquals(serial(config), result.digest());
        assertTrue(
                told.stream().anyMatch(line -> line.contains(nodes + " nodes joined, 0 lost; 80 columns, 0 given again")),
                told.toString());
    }
}
