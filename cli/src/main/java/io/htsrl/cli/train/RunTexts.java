package io.htsrl.cli.train;

import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.cli.rundir.BuildInfo;
import io.htsrl.cli.rundir.RunFolders;
import io.htsrl.cli.rundir.RunTally;
import io.htsrl.cli.settings.ResolvedRun;
import io.htsrl.cli.terminal.ErrorOutput;
import io.htsrl.cli.terminal.Numbers;
import io.htsrl.cli.terminal.ShellWords;
import io.htsrl.cli.terminal.TextTable;
import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.schedule.AsyncConfig;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.settings.ValueTypes;
import io.htsrl.learners.offpolicy.ReplayRate;
import io.htsrl.learners.offpolicy.Replaying;
import io.htsrl.policies.acting.RecurrentConfig;
import io.htsrl.policies.acting.TableConfig;
import io.htsrl.policies.network.Heads;
import io.htsrl.replay.Ratio;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.evaluation.EvaluationMetrics;
import io.htsrl.trainer.model.ModelFile;
import io.htsrl.trainer.report.SelfCheckReport;
import io.htsrl.trainer.report.TrainingListener.AdaptationRecord;
import io.htsrl.trainer.report.TrainingListener.BatchChange;
import io.htsrl.trainer.report.TrainingListener.RestartRecord;
import io.htsrl.trainer.report.TrainingResult;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Prints the texts before and after a run. Stateless, any thread. */
final class RunTexts {
    /** Most lags that are listed. */
    private static final int MOST_FREQUENT = 5;

    /** Column in which the text of a line begins. */
    private static final int TEXT = 12;

    private RunTexts() {}

    /**
     * Prints the run, the sources of its settings, and the folder of its files.
     *
     * @param goingOn plan of a resumed run, or null
     */
    static void printHeader(PrintWriter out, ResolvedRun run, Path folder, ResumePlan goingOn) {
        RunConfig c = run.config();
        PipelineConfig p = c.pipeline();
        out.println("hts-rl " + BuildInfo.current());
        line(
                out,
                Numbers.text(
                        "  run       %s on %s, schedule %s, seed %d, %,d steps (%s of %d x %d)",
                        c.algorithm().algorithm(),
                        c.env(),
                        p.schedule(),
                        c.seed(),
                        c.intervals() * p.stepsPerInterval(),
                        Numbers.count(c.intervals(), "interval"),
                        p.columns(),
                        p.syncInterval()));
        line(out, "  threads   " + threads(p) + (c.stepTime() == null ? "" : ", a step takes " + c.stepTime()));
        if (p.async() != null) {
            line(
                    out,
                    "  async     " + async(p.async())
                            + (c.algorithm() instanceof Replaying replaying ? ", " + rate(replaying.rate(p)) : ""));
        }
        line(out, "  spaces    " + SpacesText.of(c.ask(Environment::spec)));
        line(
                out,
                "  network   " + c.algorithm().withOwnLayers(c.network()).description() + heads(c)
                        + (c.frameStack() == 1 ? "" : ", stacks of " + c.frameStack() + " observations"));
        line(
                out,
                "  learning  "
                        + utd(c).map(ratio -> ratio + " updates per step (UTD)").orElse("UTD " + unknownUtd(c))
                        + ", lag " + plannedLag(p.schedule()));
        if (c.initial() != null && goingOn == null) {
            line(out, "  begins    from " + c.initial());
        }
        if (c.recording() != null) {
            line(out, "  recorded  " + c.recording());
        }
        line(out, "  settings  " + String.join(" < ", run.sources()));
        if (goingOn != null) {
            line(out, "  resumes   " + done(goingOn));
            if (!goingOn.annealing().isEmpty()) {
                line(out, "            " + goingOn.annealing());
            }
        }
        line(out, "  run dir   " + folder);
    }

    /** Returns the place where a run is resumed. */
    static String done(ResumePlan goingOn) {
        CheckpointFile from = goingOn.from();
        return from.path().getFileName() + ": " + from.metadata("interval") + " of "
                + goingOn.run().config().intervals() + " intervals are done";
    }

    /** Prints the results of the self-check: one line, and one more for everything that is wrong. */
    static void printSelfCheck(PrintWriter out, PrintWriter err, boolean quiet, SelfCheckReport report) {
        if (!quiet) {
            line(
                    out,
                    Numbers.text(
                            "  checked   %,d rows and passes compared in %.0f ms",
                            report.comparisons(), report.table().millis()));
        }
        if (!report.stable()) {
            ErrorOutput.printWarning(
                    err,
                    "this run's bits may not come again, for " + report.table().failures());
        }
    }

