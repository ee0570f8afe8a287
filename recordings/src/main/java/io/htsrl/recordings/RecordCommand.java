package io.htsrl.recordings;

import io.htsrl.cli.evaluate.PolicyCommand;
import io.htsrl.cli.evaluate.TrainedPolicy;
import io.htsrl.cli.rundir.RunDirectoryException;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.cli.terminal.Numbers;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.error.Violations;
import io.htsrl.core.random.RandomStream;
import io.htsrl.trainer.evaluation.EpisodeRunner;
import io.htsrl.trainer.recording.Recording;
import io.htsrl.trainer.report.EvaluationRecord.Episode;
import io.htsrl.trainer.watch.Watchdog;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code hts record}: writes the steps that a run's policy takes. One thread. */
@Command(
        name = "record",
        header = "Records steps of a run's policy as a Minari dataset.",
        customSynopsis = "hts record RUN [--steps N] [--episodes N] [--out DIR] [settings]",
        description = "Plays the episodes that 'hts evaluate' plays, and writes observations, actions, rewards and "
                + "endings to DIR/data, which Minari reads and 'hts train --from' learns from.",
        footer = {
            "  hts record runs/mine --steps 10000",
            "  hts record runs/mine --steps 10000 --policy sampled --out datasets/mine"
        })
public final class RecordCommand extends PolicyCommand {
    /** Default folder, in the run directory. */
    static final String FOLDER = "recording";

    private static final int DEFAULT_STEPS = 10_000;

    @Option(
            names = "--steps",
            order = 0,
            paramLabel = "N",
            description = "Steps; the last episode is cut there. Default 10000, or whole --episodes.")
    private Integer steps;

    @Option(names = "--episodes", order = 0, paramLabel = "N", description = "Most episodes; default: any number.")
    private Integer episodes;

    @Option(
            names = "--out",
            order = 4,
            paramLabel = "DIR",
            description = "Folder of the dataset, which must be new; default: " + FOLDER + " in the run directory.")
    private Path out;

    @Override
    protected int episodes() {
        return episodes == null ? 1 : episodes;
    }

    @Override
    protected void check(Violations violations) {
        violations.check(
                steps == null || steps >= 1, "--steps", steps, "must be at least 1", "give 10000, for example");
    }

    @Override
    protected int run(TrainedPolicy trained, Watchdog watchdog, PrintWriter out, PrintWriter err) {
        Path folder = this.out == null ? trained.run().resolve(FOLDER) : this.out;
        EnvironmentSpec spec =
                trained.config().ask(made -> checked(made, trained.config().env()));
        Violations.require(
                Files.notExists(folder), "--out", folder, "must be a new folder", "remove it, or give another");
        int most = steps != null ? steps : episodes == null ? DEFAULT_STEPS : Integer.MAX_VALUE;
        Recording recording;
        try (EpisodeRunner runner = new EpisodeRunner(trained.config(), actions(), 1, watchdog)) {
            RandomStream stream = EpisodeRunner.stream(root(trained), trained.intervals());
            Recorder recorder = new Recorder(runner, new Recording.Builder(spec, "RUN", trained.run()), most);
            for (int i = 0; (episodes == null || i < episodes) && !recorder.full(); i++) {
                runner.play(trained.model().parameters(), stream, i, recorder);
                recorder.builder.end();
            }
            recording = recorder.builder.build();
        }
        try {
            MinariFormat.write(
                    folder,
                    recording,
                    trained.config().env(),
                    trained.config().algorithm().algorithm());
        } catch (IOException e) {
            throw new RunDirectoryException(folder, e);
        }
        out.printf(
                Locale.ROOT,
                "%s: %s of %s, digest %s%n",
                folder,
                Numbers.count(recording.steps(), "step"),
                Numbers.count(recording.lengths().length, "episode"),
                recording.digest());
        out.flush();
        return ExitCode.OK;
    }

    private static EnvironmentSpec checked(Environment made, String env) {
        Violations.require(
                made.agents().isEmpty() && made.spec().observationSpace().mask() == 0,
                "RUN",
                env,
                "must have one agent and no mask of actions to be recorded",
                "record a run of another environment");
        return made.spec();
    }

    /** Adds what it sees to a recording. One thread. */
    private record Recorder(EpisodeRunner runner, Recording.Builder builder, int most)
            implements EpisodeRunner.Spectator {

        boolean full() {
            return builder.steps() >= most;
        }

        @Override
        public boolean onState(Episode soFar, boolean done) {
            if (soFar.length() == 0) {
                builder.begin(runner.observation());
                return true;
            }
            StepResult result = runner.result();
            builder.step(runner.action(), 0, result.reward, result.terminated, result.truncated, runner.observation());
            if (result.done() && !done) { // an end for the learner alone: the observation is of the next life
                builder.begin(runner.observation());
            }
            return !full();
        }
    }
}
