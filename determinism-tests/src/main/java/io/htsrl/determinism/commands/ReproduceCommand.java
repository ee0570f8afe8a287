package io.htsrl.determinism.commands;

import io.htsrl.cli.command.SettingsCommand;
import io.htsrl.cli.rundir.DigestReader;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.rundir.ZippedRun;
import io.htsrl.cli.settings.TrainOptions;
import io.htsrl.cli.terminal.Runs;
import io.htsrl.core.settings.Layer;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

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
final class ReproduceCommand extends SettingsCommand implements Runs {

    @Parameters(paramLabel = "RUN", arity = "1", description = "A run directory, or a zip of one.")
    private Path folder;

    @Mixin
    private UntilOption until = new UntilOption();

    ReproduceCommand() {
        super(TrainOptions.ofRecordedRun());
    }

    @Override
    public Integer call() throws InterruptedException {
        Layer flags = until.flags(spec());
        RunReader run = RunReader.open(ZippedRun.folder(folder));
        RunDiff.requirePromised(run);
        run.changes("config.yaml", "manifest.json", "digests.jsonl").forEach(this::warn);
        long intervals = until.intervals(RecordedChain.extent(run));
        try (DigestReader digests = run.digests()) {
            return new Reproduction(run, flags, spec()).train(folder.toString(), digests::next, intervals, true);
        }
    }
}