    /** Reports that an environment died and was restarted. */
    static void printRestart(PrintWriter err, RestartRecord restart) {
        ErrorOutput.printWarning(
                err,
                restart.message() + "; it was started again and its episode truncated"
                        + " (--restart-environments): this run's bits may not come again");
    }

    /** Prints a line that begins with a name in ten columns; on a narrow terminal the rest follows below its text. */
    static void line(PrintWriter out, String line) {
        TextTable.printLine(out, line, TEXT);
    }

    private static String async(AsyncConfig async) {
        return "newest parameters at every " + ValueTypes.name(async.freshness()) + ", correction "
                + ValueTypes.name(async.correction()) + ", updates of " + async.batch() + " rollouts, at most "
                + async.queue() + " waiting";
    }

    private static String rate(ReplayRate rate) {
        return rate.samplesPerInsert() + " samples per insert, at most " + rate.tolerance() + " behind";
    }

    private static String heads(RunConfig c) {
        Heads heads = c.algorithm().heads();
        if (heads != Heads.ACTOR_CRITIC) {
            return heads == Heads.DUELING ? ", dueling" : heads == Heads.ATOMS ? ", distributions of values" : "";
        }
        if (c.network() instanceof TableConfig || c.network() instanceof RecurrentConfig) {
            return "";
        }
        return c.network().sharesTorso() ? ", shared torso" : ", separate torsos";
    }

    /** Returns updates per step, such as {@code 1/16}. */
    private static Optional<String> utd(RunConfig c) {
        return c.updatesPerStep().map(Ratio::toString);
    }

    private static String unknownUtd(RunConfig c) {
        return c.learnsApart() ? "of each policy" : "set by the algorithm";
    }

    /** Returns the lag of the acting parameters behind the learning ones, in intervals. */
    private static String plannedLag(Schedule schedule) {
        return schedule.barrier() ? Integer.toString(schedule.lag()) : "measured";
    }

    private static String threads(PipelineConfig p) {
        if (p.schedule().oneThread()) {
            return "1 for everything";
        }
        return "executors " + p.executors() + ", actors "
                + (p.actors() == 0 ? "0 (executors serve themselves)" : p.actors())
                + ", batches up to " + p.actorBatch() + ", wait " + p.waitMode()
                + (p.adapt() ? ", adapted while it runs" : "");
    }

    /**
     * Prints how the run ended, and how its time was used.
     *
     * @param endReason reason for which its settings ended it early, or null
     */
    static void printResult(
            PrintWriter out, ResolvedRun run, TrainingResult r, String endReason, RunTally tally, Path folder) {
        out.println(Numbers.text(
                "%s after %.1f s: %,d steps, %,.0f steps/s",
                r.stopped() ? "stopped" : "done", r.wallSeconds(), r.timesteps(), r.stepsPerSecond()));
        line(
                out,
                Numbers.text(
                        "  return    %s (mean of the last %d of %,d episodes)",
                        Numbers.ofReturn(r.meanReturn100(), 1), Math.min(100, r.episodes()), r.episodes()));
        if (endReason != null) {
            line(out, "  ended     early: " + endReason);
        }
        if (tally.evaluations() > 0) {
            line(
                    out,
                    "  eval      " + Numbers.ofReturn(tally.finalMetric(), 1) + " (final metric: mean of the last "
                            + Math.min(EvaluationMetrics.POLICIES, tally.evaluations())
                            + " evaluated policies; the last one: "
                            + Numbers.ofReturn(tally.lastEvaluationMean(), 1) + ")");
        }
        tally.best()
                .ifPresent(best -> line(
                        out,
                        "  best      " + Numbers.ofReturn(best.meanReturn(), 1) + " (mean of "
                                + best.episodes().size() + " episodes, after "
                                + Numbers.count(best.interval(), "interval")
                                + ": "
                                + ModelFile.BEST + ")"));
        line(out, "  utd       " + utd(run.config()).orElse(unknownUtd(run.config())));
        line(out, "  lag       " + lag(r));
        line(
                out,
                Numbers.text(
                        "  rates     sampling %,.0f Hz, updates %,.0f frames/s",
                        r.stepsPerSecond(), tally.frames().perSecond(run.config())));
        if (run.config().pipeline().adapt()) {
            line(out, "  adapted   " + adapted(tally));
        }
        if (run.config().algorithm().growsBatches()) {
            line(out, "  grown     " + grown(tally));
        }
        TimeTexts.print(out, r.timeUse());
        line(
                out,
                "  digest    " + r.digest()
                        + run.config()
                                .unpromised()
                                .map(why -> " (of this run alone: " + why + " promises no bits)")
                                .orElse(""));
        if (tally.restarts() > 0) {
            line(
                    out,
                    "  restarts  " + tally.restarts() + " (environments died and were started again: "
                            + "these bits may not come again)");
        }
        line(out, "  params    " + r.parameterDigest());
        line(out, "  run dir   " + folder);
    }

