package io.htsrl.benchmarks.soak;

import io.htsrl.benchmarks.soak.SoakOutcome.Verdict;
import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.checkpoints.CheckpointFolder;
import io.htsrl.cli.rundir.RunFolders;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.CheckpointPlan;
import io.htsrl.trainer.config.CheckpointPlan.Rule;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.TrainingResult;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;

/**
 * Runs a case and its reference and compares them: {@code hts} with {@code serial}, {@code sync} with one executor
 * without actors. {@code async} has no reference. Stopped runs are resumed, and compared again. One thread.
 */
final class SoakRun {
    private static final int CHECKPOINT_EVERY = 3;
    private static final int ALL = 10_000;

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
        Attachments attached = Attachments.none().with(drawn.perturbation()).with(drawn.components());
        try (SoakNodes nodes = new SoakNodes(config, drawn.nodes())) {
            return run(config, nodes.attachedTo(attached), drawn.stopAfter());
        }
    }

    /** Runs a configuration; parameters as in {@link DeadlineRun}. A stopped run is resumed from its checkpoints. */
    SoakOutcome run(RunConfig config, Attachments attached, long stopAfter) throws InterruptedException {
        boolean compared = config.pipeline().schedule().deterministic();
        Path folder = null;
        try {
            if (compared && stopAfter >= 0) {
                folder = Files.createTempDirectory("soak");
            }
            DeadlineRun run = new DeadlineRun(
                    config, folder == null ? attached : attached.with(plan(folder, null)), stopAfter, patience);
            TrainingResult result = run.run();
            return compared ? compare(config, run, result, folder) : SoakOutcome.of(Verdict.ENDED);
        } catch (DeadlineRun.HungException e) {
            return new SoakOutcome(
                    Verdict.HANG, "no progress for " + patience.toMillis() / 1e3 + " s; threads:\n" + e.getMessage());
        } catch (ExecutionException | IOException e) {
            StringWriter trace = new StringWriter();
            (e instanceof ExecutionException ? e.getCause() : e).printStackTrace(new PrintWriter(trace));
            return new SoakOutcome(Verdict.FAILURE, trace.toString());
        } finally {
            if (folder != null) {
                RunFolders.release(folder); // what a run that hangs still writes into it stays
            }
        }
    }

    private static CheckpointPlan plan(Path folder, CheckpointFile from) {
        return new CheckpointPlan(
                folder,
                from == null ? CHECKPOINT_EVERY : 0,
                ALL,
                Map.of(),
                Map.of(),
                () -> {},
                from,
                Rule.EXACT,
                Rule.NEVER);
    }

    private SoakOutcome compare(RunConfig config, DeadlineRun run, TrainingResult result, Path folder)
            throws DeadlineRun.HungException, ExecutionException, InterruptedException, IOException {
        DeadlineRun reference =
                new DeadlineRun(config.with(reference(config.pipeline())), Attachments.none(), -1, patience);
        String digest = reference.run().digest();
        List<String> expected = reference.digests();
        SoakOutcome outcome = compare("", run.digests(), expected, result.stopped() ? null : result.digest(), digest);
        if (folder == null || !outcome.verdict().passes()) {
            return outcome;
        }
        List<Path> checkpoints =
                new CheckpointFolder(folder, ALL).list(); // newest first: a resumed run deletes newer ones
        Set<Path> some = new LinkedHashSet<>(checkpoints);
        some.removeIf(path -> path != checkpoints.get(0) && path != checkpoints.get(checkpoints.size() - 1));
        for (Path checkpoint : some) {
            try (CheckpointFile from = CheckpointFile.open(checkpoint)) {
                DeadlineRun rest = new DeadlineRun(config, Attachments.none().with(plan(folder, from)), -1, patience);
                String end = rest.run().digest();
                int first = expected.size() - rest.digests().size();
                outcome = compare(
                        "resumed from " + checkpoint.getFileName() + ": ",
                        rest.digests(),
                        expected.subList(first, expected.size()),
                        end,
                        digest);
            }
            if (!outcome.verdict().passes()) {
                return outcome;
            }
        }
        return outcome;
    }

    /** Compares the digests of a run with the first ones expected; {@code last} is null for a stopped run. */
    private static SoakOutcome compare(
            String which, List<String> digests, List<String> expected, String last, String digest) {
        boolean isPrefix = digests.size() <= expected.size()
                && expected.subList(0, digests.size()).equals(digests);
        if (isPrefix && (last == null || last.equals(digest))) {
            return SoakOutcome.of(Verdict.EQUAL);
        }
        int first = 0;
        while (first < Math.min(digests.size(), expected.size())
                && digests.get(first).equals(expected.get(first))) {
            first++;
        }
        return new SoakOutcome(
                Verdict.DIFFERENCE,
                which + "digests differ from interval " + first + " of " + expected.size() + "; the run's is " + last
                        + ", expected " + digest);
    }

    private static PipelineConfig reference(PipelineConfig p) {
        return new PipelineConfig(
                p.schedule().oracle(), p.numEnvs(), p.syncInterval(), 0, 1, p.numEnvs(), WaitMode.PHASED, p.learners());
    }
}
