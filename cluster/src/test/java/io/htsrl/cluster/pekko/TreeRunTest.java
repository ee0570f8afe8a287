package io.htsrl.cluster.pekko;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cluster.SmallRuns;
import io.htsrl.cluster.security.Secret;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.time.Activity;
import io.htsrl.core.time.SpanRecorder;
import io.htsrl.core.time.Timeline;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.run.Trainer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Three nodes in a row: the learner sends the parameters to the first alone, and each hands them to the next. */
class TreeRunTest {
    private final NodeThreads nodes = new NodeThreads();
    private final List<String> logs = new CopyOnWriteArrayList<>();
    private final Timeline timeline = new Timeline(1024);

    private String digest(RunConfig config, Duration lease, TrainingListener listener) throws Exception {
        return new Trainer(
                        config, Attachments.none().with(listener).with(timeline).collectedBy(site -> {
                            ClusterRollouts rollouts = LinkedNodes.learner(
                                    config,
                                    site,
                                    NodeThreads.ANY,
                                    new ClusterOptions(Secret.NONE, Optional.empty(), lease, 1, 2),
                                    logs::add);
                            for (int i = 0; i < 3; i++) {
                                nodes.join(rollouts.address());
                                assertTrue(rollouts.await(i + 1, NodeThreads.LONG), "nodes join, one after the other");
                            }
                            return rollouts;
                        }))
                .run()
                .digest();
    }

    private List<Integer> broadcasts() {
        List<Integer> counts = new ArrayList<>();
        for (SpanRecorder recorder : timeline.recorders()) {
            if (recorder.thread().startsWith("node ")) {
                int[] count = {0};
                recorder.forEach((activity, begin, end, argument, interval) ->
                        count[0] += activity == Activity.BROADCAST ? 1 : 0);
                counts.add(count[0]);
            }
        }
        return counts;
    }

    @Test
    void shouldHaveTheDigestOfSerialThoughNodesHandTheParametersOn() throws Exception {
        RunConfig config = SmallRuns.config("a2c", "CartPole-v1", 1);
        RunConfig serial = SmallRuns.by(config, Schedule.SERIAL);

        assertEquals(
                new Trainer(serial, Attachments.none()).run().digest(),
                digest(config, NodeThreads.LONG, TrainingListener.NONE));

        assertEquals(List.of(SmallRuns.INTERVALS, 0, 0), broadcasts(), "from the learner");
        assertTrue(logs.stream().anyMatch(line -> line.startsWith("3 nodes joined, 0 lost")), logs::toString);
    }

    @Test
    void shouldServeThoseBehindANodeThatDies() throws Exception {
        RunConfig config = SmallRuns.config("ppo", "CartPole-v1", 1);
        RunConfig serial = SmallRuns.by(config, Schedule.SERIAL);
        TrainingListener killing = new TrainingListener() {
            @Override
            public void onInterval(IntervalReport report) {
                if (report.interval() == 3) {
                    nodes.end(1);
                }
            }
        };

        assertEquals(new Trainer(serial, Attachments.none()).run().digest(), digest(config, NodeThreads.LONG, killing));

        assertTrue(logs.stream().anyMatch(line -> line.contains("has ended")), logs::toString);
    }
}
