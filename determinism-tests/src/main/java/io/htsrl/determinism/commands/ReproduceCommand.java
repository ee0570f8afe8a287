package io.htsrl.determinism.commands;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.htsrl.cli.rundir.BuildInfo;
import io.htsrl.cli.rundir.Manifest;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.rundir.ZippedRun;
import io.htsrl.cli.settings.ConfigResolver;
import io.htsrl.cli.settings.FileChoice;
import io.htsrl.cli.settings.TrainOptions;
import io.htsrl.cli.signals.Interruption;
import io.htsrl.cli.terminal.ErrorOutput;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.cli.terminal.Runs;
import io.htsrl.cli.train.ForkedTraining;
import io.htsrl.core.error.Violations;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.settings.Layer;
import io.htsrl.trainer.capacity.Limits;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.TrainingFailedException;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.run.Trainer;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
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

    @Option(
            names = "--until",
            paramLabel = "P%",
            description = "Ends after this part of the recorded intervals; default 100%%.")
    private String until = "100%";

    @Spec
    private CommandSpec spec;

    private ReproduceCommand() {}

    /** Returns the command and its flags. */
    static CommandLine commandLine() {
        return TrainOptions.commandLine(new ReproduceCommand(), TrainOptions.ofRecordedRun());
    }

    @Override
    public Integer call() throws InterruptedException {
        Violations violations = new Violations();
        Layer flags = TrainOptions.read(spec.commandLine().getParseResult(), TrainOptions.ofRecordedRun(), violations);
        violations.check(
                until.matches("\\d{1,3}(\\.\\d{1,6})?%") && part() > 0 && part() <= 1,
                "--until",
                until,
                "must be a part above 0% and up to 100%",
                "give 10%, for example");
        violations.throwIfAny();
        RunReader run = RunReader.open(ZippedRun.folder(folder));
        RunDiff.requirePromised(run);
        RunConfig config = new ConfigResolver(FileChoice.of(flags, run.configFile()), new Violations())
                .resolve()
                .config();
        config.checkCapacity(Limits.here());
        return reproduce(run, config, flags);
    }

    /** Returns the part of the intervals to compare, in (0, 1]. */
    private double part() {
        return Double.parseDouble(until.substring(0, until.length() - 1)) / 100;
    }

    /** Returns the number of intervals to compare, at least 1. */
    private long intervals(RunReader run) {
        return Math.max(1, (long) Math.ceil(part() * RecordedChain.extent(run)));
    }

    private int reproduce(RunReader run, RunConfig config, Layer flags) throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        run.changes("config.yaml", "manifest.json", "digests.jsonl")
                .forEach(change -> ErrorOutput.printWarning(err, change));
        out.println(config.algorithm().algorithm() + " on " + config.env() + ", seed " + config.seed() + ", " + folder);
        printSoftware(run, config, out);
        RunControl control = new RunControl();
        RecordedDifference difference = new RecordedDifference(run, config, out, err);
        try (Interruption interruption = new Interruption(control, err).install();
                RecordedChain chain = new RecordedChain(run, Optional.of(difference), intervals(run), control, out)) {
            TrainingResult result = new ForkedTraining(
                            run.configFile(), flags, (part, attached) -> new Trainer(part, attached).run())
                    .run(config, Attachments.none().with(control).with(chain).with(difference));
            return interruption.code(chain.conclude(result, interruption.happened()));
        } catch (TrainingFailedException e) {
            ErrorOutput.printFailure(err, e.getMessage(), e.getCause());
            return ExitCode.FAILED;
        }
    }

    /** Prints the entries of the manifest that differ here, since they may explain different bits. */
    private void printSoftware(RunReader run, RunConfig config, PrintWriter out) {
        List<String> commandLine = spec.root().commandLine().getParseResult().originalArgs();
        JsonNode here =
                new ObjectMapper().valueToTree(Manifest.map(config, BuildInfo.current(), commandLine, Instant.now()));
        List<RunDiff.Difference> differences = ManifestDiff.of(run.manifest(), here).stream()
                .filter(difference -> difference.b() != null) // else of a finished run alone
                .filter(difference -> !difference.name().matches("java\\.(flags|max_heap_bytes)|machine\\..*"))
                .toList();
        ManifestDiff.print(out, "  differs here", differences);
        out.flush();
    }
}
