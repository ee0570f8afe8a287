package io.htsrl.cli.train;

import io.htsrl.checkpoints.CheckpointException;
import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.checkpoints.CheckpointFolder;
import io.htsrl.cli.command.SettingsCommand;
import io.htsrl.cli.rundir.RunFolders;
import io.htsrl.cli.rundir.RunLock;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.rundir.RunReader.RunState;
import io.htsrl.cli.settings.CliSettings;
import io.htsrl.cli.settings.ConfigResolver;
import io.htsrl.cli.settings.FileChoice;
import io.htsrl.cli.settings.PrintOption;
import io.htsrl.cli.settings.ResolvedRun;
import io.htsrl.cli.settings.TrainOptions;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.cli.terminal.Runs;
import io.htsrl.cli.terminal.ShellWords;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.Layer;
import io.htsrl.core.settings.ValueType;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.evaluation.EvaluationConfig;
import io.htsrl.trainer.run.TrainingRunner;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hts resume}: resumes a killed or stopped run in its own folder, with equal bits. One thread. */
@Command(
        name = "resume",
        header = "Resumes a run from its newest checkpoint, or extends a finished one.",
        customSynopsis = "hts resume RUN [settings]",
        description = "The settings are those of the run's config.yaml; only settings that never change a bit can be "
                + "given here. Output written after the checkpoint is dropped and written again, the same: the digest "
                + "chain is that of the uninterrupted run. --total-timesteps extends a run, a finished one too: as if "
                + "it had been given that number from the start, where nothing is annealed over the run.",
        footer = {
            "  hts train --algo ppo --env CartPole-v1 --checkpoint-every 10 --out runs/mine",
            "  hts resume runs/mine",
            "  hts resume runs/mine --checkpoint 120",
            "        from the checkpoint taken after 120 intervals",
            "  hts resume runs/mine --total-timesteps 2e6",
            "        on to 2,000,000 steps"
        })
public final class ResumeCommand extends SettingsCommand implements Runs {
    private final TrainingRunner runner;

    @Parameters(paramLabel = "RUN", arity = "1", description = "The run directory.")
    private Path folder;

    @Option(
            names = "--checkpoint",
            paramLabel = "K",
            description = "The checkpoint taken after K intervals; default: " + "the newest.")
    private Long interval;

    @Option(
            names = "--total-timesteps",
            paramLabel = "MORE",
            description = "Trains until so many environment steps "
                    + "are done, those before the checkpoint included; what is annealed over the run is annealed over these "
                    + "from there on. Default: as the run was planned.")
    private String more;

    @Mixin
    private PrintOption print = new PrintOption();

    public ResumeCommand(TrainingRunner runner) {
        super(TrainOptions.onResume());
        this.runner = runner;
    }

    @Override
    public Integer call() {
        return resume(out(), err());
    }

    private int resume(PrintWriter out, PrintWriter err) {
        Violations violations = new Violations();
        Layer flags = flags(violations);
        ValueType steps = CliSettings.schema().get("total-timesteps").type();
        Long timesteps = more == null ? null : (Long) steps.readAll(List.of(more));
        violations.check(more == null || timesteps != null, "--total-timesteps", more, steps.rule(), steps.remedy());
        violations.throwIfAny();
        RunReader run = RunReader.open(folder);
        try (RunLock lock = RunLock.of(folder)) { // first: no other run may change what is read from here on
            return resume(run, lock, flags, timesteps, out, err);
        }
    }

    private int resume(RunReader run, RunLock lock, Layer flags, Long timesteps, PrintWriter out, PrintWriter err) {
        boolean finished = run.state() == RunState.FINISHED;
        ResolvedRun resolved = new ConfigResolver(FileChoice.of(flags, run.configFile()), new Violations())
                .ofRecordedRun()
                .resolve();
        RunConfig config = resolved.config();
        long planned = config.intervals() * config.pipeline().stepsPerInterval();
        long done = run.summary()
                .map(summary -> summary.path("timesteps").asLong(planned))
                .orElse(planned);
        boolean early = finished && done < planned;
        if (finished && timesteps == null && !(early && (flags.has("stop-when") || flags.has("patience")))) {
            throw new ConfigurationException(
                    "RUN",
                    folder,
                    "is already finished, after " + done + " steps",
                    early ? toItsPlannedEnd(resolved.evaluation()) : forLonger(run, resolved));
        }
        if (!resolved.config().pipeline().schedule().deterministic()) {
            throw new WithoutCheckpoint(run, resolved).refusal();
        }
        try (CheckpointFile checkpoint = open(run, resolved)) {
            CheckpointIdentity.check(checkpoint, run, resolved.config());
            CheckpointIdentity.changes(checkpoint, resolved.config())
                    .forEach(change -> warn(change + ": bits may differ from the uninterrupted run's"));
            run.changes("config.yaml", "manifest.json").forEach(this::warn);
            List<String> commandLine = words();
            ResumePlan goingOn = timesteps == null
                    ? ResumePlan.asPlanned(checkpoint, resolved)
                    : ResumePlan.with(timesteps, checkpoint, run.configFile(), flags, resolved, finished ? done : 0);
            if (print.isGiven()) {
                out.print(PrintOption.text(
                        spec().qualifiedName() + " " + folder, List.of(RunTexts.done(goingOn)), goingOn.run()));
                out.flush();
                return ExitCode.OK;
            }
            return new TrainSession(goingOn.run(), runner, out, err).resume(lock, goingOn, commandLine);
        }
    }

