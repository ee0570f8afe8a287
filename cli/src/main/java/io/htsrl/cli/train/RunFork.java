package io.htsrl.cli.train;

import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.cli.rundir.BuildInfo;
import io.htsrl.cli.rundir.ChainDiff;
import io.htsrl.cli.rundir.DigestReader;
import io.htsrl.cli.rundir.DigestReader.DigestLine;
import io.htsrl.cli.rundir.Manifest;
import io.htsrl.cli.rundir.OwnRuns;
import io.htsrl.cli.rundir.RunDirectory;
import io.htsrl.cli.rundir.RunDirectoryException;
import io.htsrl.cli.rundir.RunFiles;
import io.htsrl.cli.rundir.RunFolders;
import io.htsrl.cli.rundir.RunLock;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.rundir.WholeFile;
import io.htsrl.cli.settings.ConfigResolver;
import io.htsrl.cli.settings.ConfigYaml;
import io.htsrl.cli.settings.FileChoice;
import io.htsrl.cli.settings.ForkSettings;
import io.htsrl.cli.settings.ResolvedRun;
import io.htsrl.cli.settings.TrainOptions;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.core.environment.Environments;
import io.htsrl.core.environment.SavedState;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.EarlierValue;
import io.htsrl.core.settings.Layer;
import io.htsrl.trainer.config.RunConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A fork: a run directory that shares the past of another run, its origin, to the bit, and has other settings from an
 * interval on. The origin is only read. The fork is made beside its folder and gets its name when it is whole: a killed
 * process leaves no fork, or one that can be resumed. One thread.
 */
public final class RunFork {
    private static final String TOTAL = "total-timesteps";
    private static final String PLANS = "annealed-over";
    private static final String PLANNED = "setting." + TOTAL;

    private final RunReader origin;
    private final long interval;
    private final Layer changes;
    private final Layer flags;
    private final Layer past;
    private final RunConfig now; // of the origin
    private final ResolvedRun before;
    private final ResolvedRun after;
    private String digest = ""; // of the last interval before the fork that the origin has recorded
    private Path source; // run directory with a checkpoint at the fork; null for none

    /**
     * Plans a fork.
     *
     * @param folder the origin
     * @param interval first interval with the changed settings, from 1 to the number that the origin has recorded
     * @param changes the changed settings, as text by key; others are as in that interval of the origin
     * @param flags settings that may differ on resume, such as {@code trust}
     * @throws ConfigurationException with everything that is wrong
     */
    public RunFork(Path folder, long interval, Layer changes, Layer flags) {
        this.origin = RunReader.open(folder);
        this.interval = interval;
        this.changes = changes;
        this.flags = flags;
        this.past = flags.only(TrainOptions.ofRecordedRun().keys()::contains);
        this.now =
                ForkSettings.resolved(FileChoice.of(past, origin.configFile())).config();
        checkOrigin();
        this.before = ForkSettings.resolved(settings(interval));
        ForkSettings.check(changes.keys(), before.config());
        try (CheckpointFile there = newest(interval, interval)) {
            this.source = there == null ? null : origin.folder();
            this.after = changed(there == null ? before.config().totalTimesteps() : there.number(PLANNED));
        }
        long intervals = after.config().intervals();
        Violations.require(
                interval < intervals,
                "--at",
                interval,
                "must be below the " + intervals + " intervals that the fork would have",
                "choose an earlier one, or give more --set " + TOTAL);
    }

    private void checkOrigin() {
        long recorded;
        try (DigestReader digests = origin.digests()) {
            for (DigestLine line = digests.next(); line != null && line.interval() < interval; line = digests.next()) {
                digest = line.digest();
            }
            recorded = digests.readRest().intervals();
        }
        new Violations()
                .check(
                        interval >= 1 && interval <= recorded,
                        "--at",
                        interval,
                        "must be from 1 to " + recorded + ", the intervals that " + origin.folder() + " has recorded",
                        "choose one of these")
                .check(
                        now.promised() && now.unpromised().isEmpty(),
                        "RUN",
                        origin.folder(),
                        "must promise bits, and was made with "
                                + now.unpromised().orElse("--allow-nondeterminism"),
                        "fork another run")
                .check(
                        now.ask(SavedState::resumes),
                        "RUN",
                        origin.folder(),
                        "must have an environment that can save its state, and " + now.env() + " cannot",
                        "fork another run")
                .throwIfAny();
    }

