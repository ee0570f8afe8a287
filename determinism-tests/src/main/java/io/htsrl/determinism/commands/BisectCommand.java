package io.htsrl.determinism.commands;

import io.htsrl.cli.command.SettingsCommand;
import io.htsrl.cli.rundir.RunFolders;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.settings.CliSettings;
import io.htsrl.cli.settings.ConfigResolver;
import io.htsrl.cli.settings.FileChoice;
import io.htsrl.cli.signals.Interruption;
import io.htsrl.cli.terminal.ErrorOutput;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.cli.terminal.Runs;
import io.htsrl.core.error.Violations;
import io.htsrl.core.run.RunAbortedException;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.settings.Layer;
import io.htsrl.core.settings.Schema;
import io.htsrl.determinism.bisect.Bisection;
import io.htsrl.determinism.bisect.Checkout;
import io.htsrl.determinism.verify.Repetitions;
import io.htsrl.trainer.config.RunConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hts bisect}: resolves the settings as {@code train} does, then runs a {@link Bisection}. One thread. */
@Command(
        name = "bisect",
        header = "Finds the commit that changed a run's bits.",
        customSynopsis = "hts bisect --good A --bad B [RUN | settings]",
        description =
                "Trains with two builds of hts-rl, compares the digests, and names the first interval and field that "
                        + "differ. Between two commits of the git checkout in this folder it searches the first commit with "
                        + "other bits than the good one; commits that cannot be built or run are skipped. Builds are "
                        + "kept in hts-rl/bisect in ~/.cache or XDG_CACHE_HOME.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:equal", "1:different, or one of both builds failed", "2:nothing was run"},
        footer = {
            "  hts bisect --good v1 --bad HEAD --algo ppo --env CartPole-v1 --total-timesteps 20000",
            "  hts bisect --good ~/hts-rl-0.1.0 --bad . runs/mine"
        })
final class BisectCommand extends SettingsCommand implements Runs {

    @Option(
            names = "--good",
            paramLabel = "A",
            required = true,
            description = "A commit, or the folder of a build: a checkout, an unpacked zip, or one with lib.")
    private String good;

    @Option(names = "--bad", paramLabel = "B", required = true, description = "Another one, whose bits differ.")
    private String bad;

    @Parameters(paramLabel = "RUN", arity = "0..1", description = "A run directory with the settings.")
    private Path folder;

    BisectCommand() {
        super(settings());
    }

    private static Schema settings() {
        List<String> ofFiles = List.of(FileChoice.KEY, FileChoice.TRUST);
        return CliSettings.schema().only(setting -> setting.isRecorded() || ofFiles.contains(setting.key()));
    }

    @Override
    public Integer call() throws InterruptedException {
        Violations violations = new Violations();
        Layer flags = flags(violations);
        violations.throwIfAny();
        if (folder != null) {
            flags = FileChoice.of(flags, RunReader.open(folder).configFile());
        }
        RunConfig config = new ConfigResolver(flags, violations).resolve().config();
        config.unpromised()
                .ifPresent(why -> violations.add(why, null, "promises no bits, which are compared", "leave it out"));
        violations.throwIfAny();
        return bisect(config, flags);
    }

    private int bisect(RunConfig config, Layer flags) throws InterruptedException {
        PrintWriter err = err();
        RunControl control = new RunControl();
        Path work = null;
        try (Interruption interruption = new Interruption(control, err).install()) {
            work = Files.createTempDirectory("hts-bisect-");
            Checkout checkout = new Checkout(Path.of(""), cache(), work, control);
            PrintWriter out = out();
            try {
                return new Bisection(config, CliSettings.words(flags), checkout, work, control, out).run(good, bad);
            } catch (RunAbortedException e) {
                return interruption.code(ExitCode.INTERRUPTED);
            }
        } catch (Repetitions.RepetitionFailedException | IOException e) {
            ErrorOutput.printPlain(err, e.getMessage());
            return ExitCode.FAILED;
        } finally {
            if (work != null) {
                RunFolders.release(work);
            }
        }
    }

    private static Path cache() {
        String given = System.getenv("XDG_CACHE_HOME");
        Path folder =
                given == null || given.isEmpty() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(given);
        return folder.resolve("hts-rl").resolve("bisect");
    }
}
