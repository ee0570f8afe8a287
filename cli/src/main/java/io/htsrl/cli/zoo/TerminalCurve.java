package io.htsrl.cli.zoo;

import io.htsrl.cli.terminal.Numbers;
import io.htsrl.trainer.evaluation.Sample;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.stream.IntStream;

/** Draws the mean of learning curves with letters, for any terminal. Stateless, any thread. */
final class TerminalCurve {
    private static final int COLUMNS = 60;
    private static final int ROWS = 10;

    private TerminalCurve() {}

    /** Prints the curve, if there is one: the mean over the seeds whose episodes have begun to end by then. */
    static void print(List<NavigableMap<Double, Double>> curves, PrintWriter out) {
        double end = curves.stream()
                .filter(curve -> !curve.isEmpty())
                .mapToDouble(NavigableMap::lastKey)
                .max()
                .orElse(0);
        double[] means = IntStream.rangeClosed(1, COLUMNS)
                .mapToDouble(column -> mean(curves, end * column / COLUMNS))
                .toArray();
        double low = Arrays.stream(means).filter(Double::isFinite).min().orElse(Double.NaN);
        double high = Arrays.stream(means).filter(Double::isFinite).max().orElse(Double.NaN);
        if (end == 0 || Double.isNaN(low)) {
            return;
        }
        out.println("return in training, mean over seeds:");
        for (int row = ROWS - 1; row >= 0; row--) {
            String label = row == ROWS - 1 || row == 0 ? Numbers.ofReturn(row == 0 ? low : high, 2) : "";
            out.println(Numbers.text("%12s |", label) + row(means, low, high, row));
        }
        out.println(Numbers.text("%12s +%s", "", "-".repeat(COLUMNS)));
        out.println(Numbers.text("%12s  0%" + (COLUMNS - 1) + "s", "", Numbers.text("%,.0f steps", end)));
    }

    private static double mean(List<NavigableMap<Double, Double>> curves, double moment) {
        return Sample.mean(curves.stream()
                .map(curve -> curve.floorEntry(moment))
                .filter(Objects::nonNull)
                .mapToDouble(Map.Entry::getValue)
                .toArray());
    }

    private static String row(double[] means, double low, double high, int row) {
        StringBuilder text = new StringBuilder();
        for (double mean : means) {
            double part = high > low ? (mean - low) / (high - low) : 1; // NaN before the first episode
            text.append(Math.rint(part * (ROWS - 1)) == row ? '*' : ' ');
        }
        return text.toString().stripTrailing();
    }
}
