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
 * Runs a case beside its reference and compares them: {@code hts} with {@code serial}, {@code sync} with one executor
 * that serves itself. {@code async} has none. One thread.
 */
final class SoakRun {
    private final Duration patience;

    /** @param patience how long a run may stand still */
    SoakRun(Duration patience) {
        this.patience = patience;
    }

    SoakOutcome run(SoakCase drawn) throws InterruptedException {
        RunConfig config;
        try {
            config = drawn.config();
        } catch (ConfigurationException e) {
            boolean meant = e.getMessage().contains("--executors"); // more of them than environments
            return new SoakOutcome(meant ? Verdict.REFUSED : Verdict.FAILURE, e.getMessage());
        }
        return run(config, Attachments.none().with(drawn.perturbation()).with(drawn.components()), drawn.stopAfter());
    }

    /** Parameters of {@link DeadlineRun}. */
    SoakOutcome run(RunConfig config, Attachments attached, long stopAfter) throws InterruptedException {
        try {
            DeadlineRun run = new DeadlineRun(config, attached, stopAfter, patience);
            TrainingResult result = run.run();
            return config.pipeline().schedule().deterministic()
                    ? compare(config, run, result)
                    : SoakOutcome.of(Verdict.ENDED);
        } catch (DeadlineRun.HungException e) {
            return new SoakOutcome(
                    Verdict.HANG,
                    "nothing has happened for " + patience.toMillis() / 1e3 + " s; its threads:\n" + e.getMessage());
        } catch (ExecutionException e) {
            StringWriter trace = new StringWriter();
            e.getCause().printStackTrace(new PrintWriter(trace));
            return new SoakOutcome(Verdict.FAILURE, trace.toString());
        }
    }

    private SoakOutcome compare(RunConfig config, DeadlineRun run, TrainingResult result)
            throws DeadlineRun.HungException, ExecutionException, InterruptedException {
        DeadlineRun reference =
                new DeadlineRun(config.with(plain(config.pipeline())), Attachments.none(), -1, patience);
        String digest = reference.run().digest();
        List<String> expected = reference.digests();
        List<String> digests = run.digests();
        boolean begins = digests.size() <= expected.size()
                && expected.subList(0, digests.size()).equals(digests);
        if (begins && (result.stopped() || result.digest().equals(digest))) {
            return SoakOutcome.of(Verdict.EQUAL);
        }
        int first = 0;
        while (first < Math.min(digests.size(), expected.size())
                && digests.get(first).equals(expected.get(first))) {
            first++;
        }
        return new SoakOutcome(
                Verdict.DIFFERENCE,
                "from interval " + first + " of " + expected.size() + " on; the digest is " + result.digest()
                        + " and should be " + digest);
    }

    private static PipelineConfig plain(PipelineConfig p) {
        return new PipelineConfig(
                p.schedule().oracle(), p.numEnvs(), p.syncInterval(), 0, 1, p.numEnvs(), WaitMode.PHASED, p.learners());
    }
}
