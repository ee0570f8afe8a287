package io.htsrl.determinism.commands;

import io.htsrl.cli.rundir.DigestReader;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.rundir.ZippedRun;
import io.htsrl.cli.settings.TrainOptions;
import io.htsrl.cli.terminal.ErrorOutput;
import io.htsrl.cli.terminal.Runs;
import io.htsrl.core.settings.Layer;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hts reproduce}: trains a recorded run again and compares the digests of its intervals. One thread. */
@Command(
        name = "reproduce",
        header = "Trains a recorded run again, and compares its bits.",
        customSynopsis = "hts reproduce RUN [--until P%%]",
        description =
                "Takes the settings and the seed from the run directory, and compares the digest of each interval "
                        + "with the recorded one while it trains. It ends at the first interval that differs, and names the "
                        + "first field as far as the run's checkpoints and metrics tell. It keeps no file. A "
                        + "zip counts as another person's run.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:equal", "1:different, or the training failed", "2:the run cannot be reproduced"},
        footer = {"  hts reproduce runs/mine", "  hts reproduce theirs.zip --until 10%% --trust"})
final class ReproduceCommand implements Callable<Integer>, Runs {

    @Parameters(paramLabel = "RUN", arity = "1", description = "A run directory, or a zip of one.")
    private Path folder;

    @Mixin
    private UntilOption until = new UntilOption();

    @Spec
    private CommandSpec spec;

    private ReproduceCommand() {}

    /** Returns the command and its flags. */
    static CommandLine commandLine() {
        return TrainOptions.commandLine(new ReproduceCommand(), TrainOptions.ofRecordedRun());
    }

    @Override
    public Integer call() throws InterruptedException {
        Layer flags = until.flags(spec);
        RunReader run = RunReader.open(ZippedRun.folder(folder));
        RunDiff.requirePromised(run);
        PrintWriter err = spec.commandLine().getErr();
        run.changes("config.yaml", "manifest.json", "digests.jsonl")
                .forEach(change -> ErrorOutput.printWarning(err, change));
        long intervals = until.intervals(RecordedChain.extent(run));
        try (DigestReader digests = run.digests()) {
            return new Reproduction(run, flags, spec).train(folder.toString(), digests::next, intervals, true);
        }
    }
}