    /** Returns the values that {@code --adapt} chose in the end, and when it chose them. */
    private static String adapted(RunTally tally) {
        if (tally.adapted() == 0) {
            return "nothing: the run was over before anything was tried";
        }
        AdaptationRecord last = tally.adaptations().get(tally.adaptations().size() - 1);
        return Numbers.text(
                "%,d times, trials among them; in the end, since %.1f s (interval %,d): %s",
                tally.adapted(), last.seconds(), last.interval(), last.to());
    }

    /** Returns the final sizes of batches, and when they changed. */
    private static String grown(RunTally tally) {
        List<BatchChange> changes = tally.batchChanges();
        if (changes.isEmpty()) {
            return "batches not at all: the learner was busy enough, or the run too short";
        }
        return "batches of " + changes.get(0).from() + " to "
                + changes.stream()
                        .map(change -> Numbers.text("%d at %.1f s", change.to(), change.seconds()))
                        .collect(Collectors.joining(", "));
    }

    /** Prints how to resume a stopped run, or why it cannot be resumed; on stderr where the run is quiet. */
    static void printGoingOn(PrintWriter out, PrintWriter err, ResolvedRun run, Path folder) {
        boolean can = !RunFolders.checkpoints(folder).list().isEmpty();
        String how = can
                ? ShellWords.hts("resume", folder.toString())
                : "not possible: " + run.checkpoints().whyNone(run.config())
                        + "; begin a new run with what was learnt: "
                        + ShellWords.hts(
                                "train",
                                "--config",
                                folder.resolve("config.yaml").toString(),
                                "--init-from",
                                folder.toString());
        if (!run.quiet()) {
            line(out, "  resume    " + how);
        } else {
            err.println(can ? "stopped; continue with '" + how + "'" : "stopped; resuming is " + how);
        }
    }

    /**
     * Returns {@code 1}, for example, or {@code 0 .. 7 updates, mean 1.30; 0 in 12, 1 in 420 rollouts}: the most
     * frequent lags.
     */
    private static String lag(TrainingResult r) {
        if (r.lagMin() < 0) {
            return "-, nothing was learnt";
        }
        if (r.lagMin() == r.lagMax()) {
            return Integer.toString(r.lagMin());
        }
        return Numbers.text(
                "%d .. %d updates, mean %.2f; %s",
                r.lagMin(),
                r.lagMax(),
                r.lagMean(),
                r.lagHistogram().entrySet().stream()
                        .sorted(Map.Entry.<Integer, Long>comparingByValue().reversed())
                        .limit(MOST_FREQUENT)
                        .sorted(Map.Entry.comparingByKey())
                        .map(e -> Numbers.text("%d in %,d", e.getKey(), e.getValue()))
                        .collect(Collectors.joining(", ", "", " rollouts")));
    }

    /** Describes an environment's observations and actions, for the header of a run. Pure functions. */
    static final class SpacesText {
        private SpacesText() {}

        /** Returns a text such as {@code observation float32 [4], action Discrete(2)}. */
        static String of(EnvironmentSpec spec) {
            ObservationSpace seen = spec.observationSpace();
            return "observation " + seen.kind().name().toLowerCase(Locale.ROOT) + " " + Arrays.toString(seen.shape())
                    + (seen.choices().length == 0 ? "" : " (one-hot of " + Arrays.toString(seen.choices()) + ")")
                    + ", action " + of(spec.actionSpace());
        }

        private static String of(ActionSpace actions) {
            if (actions instanceof ActionSpace.Discrete discrete) {
                return "Discrete(" + discrete.count() + ")";
            }
            if (actions instanceof ActionSpace.MultiDiscrete choices) {
                return "MultiDiscrete(" + Arrays.toString(choices.counts()) + ")";
            }
            if (actions instanceof ActionSpace.MultiBinary switches) {
                return "MultiBinary(" + switches.count() + ")";
            }
            ActionSpace.Continuous box = (ActionSpace.Continuous) actions;
            return "Box(" + bounds(box.low()) + ", " + bounds(box.high()) + ", [" + box.width() + "])";
        }

        /** Returns one number where all are equal, else the least and the greatest. */
        private static String bounds(float[] values) {
            float[] sorted = values.clone();
            Arrays.sort(sorted);
            float last = sorted[sorted.length - 1];
            return sorted[0] == last ? Float.toString(last) : sorted[0] + " .. " + last;
        }
    }
}
