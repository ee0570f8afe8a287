package io.htsrl.determinism.commands;

import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.rundir.VersionText;
import io.htsrl.cli.terminal.ErrorOutput;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hts diff}: compares two recorded runs, bit for bit. Reads only. One thread. */
@Command(
        name = "diff",
        mixinStandardHelpOptions = true,
        versionProvider = VersionText.class,
        sortOptions = false,
        header = "Compares two run directories, bit for bit.",
        synopsisHeading = "%nUsage: ",
        descriptionHeading = "%n",
        description = "Compares the settings and the digest chains: every observation, action, reward, policy output "
                + "and parameter. A run that has not ended, or was ended early, is compared as far as it goes.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:equal, or equal as far as both runs go",
            "1:different: equal settings, and an interval that differs",
            "2:a run directory is missing, empty or damaged",
            "3:not comparable: a setting that decides bits differs"
        },
        footerHeading = "%nExample:%n",
        footer = "  hts diff runs/a2c-7 runs/a2c-7-serial")
final class DiffCommand implements Callable<Integer> {

    @Parameters(index = "0", paramLabel = "RUN_A", description = "A run directory.")
    private Path runA;

    @Parameters(index = "1", paramLabel = "RUN_B", description = "Another one.")
    private Path runB;

    @Option(names = "--json", description = "Print the result as JSON.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        RunDiff diff = compare();
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.print(DiffJson.of(diff));
        } else {
            new DiffTexts(out, diff).print();
        }
        out.flush();
        return diff.verdict().exitCode();
    }

    /** Compares the runs; both directories are checked before one is refused. */
    private RunDiff compare() {
        Violations violations = new Violations();
        RunReader a = open(runA, violations);
        RunReader b = open(runB, violations);
        violations.throwIfAny();
        RunDiff diff = RunDiff.of(a, b);
        Stream.of(a, b)
                .flatMap(run -> run.changes("config.yaml", "manifest.json", "digests.jsonl").stream())
                .forEach(change -> ErrorOutput.printWarning(spec.commandLine().getErr(), change));
        return diff;
    }

    private static RunReader open(Path folder, Violations violations) {
        try {
            return RunReader.open(folder);
        } catch (ConfigurationException e) {
            violations.addAll(e);
            return null;
        }
    }
}
