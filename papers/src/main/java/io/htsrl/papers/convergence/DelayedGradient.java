package io.htsrl.papers.convergence;

import io.htsrl.core.random.RandomStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Measures the mean squared norm of the gradient over T steps {@code θ' = θ + η g}, where the estimate g belongs to
 * parameters that are {@code delay} steps old, beside the bound of one step's delay. Liu, Yeh, Schwing (NeurIPS 2020),
 * Section 4, prove O(1/√T). With η = c/√T, J smooth with constant L and E|g|² at most G²:
 *
 * <pre>
 *   E J(θ_j+1) ≥ E J(θ_j) + η E⟨∇J(θ_j), ∇J(θ_j-1)⟩ - L η² G² / 2
 *   2 ⟨∇J(θ_j), ∇J(θ_j-1)⟩ ≥ |∇J(θ_j)|² + |∇J(θ_j-1)|² - L² η² G²
 *   mean of the squared norms ≤ (J* - J(θ_0)) / (η T) + L η (1 + L η) G² / 2
 * </pre>
 *
 * <p>One thread.
 */
@Command(
        name = "delayed-gradient",
        sortOptions = false,
        customSynopsis = "papers/run delayed-gradient [--steps T,T] [--delays D,D] [--seeds N] [--plot PNG]",
        description = "Policy gradients of older parameters on a known MDP, against the bound O(1/sqrt T).")
public final class DelayedGradient implements Callable<Integer> {
    private static final int STATES = 5;
    private static final int ACTIONS = 3;
    private static final double DISCOUNT = 0.5;

    @Spec
    private CommandSpec spec;

    @Option(names = "--steps", split = ",", description = "Numbers of steps T; default 100 to 100,000.")
    private List<Integer> steps = List.of(100, 300, 1_000, 3_000, 10_000, 30_000, 100_000);

    @Option(names = "--delays", split = ",", description = "Ages of the gradients in steps; default 0,1,16.")
    private List<Integer> delays = List.of(0, 1, 16);

    @Option(names = "--seeds", description = "Runs of each cell; default 5.")
    private int seeds = 5;

    @Option(names = "--rate", description = "c of the learning rate c / sqrt(T); default 3.")
    private double rate = 3;

    @Option(names = "--plot", paramLabel = "PNG", description = "File for a plot.")
    private Path plot;

    private final TabularMdp mdp =
            new TabularMdp(STATES, ACTIONS, DISCOUNT, RandomStream.root(1).spawn("mdp"));

    public static void main(String[] args) {
        System.exit(new CommandLine(new DelayedGradient()).execute(args));
    }

    @Override
    public Integer call() throws IOException {
        boolean valid = seeds >= 1
                && rate > 0
                && steps.stream().allMatch(count -> count >= 1)
                && delays.stream().allMatch(delay -> delay >= 0);
        if (!valid) {
            throw new ParameterException(
                    spec.commandLine(), "--steps, --seeds and --rate must be above 0, --delays not below");
        }
        PrintWriter out = spec.commandLine().getOut();
        StringBuilder head = new StringBuilder(String.format(Locale.ROOT, "%9s", "T"));
        delays.forEach(delay -> head.append(String.format(Locale.ROOT, "  %11s", "delay " + delay)));
        out.println(head + "        bound");
        List<List<Double>> columns = new ArrayList<>();
        delays.forEach(delay -> columns.add(new ArrayList<>()));
        List<Double> bounds = new ArrayList<>();
        boolean kept = true;
        for (int count : steps) {
            StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "%,9d", count));
            bounds.add(bound(count));
            for (int i = 0; i < delays.size(); i++) {
                double norm = meanSquaredNorm(count, delays.get(i));
                columns.get(i).add(norm);
                kept &= delays.get(i) > 1 || norm <= bound(count);
                line.append(String.format(Locale.ROOT, "  %11.3e", norm));
            }
            out.println(line + String.format(Locale.ROOT, "  %11.3e", bound(count)));
            out.flush();
        }
        if (plot != null) {
            plot(columns, bounds);
        }
        return kept ? 0 : 1;
    }

    /** Returns the bound for gradients that are one step old. */
    double bound(int count) {
        double eta = rate / Math.sqrt(count);
        double smooth = mdp.smoothness() * eta;
        double gap = mdp.best() - mdp.at(new double[mdp.parameters()]).expectedReturn();
        return gap / (eta * count) + smooth * (1 + smooth) * mdp.sampleBound() / 2;
    }

    /** Returns the mean of |∇J|² over the parameters of {@code count} steps and all seeds. */
    double meanSquaredNorm(int count, int delay) {
        double eta = rate / Math.sqrt(count);
        double sum = 0;
        for (int seed = 1; seed <= seeds; seed++) {
            RandomStream draws = RandomStream.root(seed).spawn("steps");
            double[] parameters = new double[mdp.parameters()];
            TabularMdp.At[] recent = new TabularMdp.At[delay + 1]; // those of step j at j % (delay + 1)
            for (int step = 0; step < count; step++) {
                TabularMdp.At now = mdp.at(parameters);
                for (double element : now.gradient()) {
                    sum += element * element;
                }
                recent[step % recent.length] = now;
                TabularMdp.At old = recent[Math.max(0, step - delay) % recent.length];
                double[] gradient = old.sample(draws.uniform(step, 0), draws.uniform(step, 1));
                for (int i = 0; i < gradient.length; i++) {
                    parameters[i] += eta * gradient[i];
                }
            }
        }
        return sum / seeds / count;
    }

    private void plot(List<List<Double>> columns, List<Double> bounds) throws IOException {
        XYChart chart = new XYChartBuilder()
                .width(900)
                .height(560)
                .title("Policy gradients that are some steps old")
                .xAxisTitle("T, steps")
                .yAxisTitle("mean of |∇J|² over the steps")
                .build();
        chart.getStyler()
                .setXAxisLogarithmic(true)
                .setYAxisLogarithmic(true)
                .setLegendPosition(LegendPosition.OutsideE);
        for (int i = 0; i < delays.size(); i++) {
            chart.addSeries("delay " + delays.get(i), steps, columns.get(i));
        }
        chart.addSeries("bound, delay 1", steps, bounds).setMarker(SeriesMarkers.NONE);
        BitmapEncoder.saveBitmap(chart, plot.toString(), BitmapFormat.PNG);
    }
}
