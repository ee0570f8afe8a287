package io.htsrl.cluster.table;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.htsrl.cluster.columns.ColumnUnit;
import io.htsrl.core.time.SpanRecorder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodeMetricsTest {
    private final SpanRecorder recorder = new SpanRecorder("node", 16);
    private final NodeMetrics track = new NodeMetrics(1, "node", () -> 0, () -> 0, recorder, 0);

    private static ColumnUnit unit(long interval, int attempt, int from, int to) {
        return new ColumnUnit(interval, interval, attempt, from, to, new byte[to - from][]);
    }

    private List<String> spans() {
        List<String> spans = new ArrayList<>();
        recorder.forEach((activity, begin, end, argument, interval) ->
                spans.add(activity.label() + " " + begin + ".." + end + " " + argument + " of " + interval));
        return spans;
    }

    @Test
    void shouldShowParametersAndUnitsOneAfterTheOther() {
        track.sent(unit(3, 1, 0, 2), 700, 700, 10);
        track.given(unit(3, 1, 0, 2), 11);
        track.given(unit(3, 2, 4, 5), 12);
        track.confirmed(699, 15);
        track.confirmed(700, 20);
        track.column(3, 1, 30);
        track.column(3, 1, 40);
        track.column(3, 2, 50);

        assertEquals(List.of("broadcast 10..20 700 of 3", "unit 20..40 2 of 3", "unit 40..50 1 of 3"), spans());
    }

    @Test
    void shouldEndABroadcastWithTheFirstColumnThoughNobodyConfirmedIt() {
        track.sent(unit(0, 1, 0, 1), 700, 700, 10);
        track.given(unit(0, 1, 0, 1), 11);
        track.column(0, 1, 30);
        track.confirmed(700, 40);

        assertEquals(List.of("broadcast 10..30 700 of 0", "unit 30..30 1 of 0"), spans());
    }

    @Test
    void shouldForgetUnitsThatNeverCameBack() {
        track.given(unit(0, 1, 0, 1), 10);
        track.given(unit(1, 1, 0, 1), 20);
        track.column(0, 1, 30);
        track.column(1, 1, 40);

        assertEquals(List.of("unit 20..40 1 of 1"), spans());
    }

    @Test
    void shouldTellTheRateOfTheLastSecond() {
        NodeMetrics.Rate rate = new NodeMetrics.Rate(0);

        assertEquals(0, rate.at(0, 0));
        assertEquals(200, rate.at(100, 500_000_000L), "as far as it is known");
        assertEquals(100, rate.at(100, 1_000_000_000L));
        assertEquals(100, rate.at(900, 1_500_000_000L), "until a second is over");
        assertEquals(800, rate.at(900, 2_000_000_000L));
        assertEquals(0, rate.at(900, 3_000_000_000L));
    }
}
