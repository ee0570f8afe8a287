package io.htsrl.determinism.commands;

import io.htsrl.cli.command.SettingsCommand;
import io.htsrl.cli.rundir.DigestReader.DigestLine;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.settings.TrainOptions;
import io.htsrl.cli.terminal.Runs;
import io.htsrl.cli.zoo.ZooCatalogue;
import io.htsrl.cli.zoo.ZooEntry;
import io.htsrl.cli.zoo.ZooEntry.ZooRun;
import io.htsrl.core.settings.Layer;
import java.util.Iterator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hts zoo reproduce}: trains a run of the zoo again and compares its digests. One thread. */
@Command(
        name = "reproduce",
        header = "Trains a run of an entry again, and compares its bits.",
        customSynopsis = "hts zoo reproduce ID [--seed N] [--until P%%]",
        description =
                "First lists what of the software and the machine is not as it was. Then trains, compares about a "
                        + "hundred digests, and ends at the first that differs. It keeps no file.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:equal", "1:different, or the training failed", "2:the run cannot be reproduced"},
        footer = {"  hts zoo reproduce ppo-CartPole-v1", "  hts zoo reproduce ppo-CartPole-v1 --seed 3 --until 10%%"})
final class ZooReproduceCommand extends SettingsCommand implements Runs {

    @Parameters(paramLabel = "ID", arity = "1", description = "An entry; 'hts zoo list' lists them.")
    private String id;

    @Option(names = "--seed", paramLabel = "N", description = "Seed of the run; default: the first one.")
    private Long seed;

    @Mixin
    private UntilOption until = new UntilOption();

    @Mixin
    private ZooCatalogue zoo = new ZooCatalogue();

    ZooReproduceCommand() {
        super(TrainOptions.ofRecordedRun());
    }

    @Override
    public Integer call() throws InterruptedException {
        Layer flags = until.flags(spec());
        ZooEntry entry = zoo.entry(id);
        ZooRun run = seed == null ? entry.runs().get(0) : entry.run(seed);
        return train(entry.unpack(run, false), entry, run, until.intervals(run.intervals()), flags, spec());
    }

    /**
     * Trains the first intervals of a run of an entry; returns the exit code.
     *
     * @param unpacked the run's settings and manifest
     */
    static int train(RunReader unpacked, ZooEntry entry, ZooRun run, long intervals, Layer flags, CommandSpec command)
            throws InterruptedException {
        Iterator<DigestLine> chain = run.chain().iterator();
        return new Reproduction(unpacked, flags, command)
                .train(entry.id(), () -> chain.hasNext() ? chain.next() : null, intervals, false);
    }
}
