package io.htsrl.cli.sweep;

import io.htsrl.cli.rundir.RunFiles;
import io.htsrl.cli.rundir.RunFolders;
import io.htsrl.cli.rundir.RunOutcome;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.rundir.RunReader.RunState;
import io.htsrl.cli.settings.ConfigYaml;
import io.htsrl.cli.settings.FileChoice;
import io.htsrl.cli.settings.ForkSettings;
import io.htsrl.cli.settings.ResolvedRun;
import io.htsrl.cli.sweep.SweepPlan.SweepCandidate;
import io.htsrl.cli.sweep.SweepPlan.SweepFork;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.cli.train.RunFork;
import io.htsrl.cli.train.TrainSessions;
import io.htsrl.core.error.ShownText;
import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.AutoValue;
import io.htsrl.trainer.config.RunConfig;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongUnaryOperator;
import java.util.stream.Collectors;
import java.util.zip.CRC32;

/**
 * One run of a sweep, up to the end of a rung. Immutable.
 *
 * @param candidate the candidate of the run
 * @param rung rung of the run, from 0; all rungs of a run have one folder
 * @param run quiet, and with its folder
 * @param folder folder of its files; its name describes the run, so that any sweep finds it again
 * @param until intervals after which the rung ends: the run pauses there, or has ended
 */
record SweepRun(SweepCandidate candidate, int rung, ResolvedRun run, Path folder, long until) {
    private static final int LONGEST_NAME = 120;
    private static final int HASH_DIGITS = 8;

    /** @param timesteps after which the rung ends, of the planned ones */
    static SweepRun of(Path sweep, SweepCandidate candidate, int rung, ResolvedRun run, LongUnaryOperator timesteps) {
        Map<String, String> settings = candidate.distinctions();
        RunConfig config = run.config();
        String name = config.env().replaceAll(File.separatorChar == '/' ? "[/\\\\]" : RunFolders.NO_NAMES, "-") + "__"
                + config.algorithm().algorithm() + "__" + (settings.isEmpty() ? "" : name(settings) + "__")
                + config.seed();
        Path folder = sweep.resolve(name);
        long until =
                config.lasting(timesteps.applyAsLong(config.totalTimesteps())).intervals();
        return new SweepRun(candidate, rung, run.quietlyIn(folder), folder, until);
    }

    /**
     * Returns a name such as {@code gamma=0.99,hidden-sizes=64,64}, with a hash in place of settings that are too long
     * for a file system.
     */
    private static String name(Map<String, String> settings) {
        String text = settings.entrySet().stream()
                .map(setting -> setting.getKey() + "=" + setting.getValue())
                .collect(Collectors.joining(","));
        String name = text.replaceAll("[^\\w.=,+-]", "-");
        return name.equals(text) && name.length() <= LONGEST_NAME
                ? name
                : name.substring(0, Math.min(name.length(), LONGEST_NAME)) + "-" + hash(text);
    }

    static String hash(String text) {
        CRC32 checksum = new CRC32();
        checksum.update(text.getBytes(StandardCharsets.UTF_8));
        return String.format("%0" + HASH_DIGITS + "x", checksum.getValue());
    }

    /** Returns the same run with its share of the cores, unless the user has given their number. */
    SweepRun onLearners(int learners) {
        return new SweepRun(candidate, rung, run.onLearners(learners), folder, until);
    }

    /**
     * Makes the fork that the run begins with, unless it is there, and returns the run with the settings that it has
     * recorded; any other run is returned as it is.
     *
     * @param alike runs that may have the same past, so that it is trained once
     * @param sessions train it
     * @return empty where it was not trained
     */
    Optional<SweepRun> forked(List<SweepRun> alike, TrainSessions sessions) {
        SweepFork origin = candidate.fork();
        if (origin == null) {
            return Optional.of(this);
        }
        if (!isBegun()) {
            RunFork fork = candidate.forkOf(
                    candidate.isForkOfRun()
                            ? origin.run()
                            : of(folder.getParent(), origin.parent(), rung, run, whole -> whole).folder);
            alike.stream()
                    .filter(other -> origin.equals(other.candidate.fork()) && other.seed() == seed())
                    .forEach(other -> fork.takePastFrom(other.folder));
            if (fork.make(folder, sessions) != ExitCode.OK) {
                return Optional.empty();
            }
        }
        ResolvedRun recorded =
                ForkSettings.resolved(FileChoice.of(candidate.flags(), folder.resolve(RunReader.CONFIG)));
        return Optional.of(new SweepRun(candidate, rung, recorded.quietlyIn(folder), folder, until));
    }

    String algorithm() {
        return run.config().algorithm().algorithm();
    }

    long seed() {
        return run.config().seed();
    }

    /** Returns a name such as {@code ppo seed 3} or {@code ppo gamma 0.99, learning-rate 1e-3, seed 3}. */
    String name() {
        return algorithm() + " " + candidate + (candidate.settings().isEmpty() ? "" : ", ") + "seed " + seed();
    }

    /** Returns whether the folder has files of an earlier sweep. */
    boolean isBegun() {
        return Files.exists(folder.resolve("config.yaml"));
    }

    /** Returns whether the run pauses at the end of the rung, since more of it is planned. */
    boolean pauses() {
        return until < run.config().intervals();
    }

    /** Returns the timesteps of {@link #until}. */
    long timesteps() {
        return until * run.config().pipeline().stepsPerInterval();
    }

    /** Returns the result of a run that has ended or paused; one that has reached the end of its rung is finished. */
    RunOutcome outcome(double target) {
        if (!isBegun()) {
            return RunOutcome.failed();
        }
        RunOutcome outcome = RunOutcome.read(folder, target);
        boolean paused = pauses() && outcome.state() == RunState.STOPPED && outcome.timesteps() >= timesteps();
        return paused ? outcome.finished() : outcome;
    }

    /**
     * Returns the result of a rung that an earlier sweep has finished. The folder has that of the newest rung alone.
     *
     * @param journal has the results of the others
     */
    Optional<RunOutcome> finished(SweepJournal journal, double target) {
        if (!isBegun()) {
            return Optional.empty();
        }
        RunOutcome newest = outcome(target);
        return newest.state() == RunState.FINISHED && newest.timesteps() <= timesteps()
                ? Optional.of(newest)
                : journal.finished(this);
    }

    /** Returns the settings without those that followed from the machine, or from the number of jobs, at that time. */
    private static String derived(String yaml) {
        return yaml.lines()
                .map(line -> AutoValue.matches(value(line)) ? key(line) : line)
                .collect(Collectors.joining("\n"));
    }

    private static String key(String line) {
        return line.substring(0, Math.max(0, line.indexOf(": ")));
    }

    private static String value(String line) {
        return line.substring(line.indexOf(": ") + 1).strip();
    }

    /** Adds a mistake where the folder has the files of a run with other settings. */
    void check(Violations violations) {
        try {
            String there = isBegun() ? RunFiles.readString(folder.resolve("config.yaml")) : ConfigYaml.of(run);
            boolean same = derived(there).equals(derived(ConfigYaml.of(run)))
                    || there.equals(ConfigYaml.of(run.fixed())); // of a version without auto
            violations.check(
                    same,
                    "--out",
                    folder.getParent(),
                    "must hold runs of the same settings, and " + folder.resolve("config.yaml") + " has others",
                    "choose another --out, or give the settings of that sweep");
        } catch (IOException e) {
            violations.add(
                    "--out",
                    folder.getParent(),
                    "must be readable (" + ShownText.reason(e) + ")",
                    "fix its permissions");
        }
    }
}
