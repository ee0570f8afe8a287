package io.htsrl.benchmarks.tune;

import io.htsrl.core.service.VectorModule;
import io.htsrl.experiments.tune.TuneResult;
import io.htsrl.experiments.tune.TunedSettings;
import io.htsrl.trainer.config.RunConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Compares the choice of {@code hts tune} with a full grid over the same settings: its throughput must be 95 % of the
 * best one, and within 15 % of the prediction. Exits with 1 otherwise. One thread.
 */
@Command(
        name = "tune-grid",
        customSynopsis = "benchmarks/run tune-grid [SCENARIO...]",
        description = "Compares the choice of hts tune with every other choice of the same settings.")
public final class TuneGrid implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "SCENARIO",
            description = "Scenarios among ppo, a2c, dqn, exponential, burning and homebrew; all by default.")
    private List<String> names = List.of();

    /**
     * Result of one scenario, in steps per second.
     *
     * @param grid best setting of the grid
     * @param tuned choice of {@code hts tune}
     * @param predicted prediction of {@code hts tune}
     */
    record Verdict(double grid, double tuned, double predicted) {
        private static final double SHARE = 0.95;
        private static final double ERROR = 0.15;

        /** Returns the choice's throughput divided by the best one. */
        double share() {
            return tuned / Math.max(grid, tuned);
        }

        /** Returns the relative error of the prediction. */
        double error() {
            return predicted / tuned - 1;
        }

        boolean holds() {
            return share() >= SHARE && Math.abs(error()) <= ERROR;
        }
    }

    public static void main(String[] args) {
        VectorModule.load(); // before a class that uses it is linked
        System.exit(new CommandLine(new TuneGrid()).execute(args));
    }

    @Override
    public Integer call() throws Exception {
        List<String> broken = new ArrayList<>();
        for (Scenario scenario : scenarios()) {
            if (!verdict(scenario).holds()) {
                broken.add(scenario.name());
            }
        }
        System.out.println(broken.isEmpty() ? "all bars hold" : "bars broken by " + String.join(", ", broken));
        return broken.isEmpty() ? 0 : 1;
    }

    private List<Scenario> scenarios() {
        try {
            return Scenario.named(names);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private static Verdict verdict(Scenario scenario) throws Exception {
        System.out.println(scenario.name() + ": " + scenario.flags());
        RunConfig config = scenario.config();
        TuneResult tuned = TuneResult.of(config, text -> {});
        Map<TunedSettings, Double> rates = new Grid(config).best(tuned.settings());
        double best = 0;
        for (Map.Entry<TunedSettings, Double> rate : rates.entrySet()) {
            String remark = rate.getKey().equals(tuned.settings()) ? "  tuned" : "";
            System.out.printf(Locale.ROOT, "  %,10.0f/s  %s%s%n", rate.getValue(), rate.getKey(), remark);
            best = Math.max(best, rate.getValue());
        }
        Verdict verdict = new Verdict(best, rates.get(tuned.settings()), tuned.predicted());
        System.out.printf(
                Locale.ROOT,
                "  tuned: %.1f %% of the best; predicted %,.0f/s, off by %+.1f %%: %s%n",
                100 * verdict.share(),
                verdict.predicted(),
                100 * verdict.error(),
                verdict.holds() ? "holds" : "BROKEN");
        return verdict;
    }
}