    /** Returns the origin's settings in an interval. */
    Layer settings(long at) {
        return ForkSettings.at(origin.configFile(), past, at);
    }

    /** Returns the settings from the fork on. */
    public ResolvedRun run() {
        return after;
    }

    /**
     * Resolves the settings from the fork on.
     *
     * @param planned timesteps that were planned when the checkpoint at the fork was taken
     */
    private ResolvedRun changed(long planned) {
        Layer all = settings(interval).with(flags).with(changes);
        ResolvedRun changed = ForkSettings.resolved(all);
        List<EarlierValue> earlier = new ArrayList<>(before.config().earlierSettings());
        List<EarlierValue> values = ForkSettings.changed(origin, before, changed, interval);
        ForkSettings.check(values.stream().map(EarlierValue::key).toList(), before.config()); // derived ones too
        values.stream()
                .filter(value -> earlier.stream()
                        .noneMatch(other ->
                                other.until() == interval && other.key().equals(value.key())))
                .forEach(earlier::add);
        return ForkSettings.resolved(
                ForkSettings.with(all.replacing(PLANS, plans(changed.config(), planned)), earlier));
    }

    /** Returns the earlier plans of annealing, as a setting; see {@link RunConfig#continuedAt}. */
    private String plans(RunConfig changed, long planned) {
        RunConfig old = before.config();
        boolean annealed = !old.algorithm().annealed().isEmpty();
        RunConfig plan = annealed ? old : old.lasting(planned);
        if (!annealed || changes.has(TOTAL)) {
            plan = (changed.algorithm().annealed().isEmpty() ? plan : plan.with(changed.algorithm()))
                    .continuedAt(interval, changed.totalTimesteps());
        }
        return ResumePlan.plans(plan);
    }

    /**
     * Makes the fork, with its checkpoint, in a new or empty folder, and returns the exit code. Where the origin has no
     * checkpoint at the interval, {@link ForkPast} trains its past again.
     *
     * @param sessions train the past
     * @throws ConfigurationException when the origin is damaged, or its past has other bits here
     * @throws RunDirectoryException when a file cannot be written
     */
    public int make(Path target, TrainSessions sessions) {
        RunFolders.claim(target);
        Path draft = target.toAbsolutePath().normalize();
        draft = draft.resolveSibling("." + draft.getFileName() + ".fork");
        Path past = draft.resolve("past");
        clear(draft, past);
        int code = ExitCode.FAILED;
        try {
            code = hasCheckpoint() ? ExitCode.OK : new ForkPast(this, sessions).train(Files.createDirectories(past));
            if (code == ExitCode.OK) {
                Path whole = Files.createDirectories(draft.resolve("whole"));
                copy(hasCheckpoint() ? source : past, whole, sessions.commandLine());
                Files.delete(target);
                Files.move(whole, target);
            }
            return code;
        } catch (IOException e) {
            throw new RunDirectoryException(target, e);
        } finally {
            RunFolders.release(draft);
            if (code != ExitCode.OK) {
                RunFolders.release(target);
            }
        }
    }

    /** Returns whether the fork has a checkpoint, so that nothing is trained again. */
    public boolean hasCheckpoint() {
        return source != null;
    }

    /** Takes the past from another fork of the same origin, if that still has its checkpoint at this interval. */
    public void takePastFrom(Path other) {
        if (!hasCheckpoint() && Files.exists(RunFolders.checkpoints(other).file(interval))) {
            source = other;
        }
    }

    /** Deletes what a killed process left; refuses while another one makes the same fork. */
    private static void clear(Path draft, Path past) {
        if (Files.exists(past.resolve("digests.jsonl"))) {
            RunLock.of(past).close();
        }
        if (Files.exists(draft)) {
            RunFolders.release(draft);
        }
    }

    /** Opens the origin's newest intact checkpoint after {@code first} to {@code last} intervals; null without one. */
    CheckpointFile newest(long first, long last) {
        CheckpointFile file = RunFolders.checkpoints(origin.folder())
                .newestIntact(first, last)
                .intact()
                .orElse(null);
        if (file != null) {
            CheckpointIdentity.check(file, origin, now);
        }
        return file;
    }

