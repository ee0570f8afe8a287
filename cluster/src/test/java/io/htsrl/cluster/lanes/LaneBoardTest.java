package io.htsrl.cluster.lanes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.htsrl.cluster.SmallRuns;
import io.htsrl.cluster.WaitingWorker;
import io.htsrl.cluster.table.AssignmentTable;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.work.Team;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.trainer.config.RunConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests who takes part, as the wire says it. */
class LaneBoardTest {
    private static final long SECOND = 1_000_000_000L;

    private final List<String> logs = new ArrayList<>();

    private LaneBoard board(int most) {
        LaneBoard board = new LaneBoard(most, AssignmentTable.Lease.of(Duration.ofSeconds(2)), logs::add);
        board.join(3, "c", order -> {}, 0);
        board.join(1, "a", order -> {}, 0);
        board.join(2, "b", order -> {}, 0);
        return board;
    }

    private static List<String> names(LaneBoard board) {
        return board.present().stream().map(lane -> lane.name).toList();
    }

    @Test
    void shouldTakeTheFirstThatAreHeardOf() {
        LaneBoard board = board(2);
        assertEquals(List.of("a", "b"), names(board));

        board.renew(2, SECOND);
        board.renew(3, SECOND);
        board.tick(2 * SECOND + 1);
        assertEquals(List.of("b", "c"), names(board), "a is silent for longer than its lease");

        board.renew(1, 3 * SECOND);
        assertEquals(List.of("b", "c"), names(board), "a waits for the next bank");
        board.begin(7, 3 * SECOND);
        assertEquals(List.of("a", "b"), names(board));

        board.leave(2);
        board.renew(2, 3 * SECOND);
        board.begin(8, 3 * SECOND);
        assertEquals(List.of("a", "c"), names(board), "who has left comes as another one");
    }

    /** Nothing calls the board's tick: the learner's actor hangs. */
    @Test
    @Timeout(60)
    void shouldMarkAWaitThatNoLeaseEnds() throws InterruptedException {
        RunConfig config = SmallRuns.config("a2c", "CartPole-v1", 1);
        PolicyNetwork policy = config.policy(config.environments().ask(Environment::spec));
        Slices slices = new Slices(policy.newChainedNetwork(1, Team.alone()).orElseThrow());
        LaneBoard board = board(1);
        RunControl control = new RunControl();
        board.follow(control);
        int[] cuts = {0, 1};
        board.begin(
                new LanePass(0, board.present(), cuts, null, 1, slices, new float[1][], new int[1], new float[1][]), 0);

        assertEquals("wait for rows of nodes", WaitingWorker.mark(control, () -> board.awaitOutputs(0)));
    }

    @Test
    void shouldSayNothingOfNodesThatHaveNoRows() {
        LaneBoard board = board(0);

        board.tick(SECOND * 60);
        board.leave(1);

        assertEquals(List.of(), names(board));
        assertEquals(List.of(), logs);
        assertEquals("", board.summary());
    }
}
