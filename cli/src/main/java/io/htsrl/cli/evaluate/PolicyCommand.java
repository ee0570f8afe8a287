package io.htsrl.cli.evaluate;

import io.htsrl.cli.command.SettingsCommand;
import io.htsrl.cli.settings.TrainOptions;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.cli.terminal.Runs;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.settings.Layer;
import io.htsrl.core.settings.Suggestions;
import io.htsrl.trainer.evaluation.EvaluationConfig;
import io.htsrl.trainer.evaluation.EvaluationPolicy;
import io.htsrl.trainer.watch.CancellableCall;
import io.htsrl.trainer.watch.Watchdog;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Base of the commands that run episodes of a recorded run's policy: chooses the run, its parameters and the seed, and
 * reports mistakes. One thread.
 */
public abstract class PolicyCommand extends SettingsCommand implements Runs {
    private static final List<String> POLICIES = Arrays.stream(EvaluationPolicy.values())
            .map(EvaluationPolicy::toString)
            .toList();

    @Parameters(
            paramLabel = "RUN",
            arity = "1",
            description = "The run directory; hts evaluate takes the folder of a sweep too.")
    private Path folder;

    @Option(
            names = "--seed",
            order = 1,
            paramLabel = "S",
            description = "Root of the episodes' chance; default: the run's seed.")
    private Long seed;

    @Option(
            names = "--policy",
            order = 2,
            paramLabel = "NAME",
            description = "greedy: the best action (default); sampled: as the training drew them at its end.")
    private String policy;

    @Mixin
    private PolicyChoice choice;

    protected PolicyCommand() {
        super(TrainOptions.ofRecordedRun());
    }

    /** Returns the number of episodes to run. */
    protected abstract int episodes();

    /** Adds what is wrong with the command's own settings. */
    protected abstract void check(Violations violations);

    /** Returns the runs of {@code folder}: by default it itself. */
    protected List<Path> runs(Path folder) {
        return List.of(folder);
    }

    /** Runs the command with one run's policy, and returns the exit code. */
    protected abstract int run(TrainedPolicy trained, Watchdog watchdog, PrintWriter out, PrintWriter err);

    /** Prints the results over all runs. */
    protected void end(PrintWriter out) {}

    @Override
    public final Integer call() {
        PrintWriter err = err();
        int code = ExitCode.OK;
        for (TrainedPolicy trained : checked()) {
            trained.warnings().forEach(this::warn);
            code = Math.max(code, watched(trained, out(), err));
        }
        end(out());
        return code;
    }

    /** Runs the command under the run's {@code --step-timeout}; a thread that hangs is left behind. */
    private int watched(TrainedPolicy trained, PrintWriter out, PrintWriter err) {
        RunControl control = new RunControl();
        Duration limit = trained.config().pipeline().stepTimeout();
        try (Watchdog watchdog = new Watchdog(limit, Duration.ZERO, control)) {
            return limit.isZero()
                    ? run(trained, watchdog, out, err)
                    : CancellableCall.call(spec().name(), control, () -> run(trained, watchdog, out, err));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return ExitCode.INTERRUPTED;
        }
    }

    /** @throws ConfigurationException with everything that is wrong */
    private List<TrainedPolicy> checked() {
        Violations violations = new Violations();
        Layer flags = flags(violations);
        EvaluationConfig.checkEpisodes("--episodes", episodes(), violations);
        violations.check(
                policy == null || POLICIES.contains(policy),
                "--policy",
                policy,
                "must be one of " + String.join(", ", POLICIES),
                Suggestions.didYouMean(String.valueOf(policy), POLICIES).orElse("give one of them"));
        choice.check(violations);
        check(violations);
        List<TrainedPolicy> all = new ArrayList<>();
        Violations missing = new Violations();
        if (folder != null) { // else it is reported among the arguments that are missing
            load(all, flags, missing);
        }
        if (all.isEmpty()) {
            missing.list().forEach(v -> violations.add(v.setting(), v.value(), v.rule(), v.remedy()));
        }
        violations.throwIfAny();
        missing.list().forEach(v -> warn("left out: " + v));
        return all;
    }

    /**
     * Loads the policy of one run. Where several runs are given, one without such a policy does not stop the others.
     */
    private void load(List<TrainedPolicy> all, Layer flags, Violations missing) {
        try {
            for (Path run : runs(folder)) {
                try {
                    all.add(choice.load(run, flags));
                } catch (ConfigurationException e) {
                    missing.addAll(e);
                }
            }
        } catch (ConfigurationException e) { // of a folder that cannot be read
            missing.addAll(e);
        }
    }

    Path folder() {
        return folder;
    }

    protected EvaluationPolicy actions() {
        return policy == null ? defaultActions() : EvaluationPolicy.values()[POLICIES.indexOf(policy)];
    }

    /** Returns the rule without {@code --policy}. */
    protected EvaluationPolicy defaultActions() {
        return EvaluationPolicy.GREEDY;
    }

    /** Returns the root seed of the episodes. */
    protected long root(TrainedPolicy trained) {
        return seed == null ? trained.config().seed() : seed;
    }

    /** Choice of a run's policy: two flags of every command that takes one. One thread. */
    public static final class PolicyChoice {

        @Option(
                names = "--interval",
                order = 3,
                paramLabel = "K",
                description = "The checkpoint taken after K intervals.")
        private Long interval;

        @Option(
                names = "--best",
                order = 3,
                description = "The best policy that --eval-every evaluated, instead of the last one.")
        private boolean best;

        /** Adds what is wrong with the flags. */
        public void check(Violations violations) {
            violations.check(
                    !best || interval == null,
                    "--best",
                    null,
                    "must not be given beside --interval, which names another policy",
                    "keep one of them");
        }

        /**
         * Reads the policy of a run that the flags name, as {@link TrainedPolicy#load} does.
         *
         * @throws io.htsrl.core.error.ConfigurationException when no such policy exists
         * @throws io.htsrl.checkpoints.CheckpointException when its file is damaged
         */
        public TrainedPolicy load(Path run, Layer flags) {
            return best ? TrainedPolicy.loadBest(run, flags) : TrainedPolicy.load(run, interval, flags);
        }

        /** Reads the same policy for a command that makes no environment. */
        public TrainedPolicy loadWithSpaces(Path run) {
            return TrainedPolicy.loadWithSpaces(run, best, interval);
        }
    }
}
