package io.htsrl.trainer.evaluation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.trainer.report.EvaluationRecord;
import io.htsrl.trainer.report.EvaluationRecord.Episode;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EvaluationMetricsTest {

    /** Policy k has returns k - 1 and k + 1, and became available after 100 (k + 1) steps and k + 0.5 seconds. */
    private static List<EvaluationRecord> policies(int count) {
        return IntStream.range(0, count)
                .mapToObj(k -> new EvaluationRecord(
                        k, 100L * (k + 1), k + 0.5, "greedy", List.of(new Episode(k - 1, 1), new Episode(k + 1, 1))))
                .toList();
    }

    @Test
    void shouldAverageTheEpisodesOfTheLastTenPolicies() {
        assertEquals(14.5, EvaluationMetrics.finalMetric(policies(20))); // 10 .. 19
        assertEquals(19, EvaluationMetrics.lastMean(policies(20)));
    }

    @Test
    void shouldAverageWhatThereIsOfAShortRun() {
        assertEquals(1, EvaluationMetrics.finalMetric(policies(3)));
        assertTrue(Double.isNaN(EvaluationMetrics.finalMetric(List.of())));
        assertTrue(Double.isNaN(EvaluationMetrics.lastMean(List.of())));
    }

    /** The window of policies 3 .. 12 has the mean 7.5. */
    @Test
    void shouldFindTheFirstWindowThatReachesTheTarget() {
        EvaluationRecord reaching =
                EvaluationMetrics.reaching(policies(20), 7.5).orElseThrow();

        assertEquals(12, reaching.interval());
        assertEquals(1300, reaching.timestep());
        assertEquals(12.5, reaching.wallSeconds());
    }

    @Test
    void shouldNotCountAWindowThatIsNotFull() {
        assertEquals(
                9, EvaluationMetrics.reaching(policies(20), -100).orElseThrow().interval());
        assertEquals(Optional.empty(), EvaluationMetrics.reaching(policies(9), -100));
    }

    @Test
    void shouldTellThatATargetWasNotReached() {
        assertEquals(Optional.empty(), EvaluationMetrics.reaching(policies(20), 14.6));
        assertEquals(Optional.empty(), EvaluationMetrics.reaching(policies(20), Double.NaN));
    }
}
