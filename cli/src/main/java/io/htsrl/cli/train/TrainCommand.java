package io.htsrl.cli.train;

import io.htsrl.cli.command.SettingsCommand;
import io.htsrl.cli.settings.CliSettings;
import io.htsrl.cli.settings.ConfigResolver;
import io.htsrl.cli.settings.PrintOption;
import io.htsrl.cli.settings.ResolvedRun;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.cli.terminal.Runs;
import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.Layer;
import io.htsrl.trainer.run.TrainingRunner;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code hts train}: resolves the settings, then runs a {@link TrainSession}. One thread. */
@Command(
        name = "train",
        header = "Trains an agent.",
        customSynopsis = "hts train --algo NAME --env ID [settings]",
        description = "Every setting comes from, in rising order: the preset of the algorithm, the preset of the "
                + "algorithm on that environment, the file of --config, the flags. "
                + "--print-config shows the outcome, and so does config.yaml in the run directory. Equal settings and "
                + "seed give equal bits, whatever the number of threads, under every schedule but async and a3c.",
        footer = {
            "  hts train --algo ppo --env CartPole-v1",
            "  hts train --algo a2c --env CartPole-v1 --seed 7 --out runs/a2c-7",
            "  hts train --algo dqn --env CartPole-v1 --n-step 3 --per-alpha 0",
            "        returns of three steps, drawn uniformly from the replay memory",
            "  hts train --config runs/a2c-7/config.yaml --schedule serial",
            "        the same run by one thread: the same digest",
            "  hts train --algo ppo --env CartPole-v1 --step-time exponential:5ms",
            "        an environment whose steps take 5 ms on average"
        })
public final class TrainCommand extends SettingsCommand implements Runs {
    private final TrainingRunner runner;

    @Mixin
    private PrintOption print = new PrintOption();

    public TrainCommand(TrainingRunner runner) {
        super(CliSettings.schema());
        this.runner = runner;
    }

    @Override
    public Integer call() {
        PrintWriter out = out();
        Violations violations = new Violations();
        Layer flags = flags(violations);
        ResolvedRun run = new ConfigResolver(flags, violations).resolve();
        if (print.isGiven()) {
            out.print(PrintOption.text(spec().qualifiedName(), List.of(), run));
            out.flush();
            return ExitCode.OK;
        }
        return new TrainSession(run, runner, out, err()).train(words());
    }
}
