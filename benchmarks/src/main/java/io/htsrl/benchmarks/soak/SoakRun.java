package io.htsrl.benchmarks.soak;

import io.htsrl.benchmarks.soak.SoakOutcome.Verdict;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.TrainingResult;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;

/**
 * Runs a case and its reference and compares them: {@code hts} with {@code serial}, {@code sync} with one executor
 * without actors. {@code async} has no reference. One thread.
 */
final class SoakRun {
    private final Duration patience;

    /** @param patience time without progress after which a run hangs */
    SoakRun(Duration patience) {
        this.patience = patience;
    }

    SoakOutcome run(SoakCase drawn) throws InterruptedException {
        RunConfig config;
        try {
            config = drawn.config();
        } catch (ConfigurationException e) {
            boolean expected = e.getMessage().contains("--executors"); // more of them than environments
            return new SoakOutcome(expected ? Verdict.REFUSED : Verdict.FAILURE, e.getMessage());
        }
        return run(config, Attachments.none().with(drawn.perturbation()).with(drawn.components()), drawn.stopAfter());
    }

    /** Runs a configuration; parameters as in {@link DeadlineRun}. */
    SoakOutcome run(RunConfig config, Attachments attached, long stopAfter) throws InterruptedException {
        try {
            DeadlineRun run = new DeadlineRun(config, attached, stopAfter, patience);
            TrainingResult result = run.run();
            return config.pipeline().schedule().deterministic()
                    ? compare(config, run, result)
                    : SoakOutcome.of(Verdict.ENDED);
        } catch (DeadlineRun.HungException e) {
            return new SoakOutcome(
                    Verdict.HANG, "no progress for " + patience.toMillis() / 1e3 + " s; threads:\n" + e.getMessage());
        } catch (ExecutionException e) {
            StringWriter trace = new StringWriter();
            e.getCause().printStackTrace(new PrintWriter(trace));
            return new SoakOutcome(Verdict.FAILURE, trace.toString());
        }
    }

    private SoakOutcome compare(RunConfig config, DeadlineRun run, TrainingResult result)
            throws DeadlineRun.HungException, ExecutionException, InterruptedException {
        DeadlineRun reference =
                new DeadlineRun(config.with(reference(config.pipeline())), Attachments.none(), -1, patience);
        String digest = reference.run().digest();
        List<String> expected = reference.digests();
        List<String> digests = run.digests();
        boolean isPrefix = digests.size() <= expected.size()
                && expected.subList(0, digests.size()).equals(digests);
        if (isPrefix && (result.stopped() || result.digest().equals(digest))) {
            return SoakOutcome.of(Verdict.EQUAL);
        }
        int first = 0;
        while (first < Math.min(digests.size(), expected.size())
                && digests.get(first).equals(expected.get(first))) {
            first++;
        }
        return new SoakOutcome(
                Verdict.DIFFERENCE,
                "digests differ from interval " + first + " of " + expected.size() + "; the run's is " + result.digest()
                        + ", expected " + digest);
    }

    private static PipelineConfig reference(PipelineConfig p) {
        return new PipelineConfig(
                p.schedule().oracle(), p.numEnvs(), p.syncInterval(), 0, 1, p.numEnvs(), WaitMode.PHASED, p.learners());
    }
}
