package io.htsrl.determinism.commands;

import io.htsrl.cli.settings.ConfigResolver;
import io.htsrl.cli.terminal.ErrorOutput;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.core.run.RunAbortedException;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.settings.Layer;
import io.htsrl.determinism.verify.ChildRuns;
import io.htsrl.determinism.verify.PerturbedRun;
import io.htsrl.determinism.verify.Repetitions;
import io.htsrl.trainer.config.Components;
import io.htsrl.trainer.config.RunConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hts verify-child}: runs in a child JVM of {@link ChildRuns}. For {@code hts verify} alone. One thread. */
@Command(name = ChildRuns.COMMAND, hidden = true, header = "One run of 'hts verify', in a JVM of its own.")
final class VerifyChildCommand implements Callable<Integer> {

    @Parameters(index = "0", paramLabel = "CONFIG")
    private Path config;

    @Parameters(index = "1", paramLabel = "FOLDER")
    private Path folder;

    @Parameters(index = "2", paramLabel = "INTERVALS")
    private long intervals;

    @Parameters(index = "3", paramLabel = "RECORDING", arity = "0..1")
    private Path recording;

    @Parameters(index = "4", paramLabel = "LAST", arity = "0..1")
    private long last;

    @Parameters(index = "5", paramLabel = "BYTES", arity = "0..1")
    private long maxBytes;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException, IOException {
        try {
            RunConfig run = new ConfigResolver(Layer.ofCommandLine().add("config", config.toString()), new Violations())
                    .resolve()
                    .config();
            PerturbedRun here = PerturbedRun.of("child", run).withIntervals(intervals);
            Repetitions repetitions = new Repetitions(Components.STANDARD, null, new RunControl());
            ChildRuns.answer(
                    repetitions.run(
                            here, recording == null ? null : new Repetitions.Recording(recording, last, maxBytes)),
                    folder);
            return ExitCode.OK;
        } catch (ConfigurationException e) {
            ErrorOutput.printMistakes(spec.commandLine().getErr(), e);
            return ExitCode.MISTAKE;
        } catch (Repetitions.RepetitionFailedException | RunAbortedException e) {
            ErrorOutput.printFailure(spec.commandLine().getErr(), e.getMessage(), e.getCause());
            return ExitCode.FAILED;
        }
    }
}
