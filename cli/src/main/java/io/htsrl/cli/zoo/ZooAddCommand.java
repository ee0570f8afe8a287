package io.htsrl.cli.zoo;

import io.htsrl.cli.command.PlainCommand;
import io.htsrl.cli.rundir.LineFile;
import io.htsrl.cli.rundir.RunDirectoryException;
import io.htsrl.cli.rundir.RunGroup;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.rundir.WholeFile;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.trainer.model.ModelFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hts zoo add}: makes an entry of finished runs. One thread. */
@Command(
        name = "add",
        header = "Makes an entry of finished runs that differ in their seeds alone.",
        footer = "  hts zoo add runs/mine --out zoo")
final class ZooAddCommand extends PlainCommand {
    private static final long MOST_BYTES_OF_A_MODEL = 200_000;

    @Parameters(arity = "1..*", paramLabel = "RUN", description = "A run directory, or the folder of a sweep.")
    private List<Path> folders;

    @Option(names = "--out", paramLabel = "DIR", description = "Folder of the entry. Default: zoo.")
    private Path out = Path.of("zoo");

    @Option(names = "--id", paramLabel = "NAME", description = "Name of the entry. Default: ALGO-ENV.")
    private String id;

    @Override
    public Integer call() {
        List<RunReader> runs = folders.stream()
                .flatMap(folder -> RunGroup.runs(folder).stream())
                .sorted(Comparator.comparingLong(run -> run.number("seed", 0)))
                .toList();
        EntryBuilder entry = new EntryBuilder(runs).check();
        String name = id == null ? entry.id() : id;
        Path file = out.resolve(name + ZooEntry.SUFFIX);
        if (!name.matches("\\w[\\w.-]{0,100}") || Files.exists(file)) {
            throw new ConfigurationException(
                    "--id",
                    name,
                    "must be a new name of letters, digits, dots and dashes in " + out,
                    "give another one");
        }
        try {
            Files.createDirectories(out);
            WholeFile.write(file, entry.text(copyModel(runs.get(0).folder(), name)));
        } catch (IOException e) {
            throw new RunDirectoryException(out, e);
        }
        out().println(ZooEntry.read(file).title() + ": " + file);
        out().flush();
        return ExitCode.OK;
    }

    /** Copies a small model beside the entry, and returns its mark; null for a large one. */
    private LineFile.Mark copyModel(Path run, String name) throws IOException {
        Path model = run.resolve(ModelFile.NAME);
        if (!Files.isRegularFile(model) || Files.size(model) > MOST_BYTES_OF_A_MODEL) {
            return null;
        }
        Path copy = out.resolve(ZooEntry.model(name));
        Files.copy(model, copy, StandardCopyOption.REPLACE_EXISTING);
        return LineFile.Mark.of(copy);
    }
}
