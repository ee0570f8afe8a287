package io.htsrl.cli.train;

import io.htsrl.cli.command.SettingsCommand;
import io.htsrl.cli.rundir.RunFolders;
import io.htsrl.cli.settings.ForkSettings;
import io.htsrl.cli.settings.TrainOptions;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.cli.terminal.Runs;
import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.Layer;
import io.htsrl.trainer.run.TrainingRunner;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hts fork}: branches off from a run at an interval and trains the branch to its end. One thread. */
@Command(
        name = "fork",
        header = "Branches off from a run, with other settings from an interval on.",
        customSynopsis = "hts fork RUN --at K [--set NAME=VALUE]... [settings]",
        description =
                "The fork is a run directory of its own: it shares the past of RUN to the bit, and has the changed "
                        + "settings from interval K on; all others are those of RUN in that interval. Without a checkpoint at "
                        + "K, RUN's past is trained again, from the nearest one before, and compared with RUN's digests. "
                        + "Settings that lay out state, such as networks, environments and memories, cannot change.",
        footer = {
            "  hts fork runs/mine --at 120 --set learning-rate=1e-4 --set clip-coef=0.1",
            "  hts fork runs/mine --at 120 --total-timesteps 2e6 --out runs/longer",
            "  hts resume runs/longer",
            "        continues a fork that was stopped"
        })
public final class ForkCommand extends SettingsCommand implements Runs {
    private final TrainingRunner runner;

    @Parameters(paramLabel = "RUN", arity = "1", description = "The run directory; it is only read.")
    private Path folder;

    @Option(
            names = "--at",
            paramLabel = "K",
            required = true,
            description = "The first interval with the changed settings.")
    private long interval;

    @Option(
            names = "--set",
            paramLabel = "NAME=VALUE",
            description = "A changed setting, with a value as its own flag takes it; repeatable.")
    private List<String> changes = new ArrayList<>();

    @Option(
            names = "--total-timesteps",
            paramLabel = "N",
            description = "As --set total-timesteps=N: the environment steps in all, those before K included.")
    private String total;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "New or empty folder for the fork; default: runs/<name of RUN>__fork-K.")
    private Path target;

    public ForkCommand(TrainingRunner runner) {
        super(TrainOptions.onResume());
        this.runner = runner;
    }

    @Override
    public Integer call() {
        PrintWriter out = out();
        PrintWriter err = err();
        Violations violations = new Violations();
        Layer flags = flags(violations);
        if (total != null) {
            changes.add("total-timesteps=" + total);
        }
        Layer changed = ForkSettings.read(changes, violations);
        violations.throwIfAny();
        RunFork fork = new RunFork(folder, interval, changed, flags);
        if (!fork.run().quiet()) {
            out.println("fork of " + folder + " at interval " + interval
                    + (changes.isEmpty() ? ", without a change" : ": " + String.join(", ", changes)));
            if (!fork.hasCheckpoint()) {
                out.println("  no checkpoint at interval " + interval + ": trains the intervals before it again");
            }
            out.flush();
        }
        List<String> commandLine = words();
        Path made = target == null ? RunFolders.claimFresh(defaultFolder()) : target;
        TrainSessions sessions = new TrainSessions(runner, out, err, commandLine, session -> session);
        int code = fork.make(made, sessions);
        if (code != ExitCode.OK) {
            err.println("no fork was made: RUN's past was not trained to interval " + interval);
            return code;
        }
        return PausedRun.resume(made, flags, sessions);
    }

    private Path defaultFolder() {
        Path name = folder.toAbsolutePath().normalize().getFileName();
        return Path.of("runs", name + "__fork-" + interval);
    }
}
