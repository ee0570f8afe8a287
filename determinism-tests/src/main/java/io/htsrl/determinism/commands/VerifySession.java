package io.htsrl.determinism.commands;

import io.htsrl.cli.rundir.BuildInfo;
import io.htsrl.cli.rundir.Manifest;
import io.htsrl.cli.rundir.RunDirectoryException;
import io.htsrl.cli.rundir.RunFolders;
import io.htsrl.cli.settings.ConfigYaml;
import io.htsrl.cli.settings.ResolvedRun;
import io.htsrl.cli.signals.Interruption;
import io.htsrl.cli.terminal.ErrorOutput;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.cli.terminal.Terminal;
import io.htsrl.core.run.RunControl;
import io.htsrl.determinism.verify.ChildRuns;
import io.htsrl.determinism.verify.Localizer;
import io.htsrl.determinism.verify.Matrix;
import io.htsrl.determinism.verify.MatrixOptions;
import io.htsrl.determinism.verify.Repetitions;
import io.htsrl.determinism.verify.VerifyJson;
import io.htsrl.determinism.verify.VerifyResult;
import io.htsrl.determinism.verify.VerifySuite;
import io.htsrl.trainer.capacity.Limits;
import io.htsrl.trainer.config.Components;
import io.htsrl.trainer.config.RunConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Runs one verification, from the claim of its folder to its exit code. One thread. */
final class VerifySession {
    private final ResolvedRun run;
    private final MatrixOptions options;
    private final int localizations;
    private final Components components;
    private final PrintWriter out;
    private final PrintWriter err;
    private final RunControl control = new RunControl();

    VerifySession(
            ResolvedRun run,
            MatrixOptions options,
            int localizations,
            Components components,
            PrintWriter out,
            PrintWriter err) {
        this.run = run;
        this.options = options;
        this.localizations = localizations;
        this.components = components;
        this.out = out;
        this.err = err;
    }

    /**
     * Runs, and returns the exit code.
     *
     * @throws io.htsrl.core.error.ConfigurationException when the folder is refused, or an environment cannot be made
     */
    int run(List<String> commandLine) {
        Instant start = Instant.now();
        run.config().checkCapacity(Limits.here());
        Path folder = claim(start);
        Path work = folder.resolve("work");
        try (Interruption interruption = new Interruption(control, err).install()) {
            Files.createDirectory(work);
            Files.writeString(folder.resolve("config.yaml"), ConfigYaml.of(run));
            VerifyTable table = new VerifyTable(
                    run.quiet() ? new PrintWriter(Writer.nullWriter()) : out, err, Terminal.isInteractive());
            table.begin(run, folder);
            VerifyResult result = suite(work, table).run(Matrix.of(run.config(), options));
            Map<String, Object> manifest = Manifest.map(run.config(), BuildInfo.current(), commandLine, start);
            Files.writeString(folder.resolve("verify.json"), VerifyJson.of(result, manifest));
            table.end(result, folder);
            return interruption.code(conclude(result, folder));
        } catch (IOException | UncheckedIOException e) {
            IOException cause = e instanceof IOException io ? io : ((UncheckedIOException) e).getCause();
            ErrorOutput.printPlain(err, new RunDirectoryException(folder, cause).getMessage());
            return ExitCode.FAILED;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return ExitCode.INTERRUPTED;
        } finally {
            RunFolders.release(work);
        }
    }

    private Path claim(Instant start) {
        RunConfig config = run.config();
        String name = "verify__"
                + RunFolders.defaultName(config.env(), config.algorithm().algorithm(), config.seed(), start);
        return run.runDir().map(RunFolders::claim).orElseGet(() -> RunFolders.claimFresh(Path.of("runs", name)));
    }

    private VerifySuite suite(Path work, VerifyTable table) {
        Repetitions repetitions = new Repetitions(components, new ChildRuns(work), control);
        return new VerifySuite(repetitions, new Localizer(repetitions, work), localizations, table);
    }

    private int conclude(VerifyResult result, Path folder) {
        if (result.stopped()) {
            ErrorOutput.printPlain(
                    err, "stopped after " + result.rows().size() + " runs; " + folder + " holds what they gave");
            return ExitCode.INTERRUPTED;
        }
        if (!result.equal()) {
            ErrorOutput.printPlain(
                    err,
                    result.bad() + " of " + result.rows().size() + " runs gave other bits or none; see "
                            + folder.resolve("verify.json"));
            return ExitCode.FAILED;
        }
        return ExitCode.OK;
    }
}
