package io.htsrl.experiments;

import io.htsrl.experiments.ExperimentCommand.Experiment;
import io.htsrl.experiments.Row.Grid;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code hts experiment learning-curves}. One thread. */
@Command(
        name = "learning-curves",
        sortOptions = false,
        synopsisHeading = "%nUsage: ",
        descriptionHeading = "%n",
        customSynopsis =
                "hts experiment learning-curves [lists] [--total-timesteps N] [--out DIR] [flags of hts train]",
        header = "Episode return of the schedules over environment steps and over wall time.",
        description = "Evaluates policies beside each training, and states the paper's final-time and required-time "
                + "metrics with 95 %% bootstrap intervals over seeds. Each run keeps its run directory.",
        footerHeading = "%nExample:%n",
        footer =
                "  hts experiment learning-curves --envs CartPole-v1 --algos a2c,ppo --seeds 1-10 --total-timesteps 200000")
final class LearningCurvesCommand extends TrainingGridCommand {
    @Option(
            names = "--evaluations",
            paramLabel = "N",
            order = 6,
            defaultValue = "50",
            description = "Policies that are evaluated in each run, about; default ${DEFAULT-VALUE}.")
    private String evaluations;

    @Option(
            names = "--step-times",
            paramLabel = "LIST",
            order = 7,
            description =
                    "Step times to compare, such as none,exponential:1ms, each with a picture of its own; by default "
                            + "--step-time alone.")
    private String stepTimes;

    @Option(
            names = "--minutes",
            paramLabel = "M",
            order = 8,
            description = "Time limit of all runs together; each gets an equal part. No limit by default.")
    private String minutes;

    @Override
    String defaultEnvs() {
        return "CartPole-v1,Acrobot-v1";
    }

    @Override
    String defaultSchedules() {
        return String.join(",", StepTimeCommand.known());
    }

    @Override
    Map<String, String> setByCells() {
        Map<String, String> instead = super.setByCells();
        instead.put("--eval-every", "give --evaluations");
        if (stepTimes != null) {
            instead.put("--step-time", "give --step-times");
        }
        return instead;
    }

    @Override
    TrainFlags defaults(TrainFlags given) {
        return (stepTimes == null ? given.orElse("--step-time", "exponential:1ms") : given).ofWholeRuns();
    }

    @Override
    Experiment experiment(TrainFlags flags, ListSettings lists) {
        Grid grid = grid(lists);
        if (stepTimes != null) {
            grid = grid.over("step_time", lists.texts("--step-times", stepTimes));
        }
        return new LearningCurvesExperiment(
                grid.over("seed", seeds(lists)).cells(),
                steps(lists),
                lists.integer("--evaluations", evaluations, 1),
                minutes == null ? Double.POSITIVE_INFINITY : lists.positive("--minutes", minutes),
                err());
    }
}