    /** Copies the past from a run that has a checkpoint at the fork. */
    private void copy(Path from, Path target, List<String> commandLine) {
        Map<String, String> values = new LinkedHashMap<>();
        after.config().earlierSettings().stream()
                .filter(value -> value.until() == interval)
                .forEach(value -> values.put(value.key(), value.text().orElse(null)));
        String manifest = Manifest.forked(
                origin.manifest(),
                origin.folder(),
                interval,
                digest,
                values,
                BuildInfo.current(),
                commandLine,
                Instant.now());
        try (CheckpointFile checkpoint =
                CheckpointFile.open(RunFolders.checkpoints(from).file(interval))) {
            copy(checkpoint, from, target, manifest, after);
        }
    }

    /** Copies the part of a run before one of its checkpoints, as a run directory that can be resumed. */
    void copy(CheckpointFile checkpoint, Path from, Path target, String manifest, ResolvedRun run) {
        RunDirectory.copyLines(checkpoint, from, target);
        RunFolders.checkpoints(target).copy(checkpoint);
        OwnRuns.ofUser().mark(target, Environments.foreignCode(now.env(), now.envOptions()));
        WholeFile.write(target.resolve("manifest.json"), manifest);
        WholeFile.write(target.resolve(RunReader.CONFIG), ConfigYaml.of(run));
    }

    RunReader origin() {
        return origin;
    }

    long interval() {
        return interval;
    }

    /** Returns the flags that hold for the origin's past too: whether code that it names may run. */
    Layer past() {
        return past;
    }

    /**
     * Trains the past of a fork again, where its origin has no checkpoint at the fork: from the nearest one before, or
     * from the start, through the origin's own forks. One thread.
     *
     * @param fork the fork
     * @param sessions train
     */
    private record ForkPast(RunFork fork, TrainSessions sessions) {

        /**
         * Trains to the fork in an empty folder, leaves a checkpoint there, and returns the exit code.
         *
         * @throws io.htsrl.core.error.ConfigurationException when the digests are not the origin's
         */
        int train(Path past) {
            Layer settings = always(asPlanned(fork.settings(fork.interval() - 1)));
            ResolvedRun run = ForkSettings.resolved(settings);
            long first = run.config().forkedAt();
            TrainSessions pausing = sessions.prepared(
                    session -> session.pausingAfter(fork.interval()).ofPast());
            int code = ExitCode.OK;
            try (CheckpointFile from = fork.newest(Math.max(1, first), fork.interval() - 1)) {
                RunReader origin = fork.origin();
                if (from == null && first == 0) {
                    code = pausing.of(new ConfigResolver(settings, new Violations())
                                    .resolve()
                                    .quietlyIn(past))
                            .train(sessions.commandLine());
                } else {
                    if (from != null) {
                        fork.copy(from, origin.folder(), past, origin.manifest().toString(), run);
                    } else { // the origin's own last fork is made again
                        code = new RunFork(origin.folder(), first, Layer.ofCommandLine(), fork.past())
                                .make(past, sessions);
                        if (code == ExitCode.OK) {
                            WholeFile.write(past.resolve(RunReader.CONFIG), ConfigYaml.of(run)); // planned at this fork
                        }
                    }
                    code = code == ExitCode.OK ? PausedRun.resume(past, always(fork.past()), pausing) : code;
                }
            }
            if (code == ExitCode.OK) {
                compare(past);
            }
            return code;
        }

        /** Returns settings with the timesteps that were planned at the fork, before later extensions. */
        private Layer asPlanned(Layer settings) {
            RunConfig then = ForkSettings.resolved(settings).config().asOf(fork.interval());
            return settings.replacing(TOTAL, Long.toString(then.totalTimesteps()))
                    .replacing(PLANS, ResumePlan.plans(then));
        }

        /** Returns settings with a checkpoint at the fork, which is taken whatever the size of a replay memory. */
        private Layer always(Layer settings) {
            return settings.replacing("checkpoint-every", Long.toString(fork.interval()))
                    .replacing("quiet", "true");
        }

        private void compare(Path past) {
            ChainDiff diff = ChainDiff.of(RunReader.open(past), fork.origin());
            if (diff.differs()) {
                throw RunFiles.refused(
                        fork.origin().folder(),
                        "must have bits that can be had again, and its interval "
                                + diff.firstA().interval() + " has other ones here",
                        "see what differs with 'hts reproduce', or fork it at a checkpoint");
            }
        }
    }
}
