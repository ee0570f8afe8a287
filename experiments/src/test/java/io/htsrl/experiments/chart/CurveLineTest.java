package io.htsrl.experiments.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.experiments.chart.CurveLine.ConfidenceBand;
import io.htsrl.experiments.chart.CurveLine.CurveAxis;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class CurveLineTest {
    private static final CurveAxis X = CurveAxis.EPISODES;

    private static Map<CurveAxis, NavigableMap<Double, Double>> run(double... returns) {
        NavigableMap<Double, Double> curve = new TreeMap<>();
        for (int i = 0; i < returns.length; i++) {
            curve.put(i + 1.0, returns[i]);
        }
        return Map.of(X, curve, CurveAxis.STEPS, curve);
    }

    @Test
    void shouldDrawEveryPointOfALoneRun() {
        ConfidenceBand band = new CurveLine("a", List.of(run(5, 3, 9)), false).over(X);

        assertEquals(List.of(1.0, 2.0, 3.0), band.at());
        assertEquals(List.of(5.0, 3.0, 9.0), band.values());
        assertEquals(List.of(), band.lows());
    }

    @Test
    void shouldLoseNoPeakOfALongRun() {
        double[] returns = new double[100_000];
        returns[12_345] = 7;
        returns[54_321] = -7;

        ConfidenceBand band = new CurveLine("a", List.of(run(returns)), false).over(X);

        assertTrue(band.at().size() <= 2_000, () -> band.at().size() + " points");
        assertEquals(7, band.values().get(band.at().indexOf(12_346.0)));
        assertEquals(-7, band.values().get(band.at().indexOf(54_322.0)));
    }

    /** Rounding placed one end in thirty before the only evaluation of a run, which then had no point. */
    @Test
    void shouldDrawTheLastMoment() {
        for (int millis = 1; millis < 2_000; millis++) {
            double end = millis / 1000.0;
            assertEquals(
                    List.of(end),
                    CurveLine.mean(List.of(new TreeMap<>(Map.of(end, 5.0))), end)
                            .at());
        }
    }

    @Test
    void shouldDrawTheMeanOfSeedsInItsInterval() {
        CurveLine line = new CurveLine("a", List.of(run(1, 1, 1), run(1, 3, 5), run(1, 2)), false);
        ConfidenceBand band = line.over(X);
        int end = band.at().size() - 1;

        assertEquals(3, band.at().get(end));
        assertEquals((1 + 5 + 2) / 3.0, band.values().get(end), 1e-9); // one that ended stays where it was
        assertEquals(line.last(), band.values().get(end));
        assertTrue(band.lows().get(end) < band.values().get(end)
                && band.highs().get(end) > band.values().get(end));
        assertEquals(1, band.at().get(0), 1e-9); // none before all have begun
    }

    @Test
    void shouldBeginTheMeanOfBranchesAtTheirFork() {
        NavigableMap<Double, Double> one = new TreeMap<>(Map.of(40.0, 1.0, 100.0, 3.0));
        NavigableMap<Double, Double> other = new TreeMap<>(Map.of(40.0, 2.0, 100.0, 6.0));

        ConfidenceBand band = new CurveLine("a", List.of(Map.of(X, one), Map.of(X, other)), true).over(X);

        assertEquals(40, band.at().get(0));
        assertEquals(1.5, band.values().get(0));
        assertEquals(100, band.at().get(60));
        assertEquals(4.5, band.values().get(60));
    }
}
