package io.htsrl.cluster.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cluster.columns.ColumnCodec.ColumnResult;
import io.htsrl.cluster.columns.ColumnUnit;
import io.htsrl.cluster.table.ClusterCounters.Recovery;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Tests what losses cost, and which node helps which. */
class CoordinatorFiguresTest extends IdleNodes {

    @Test
    void shouldMeasureWhatTheLossOfANodeCosts() {
        coordinator.join(one, 0);
        coordinator.join(two, 0);
        CompletableFuture<Void> done = begin(0);
        answer(one, one.last(), 0, TRUE);
        coordinator.beat(1, 5, SECOND);

        coordinator.leave(1, "has ended", 2 * SECOND);

        assertTrue(coordinator.tally().recoveries().isEmpty(), "columns 1 to 3 are missing");
        ColumnUnit rerun = two.last();
        for (int e = rerun.from(); e < rerun.to(); e++) {
            ColumnResult column = TRUE[e];
            coordinator.result(
                    2, new ColumnResult(0, rerun.attempt(), e, column.column(), column.end()), (4 + e) * SECOND);
        }
        assertFalse(done.isDone(), "the other columns of node 2 are not there");
        assertEquals(
                List.of(new Recovery("node-1", 2 * SECOND, SECOND, 5 * SECOND, 3)),
                coordinator.tally().recoveries());
    }

    @Test
    void shouldCountALossBetweenIntervalsAsOneOfNoColumns() {
        coordinator.join(one, 0);

        coordinator.leave(1, "has ended", SECOND);

        assertEquals(
                List.of(new Recovery("node-1", SECOND, SECOND, 0, 0)),
                coordinator.tally().recoveries());
    }

    @Test
    void shouldLetWhoHasNothingToDoTryWhatIsLate() {
        coordinator.join(one, 0);
        coordinator.join(two, 0);
        CompletableFuture<Void> done = begin(0);
        ColumnUnit late = one.last();
        answer(one, late, 0, TRUE);
        answer(two, two.last(), TRUE); // at once, so that half a second is late
        coordinator.beat(1, 7, SECOND / 2);
        coordinator.tick(SECOND / 2);
        assertEquals(1, two.units().size(), "not yet");

        coordinator.beat(1, 9, SECOND);
        coordinator.tick(SECOND);
        coordinator.tick(SECOND);

        assertEquals(2, two.units().size(), "once");
        assertEquals(1, two.last().from(), "column 0 is there");
        answer(two, two.last(), TRUE);
        done.join();
        assertEquals(3, coordinator.tally().count(ClusterCounters.Count.SECOND));
        assertEquals(0, coordinator.tally().count(ClusterCounters.Count.LOST), "it is slow, not lost");

        assertFalse(begin(1).isDone());
        assertEquals(1, one.units().size(), "it is still at the interval before");
        assertEquals(N, two.last().width());
        for (int e = 1; e < late.to(); e++) {
            answer(one, late, e, TRUE);
        }
        assertEquals(3, coordinator.tally().count(ClusterCounters.Count.DUPLICATE));
        answer(two, two.last(), TRUE);
        assertFalse(begin(2).isDone());
        assertEquals(2, one.last().interval(), "it has caught up");
    }

    @Test
    void shouldNotTakeASlowHalfForStragglers() {
        coordinator.join(one, 0);
        coordinator.join(two, 0);
        coordinator.join(new Idle(3), 0);
        assertFalse(begin(0).isDone());
        answer(one, one.last(), TRUE); // one of three
        coordinator.beat(2, 5, SECOND);
        coordinator.beat(3, 5, SECOND);

        coordinator.tick(SECOND);

        assertEquals(1, one.units().size());
    }
}
