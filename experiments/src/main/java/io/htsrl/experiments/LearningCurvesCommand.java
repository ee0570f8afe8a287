package io.htsrl.experiments;

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
        return instead;
    }

    @Override
    TrainFlags defaults(TrainFlags given) {
        return given.orElse("--step-time", "exponential:1ms").ofWholeRuns();
    }

    @Override
    Experiment experiment(TrainFlags flags, Lists lists) {
        return new LearningCurvesExperiment(
                grid(lists).over("seed", seeds(lists)).cells(),
                steps(lists),
                lists.integer("--evaluations", evaluations, 1),
                err());
    }
}
