package io.htsrl.cluster.lanes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.checkpoints.CheckpointFolder;
import io.htsrl.cluster.SmallRuns;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.CheckpointPlan;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.TrainingFailedException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Lanes share the minibatches of whole runs: the digest is {@code serial}'s, whatever becomes of the lanes. */
@Timeout(1800)
class LaneRunsTest {
    @Test
    void shouldNameTheNodeWhoseParametersAreOthers() {
        Hands hands = Hands.of(LaneRuns.CONFIGS.get(0));
        hands.join();
        int[] loads = new int[1];
        hands.join(
                (order, said) -> {
                    if (said instanceof LaneOrder.Load load && ++loads[0] == 4) {
                        float[] other = load.parameters().clone();
                        other[7] = Math.nextUp(other[7]);
                        return new LaneOrder.Load(load.version(), other);
                    }
                    return said;
                },
                answer -> answer);

        TrainingFailedException failed = assertThrows(
                TrainingFailedException.class, () -> hands.digest(LaneRuns.CONFIGS.get(0), NodeLanes.Shares.EVEN));

        String message = failed.getCause().getMessage();
        assertTrue(
                message.startsWith("node 2 has computed interval 3 with parameters that are not the learner's"),
                message);
    }

    @Test
    void shouldLeaveOutWhoAnswersNonsense() throws Exception {
        RunConfig config = LaneRuns.CONFIGS.get(1);
        Hands hands = Hands.of(config);
        int[] answers = new int[1];
        hands.join((order, said) -> said, answer -> ++answers[0] == 5 ? Arrays.copyOf(answer, 11) : answer);
        hands.join();

        assertEquals(SmallRuns.serial(config), hands.digest(config, NodeLanes.Shares.EVEN));
        assertTrue(hands.logs.get(0).startsWith("node 1 answers what makes no sense"), hands.logs.toString());
        assertEquals(1, hands.logs.size(), hands.logs.toString());
    }

    @Test
    void shouldLeaveOutWhoCannotCompute() throws Exception {
        RunConfig config = LaneRuns.CONFIGS.get(1);
        Hands hands = Hands.of(config);
        int[] answers = new int[1];
        hands.join();
        hands.join(
                (order, said) -> said,
                answer -> ++answers[0] < 4 ? answer : LaneAnswer.CODEC.encode(new LaneAnswer.Failed("no memory")));

        assertEquals(SmallRuns.serial(config), hands.digest(config, NodeLanes.Shares.EVEN));
        assertEquals(
                List.of("node 2 cannot compute its rows (no memory): it gets no rows of minibatches any more"),
                hands.logs);
    }

    /** The lanes have no state: whoever goes on needs the learner's checkpoint alone. */
    @Test
    void shouldGoOnFromACheckpointWithOtherLanes(@TempDir Path folder) throws Exception {
        RunConfig config = LaneRuns.CONFIGS.get(2);
        Hands before = Hands.of(config);
        before.join();
        before.join();
        CheckpointPlan plan = CheckpointPlan.of(folder, 4, 9, null);
        String whole =
                before.digest(config, NodeLanes.Shares.EVEN, Attachments.none().with(plan));
        assertEquals(SmallRuns.serial(config), whole);
        for (int lanes = 0; lanes < 4; lanes += 3) {
            Hands after = Hands.of(config);
            for (int lane = 0; lane < lanes; lane++) {
                after.join();
            }
            try (CheckpointFile from = CheckpointFile.open(new CheckpointFolder(folder, 9).file(4))) {
                CheckpointPlan on = CheckpointPlan.of(folder, 0, 9, from);
                assertEquals(
                        whole,
                        after.digest(
                                config,
                                NodeLanes.Shares.EVEN,
                                Attachments.none().with(on)));
            }
        }
    }

    /** It is alive all the time, or silent too; and comes back with the next bank. */
    @Test
    void shouldGiveRowsToOthersWhileANodeOwesThem() throws Exception {
        RunConfig config = LaneRuns.CONFIGS.get(0);
        for (String why : List.of("owes its rows for", "has been silent for")) {
            Hands hands = Hands.of(config);
            boolean[] hanging = new boolean[1];
            int[] again = new int[1];
            hands.join();
            int[] hung = new int[1];
            hung[0] = hands.join(
                    (order, said) -> {
                        if (said instanceof LaneOrder.Forward && !hanging[0]) {
                            hanging[0] = true;
                            Thread time = new Thread(() -> hang(hands, why, hung[0]));
                            time.setDaemon(true);
                            time.start();
                            return null;
                        }
                        again[0] += hanging[0] ? 1 : 0;
                        return said;
                    },
                    answer -> answer);

            assertEquals(SmallRuns.serial(config), hands.digest(config, NodeLanes.Shares.EVEN));
            assertTrue(hands.logs.stream().anyMatch(line -> line.startsWith("node 2 " + why)), hands.logs.toString());
            assertTrue(again[0] > 0, "it takes part again");
            assertFalse(hands.board.summary().endsWith("done again: 0"), hands.board.summary());
        }
    }

    /** Sets the clock an hour ahead until somebody was found out. */
    private static void hang(Hands hands, String why, int node) {
        while (hands.board.summary().endsWith("done again: 0")) {
            long later = System.nanoTime() + 3_600_000_000_000L;
            if (why.startsWith("owes")) {
                hands.board.renew(1, later);
                hands.board.renew(node, later);
            }
            hands.board.tick(later);
            Thread.onSpinWait();
        }
    }
}
