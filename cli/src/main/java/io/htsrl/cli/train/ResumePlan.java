package io.htsrl.cli.train;

import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.checkpoints.CheckpointFolder;
import io.htsrl.cli.rundir.RunDirectory;
import io.htsrl.cli.rundir.RunFolders;
import io.htsrl.cli.settings.CliSettings;
import io.htsrl.cli.settings.ConfigResolver;
import io.htsrl.cli.settings.ConfigYaml;
import io.htsrl.cli.settings.FileChoice;
import io.htsrl.cli.settings.ResolvedRun;
import io.htsrl.cli.terminal.Numbers;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.Layer;
import io.htsrl.core.settings.PlansType;
import io.htsrl.core.state.Stateful;
import io.htsrl.trainer.config.RunConfig;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Plan of a resumption: the checkpoint, and the number of timesteps. Immutable.
 *
 * @param from the checkpoint
 * @param before configuration of the run so far
 * @param run the run from there on
 * @param yaml its {@code config.yaml} from there on; null for an unchanged one
 */
record ResumePlan(CheckpointFile from, RunConfig before, ResolvedRun run, String yaml) {

    /** Returns a plan to the end that was planned before. */
    static ResumePlan asPlanned(CheckpointFile from, ResolvedRun run) {
        return new ResumePlan(from, run.config(), run, null);
    }

    /**
     * Returns a plan with {@code more} timesteps in all.
     *
     * @param file file of the run's settings
     * @param flags flags that are given again
     * @param recorded the run so far
     * @param finished steps after which it has finished; 0 if it has not
     * @throws ConfigurationException when {@code more} is not greater than the completed timesteps
     */
    static ResumePlan with(
            long more, CheckpointFile from, Path file, Layer flags, ResolvedRun recorded, long finished) {
        RunConfig before = recorded.config();
        long done = finished > 0
                ? finished
                : CheckpointFolder.interval(from.path()) * before.pipeline().stepsPerInterval();
        Violations.require(
                more > done,
                "--total-timesteps",
                more,
                "must be above the " + done + " steps that are done",
                "give " + 2 * done + ", for example");
        RunConfig after = before.continuedAt(CheckpointFolder.interval(from.path()), more);
        String yaml = ConfigYaml.of(resolver(FileChoice.of(Layer.ofCommandLine(), file), after)
                .withSpaces(before.ask(Environment::spec)) // which the user may have let run elsewhere
                .resolve());
        return new ResumePlan(
                from, before, resolver(FileChoice.of(flags, file), after).resolve(), yaml);
    }

    private static ConfigResolver resolver(Layer flags, RunConfig after) {
        Layer given = flags.replacing("total-timesteps", Long.toString(after.totalTimesteps()));
        Layer all = after.annealedOver().isEmpty() ? given : given.replacing("annealed-over", plans(after));
        return new ConfigResolver(all, new Violations()).ofRecordedRun();
    }

    /** Returns the earlier plans, each with its last interval, as a setting. */
    static String plans(RunConfig config) {
        return config.annealedOver().isEmpty()
                ? PlansType.NONE
                : CliSettings.schema().get("annealed-over").text(config.annealedOver());
    }

    /** Returns how the resumption affects annealed values, in a line; empty where none exist, or nothing changes. */
    String annealing() {
        RunConfig after = run.config();
        List<String> annealed = after.algorithm().annealed();
        if (yaml == null || annealed.isEmpty() || before.totalTimesteps() == after.totalTimesteps()) {
            return "";
        }
        return Numbers.text(
                "annealed over %,d steps from here on, and over %,d until here: %s",
                after.totalTimesteps(), before.totalTimesteps(), String.join(", ", annealed));
    }

    /**
     * Returns the part of a checkpoint for {@code files}. On restoring, it removes the run's end and writes its new
     * plan.
     *
     * @param begun called before that
     */
    Stateful part(RunDirectory files, Runnable begun) {
        return new Stateful() {
            @Override
            public int layout() {
                return files.layout();
            }

            @Override
            public void save(DataOutput out) throws IOException {
                files.save(out);
            }

            /** Restores in this order: a process killed between two steps leaves a run that can be resumed. */
            @Override
            public void restore(DataInput in) throws IOException {
                begun.run();
                RunFolders.dropEnd(files.folder());
                if (yaml != null) {
                    files.write("config.yaml", yaml);
                }
                files.restore(in);
            }
        };
    }
}