    /** Returns how to continue a run that its own settings have ended early. */
    private String toItsPlannedEnd(EvaluationConfig evaluation) {
        boolean condition = evaluation.stopWhen().isPresent();
        return "train to its planned end with '"
                + ShellWords.hts(
                        "resume", folder.toString(), condition ? "--stop-when" : "--patience", condition ? "none" : "0")
                + "'";
    }

    /** Returns how to extend a run that has ended. */
    private String forLonger(RunReader run, ResolvedRun resolved) {
        if (RunFolders.checkpoints(folder).list().isEmpty()) {
            return new WithoutCheckpoint(run, resolved).fromItsParameters();
        }
        String longer = Long.toString(2 * resolved.config().totalTimesteps());
        return "train longer with '" + ShellWords.hts("resume", folder.toString(), "--total-timesteps", longer)
                + "', for example";
    }

    /** Opens the checkpoint to resume from. */
    private CheckpointFile open(RunReader run, ResolvedRun resolved) {
        CheckpointFolder checkpoints = RunFolders.checkpoints(folder);
        List<Path> files = checkpoints.list();
        if (files.isEmpty()) {
            throw new WithoutCheckpoint(run, resolved).refusal();
        }
        refuseAnOlderPlan(run, resolved, CheckpointFolder.interval(files.get(0)));
        Path wanted = interval == null ? files.get(0) : RunFolders.checkpoint(folder, "--checkpoint", interval);
        try {
            return CheckpointFile.open(wanted);
        } catch (CheckpointException e) {
            throw e.withRemedy(remedy(checkpoints, CheckpointFolder.interval(wanted)));
        }
    }

    /**
     * Refuses other timesteps from an earlier interval where values are annealed over them: that gives other bits,
     * which the user did not ask for.
     */
    private void refuseAnOlderPlan(RunReader run, ResolvedRun resolved, long newest) {
        long ended = run.summary()
                        .filter(summary -> !summary.has("error"))
                        .map(summary -> summary.path("timesteps").asLong())
                        .orElse(0L)
                / resolved.config().pipeline().stepsPerInterval();
        boolean unasked = more != null && interval == null;
        Violations.require(
                !unasked || newest >= ended || resolved.checkpoints().every() == 0,
                "RUN",
                folder,
                "must hold the checkpoint of its end, after " + ended
                        + " intervals, to resume with other timesteps, and its newest is of " + newest,
                "put that one back, or give --checkpoint " + newest
                        + " to continue from there, which may give other bits");
    }

    private String remedy(CheckpointFolder checkpoints, long damaged) {
        try (CheckpointFile whole =
                checkpoints.newestIntact(0, damaged - 1).intact().orElse(null)) {
            return whole == null
                    ? "no older one is whole: " + RunFolders.startingAgain(folder)
                    : "the one before it is whole: "
                            + ShellWords.hts(
                                    "resume",
                                    folder.toString(),
                                    "--checkpoint",
                                    Long.toString(CheckpointFolder.interval(whole.path())));
        }
    }

    /**
     * Refusal of a run that cannot be resumed: why no checkpoint exists, and what to do instead. Immutable.
     *
     * @param run the run's files
     * @param resolved its settings
     */
    private record WithoutCheckpoint(RunReader run, ResolvedRun resolved) {

        /** Returns the refusal. */
        ConfigurationException refusal() {
            return new ConfigurationException(
                    "RUN",
                    folder(),
                    resolved.config().pipeline().schedule().checkpoints()
                            ? "must hold a checkpoint" + why()
                            : "must have another schedule than "
                                    + resolved.config().pipeline().schedule() + ", which takes no checkpoints",
                    run.state() == RunState.FINISHED ? fromItsParameters() : again());
        }

        private String why() {
            if (run.state() == RunState.STOPPED) {
                return ", and was " + stopped();
            }
            return run.state() == RunState.FINISHED
                    ? ", and has none: " + resolved.checkpoints().whyNoneAtEnd(resolved.config())
                    : isToTakeSome() ? "" : ", and was made without --checkpoint-every";
        }

        private String stopped() {
            return run.summary()
                    .filter(summary -> summary.path("timesteps").asLong() > 0)
                    .map(summary -> summary.has("error")
                            ? "aborted"
                            : "stopped without one: " + resolved.checkpoints().whyNone(resolved.config()))
                    .orElse("stopped before an interval was complete");
        }

        private String again() {
            boolean helps = resolved.config().pipeline().schedule().checkpoints() && !isToTakeSome();
            return RunFolders.startingAgain(folder()) + (helps ? ", and with --checkpoint-every 10, for example" : "");
        }

        private boolean isToTakeSome() {
            return resolved.checkpoints().every() > 0;
        }

        /** Returns the remedy for a run that has ended. */
        String fromItsParameters() {
            return "train on from its parameters with '"
                    + ShellWords.hts(
                            "train", "--config", run.configFile().toString(), "--init-from", folder().toString())
                    + "', which begins with a new optimizer; give --checkpoint-every 10, for example, where a run is to be "
                    + "resumed later";
        }

        private Path folder() {
            return run.folder();
        }
    }
}
