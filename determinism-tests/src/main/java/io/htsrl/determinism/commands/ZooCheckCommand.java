package io.htsrl.determinism.commands;

import io.htsrl.cli.command.SettingsCommand;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.settings.TrainOptions;
import io.htsrl.cli.terminal.ErrorOutput;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.cli.terminal.Runs;
import io.htsrl.cli.zoo.ZooCatalogue;
import io.htsrl.cli.zoo.ZooEntry;
import io.htsrl.cli.zoo.ZooEntry.ZooRun;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.settings.Layer;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code hts zoo check}: makes the first part of every entry again. One thread. */
@Command(
        name = "check",
        header = "Trains the first part of every entry again, and compares its bits.",
        customSynopsis = "hts zoo check [--until P%%]",
        description =
                "Trains each entry's first seed, by default for 2 %% of its intervals and until a few of them have "
                        + "learned. An entry that cannot be trained here is reported, and the others are checked all the same.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:all equal", "1:one differs, or its training failed", "2:one cannot be trained here"},
        footer = "  hts zoo check --until 2%%")
final class ZooCheckCommand extends SettingsCommand implements Runs {
    /** Intervals after which parameters have changed under each schedule, counted from the first that may learn. */
    private static final int LEARNING = 3;

    @Mixin
    private UntilOption until = new UntilOption().orElse("2%");

    @Mixin
    private ZooCatalogue zoo = new ZooCatalogue();

    ZooCheckCommand() {
        super(TrainOptions.ofRecordedRun());
    }

    @Override
    public Integer call() throws InterruptedException {
        Layer flags = until.flags(spec());
        List<String> different = new ArrayList<>();
        List<String> untrained = new ArrayList<>();
        List<ZooEntry> entries = zoo.entries();
        for (ZooEntry entry : entries) {
            int code = check(entry, flags);
            if (code > ExitCode.MISTAKE) {
                return code; // interrupted
            }
            if (code != ExitCode.OK) {
                (code == ExitCode.MISTAKE ? untrained : different).add(entry.id());
            }
        }
        return conclude(entries.size(), different, untrained);
    }

    private int check(ZooEntry entry, Layer flags) throws InterruptedException {
        try {
            ZooRun run = entry.runs().get(0);
            boolean given = spec().commandLine().getParseResult().hasMatchedOption("--until");
            RunReader unpacked = entry.unpack(run, false);
            long least = given ? 1 : Math.min(run.intervals(), beforeLearning(unpacked) + LEARNING);
            long intervals = Math.max(least, until.intervals(run.intervals()));
            return ZooReproduceCommand.train(unpacked, entry, run, intervals, flags, spec());
        } catch (ConfigurationException e) {
            ErrorOutput.printMistakes(err(), e);
            return ExitCode.MISTAKE;
        }
    }

    /** Returns the number of intervals that only fill the replay; 0 without one. */
    private static long beforeLearning(RunReader run) {
        long steps = run.number("num-envs", 1) * run.number("sync-interval", 1);
        return run.number("learning-starts", 0) / Math.max(1, steps);
    }

    private int conclude(int all, List<String> different, List<String> untrained) {
        PrintWriter out = out();
        out.println(all - different.size() - untrained.size() + " of " + all + " equal"
                + (different.isEmpty() ? "" : "; not equal: " + String.join(", ", different))
                + (untrained.isEmpty() ? "" : "; not trained: " + String.join(", ", untrained)));
        out.flush();
        return !different.isEmpty() ? ExitCode.DIFFERENT : untrained.isEmpty() ? ExitCode.OK : ExitCode.MISTAKE;
    }
}
