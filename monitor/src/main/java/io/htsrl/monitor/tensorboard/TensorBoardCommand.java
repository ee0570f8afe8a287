package io.htsrl.monitor.tensorboard;

import io.htsrl.cli.CommandProvider;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.rundir.files.RunDirectoryException;
import io.htsrl.cli.rundir.files.RunFiles;
import io.htsrl.cli.terminal.Errors;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.cli.terminal.VersionText;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hts tensorboard}: the event files of runs that were not made with {@code --tensorboard}. One thread. */
@Command(
        name = "tensorboard",
        mixinStandardHelpOptions = true,
        versionProvider = VersionText.class,
        sortOptions = false,
        header = "Writes event files of recorded runs for TensorBoard.",
        synopsisHeading = "%nUsage: ",
        descriptionHeading = "%n",
        description =
                "Reads metrics.jsonl, episodes.csv and evaluations.csv of each run and writes the event file that "
                        + "'hts train --tensorboard' would have written, into the folder tensorboard of the run directory. A run "
                        + "that is still going has what it has so far.",
        footerHeading = "%nExamples:%n",
        footer = {"  hts tensorboard runs/a runs/b", "  tensorboard --logdir runs"})
public final class TensorBoardCommand implements Callable<Integer> {
    @Parameters(arity = "1..*", paramLabel = "RUN", description = "Run directories.")
    private List<Path> runs;

    @Option(names = "--replace", description = "Writes them anew where there are event files.")
    private boolean replace;

    @Spec
    private CommandSpec spec;

    /** Adds this command to the program. */
    public static final class Provider implements CommandProvider {
        @Override
        public List<CommandLine> commands() {
            return List.of(new CommandLine(new TensorBoardCommand()));
        }
    }

    @Override
    public Integer call() {
        List<RunReader> readers = check();
        PrintWriter out = spec.commandLine().getOut();
        for (RunReader run : readers) {
            Path folder = run.folder().resolve(TensorBoardLogger.FOLDER);
            try {
                out.println(write(run, folder));
            } catch (IOException e) {
                Errors.printPlain(spec.commandLine().getErr(), new RunDirectoryException(folder, e).getMessage());
                return ExitCode.FAILED;
            }
        }
        out.println("see them with: tensorboard --logdir " + common(readers));
        out.flush();
        return ExitCode.OK;
    }

    /** All of them, before the first one is written. */
    private List<RunReader> check() {
        Violations violations = new Violations();
        List<RunReader> readers = new ArrayList<>();
        for (Path run : runs) {
            try {
                RunReader reader = RunReader.open(run);
                readers.add(reader);
                violations.check(
                        replace
                                || EventFile.all(run.resolve(TensorBoardLogger.FOLDER))
                                        .isEmpty(),
                        "RUN",
                        run,
                        "must have no event files, and has some",
                        "give --replace to write them anew");
            } catch (ConfigurationException e) {
                violations.addAll(e);
            } catch (IOException e) {
                violations.addAll(RunFiles.unreadable(run, e));
            }
        }
        violations.throwIfAny();
        return readers;
    }

    private static Path write(RunReader run, Path folder) throws IOException {
        for (Path old : EventFile.all(folder)) {
            Files.delete(old);
        }
        RecordedRun recorded = new RecordedRun(run);
        TensorBoardLog log = new TensorBoardLog(folder, recorded.context(), recorded.clock(), Optional.empty());
        recorded.tell(log);
        return log.file();
    }

    /** The folder of one run, or the one that all lie in. */
    private static Path common(List<RunReader> readers) {
        Path first = readers.get(0).folder();
        return readers.size() == 1 || first.getParent() == null ? first : first.getParent();
    }
}
